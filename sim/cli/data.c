/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/data.h"

#include "sim/base/error.h"
#include "sim/scenario/loader.h"

#include <stdio.h>

const char *data_dir(void)
{
    return preset_data_dir(NULL);
}

char *data_file(const char *name)
{
    char *path;
    ensure(asprintf(&path, "%s/%s", data_dir(), name) >= 0);
    return path;
}
