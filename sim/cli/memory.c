/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/memory.h"

#include "sim/base/error.h"
#include "sim/cli/complain.h"

#include <stdlib.h>
#include <string.h>

static void *or_end(void *memory)
{
    if (!memory) {
        complain("out of memory");
        exit(STATUS_INTERNAL);
    }
    return memory;
}

void *memory_zeroed(size_t count, size_t size)
{
    return or_end(calloc(count ? count : 1, size));
}

void *memory_grown(void *items, size_t count, size_t size)
{
    return or_end(reallocarray(items, count ? count : 1, size));
}

char *memory_text(const char *text, size_t length)
{
    return or_end(strndup(text, length));
}
