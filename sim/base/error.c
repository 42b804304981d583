/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int error_set(struct error *error, enum exit_status status, const char *format, ...)
{
    if (!error)
        return -1;
    /* Formatted aside, so that a caller may build on the message that is already there. */
    char message[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error->status = status;
    snprintf(error->message, sizeof error->message, "%s", message);
    return -1;
}

void ensure_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: internal error: expected %s\n", file, line, condition);
    abort();
}
