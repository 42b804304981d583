/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/complain.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void complain(const char *format, ...)
{
    char message[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    for (char *c = message; *c; c++)
        if (((unsigned char)*c < 0x20 && *c != '\n' && *c != '\t') || *c == 0x7f)
            *c = '?';
    fprintf(stderr, "clocksim: %s\n", message);
}

int complain_error(const struct error *error)
{
    complain("%s", error->message);
    return (int)error->status;
}

bool colour_suits(FILE *stream)
{
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (no_colour && no_colour[0])
        return false;
    return isatty(fileno(stream)) && terminal && strcmp(terminal, "dumb") != 0;
}

int stdout_finish(int status)
{
    errno = 0;
    const int failed = fflush(stdout) != 0 || ferror(stdout);
    if (!failed)
        return status;
    complain("cannot write to standard output: %s", errno ? strerror(errno) : "write error");
    return status == STATUS_OK ? STATUS_IO : status;
}
