/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/formats.h"

#include <sched.h>
#include <stddef.h>

const char *const format_names[] = {"table", "csv", "json", NULL};

int workers_for(int64_t asked)
{
    cpu_set_t mine;
    if (asked > 0)
        return (int)asked;
    return sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 1;
}
