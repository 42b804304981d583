/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages on stderr and the state of stdout. */
#ifndef SIM_CLI_COMPLAIN_H
#define SIM_CLI_COMPLAIN_H

#include "sim/base/error.h"

#include <stdbool.h>
#include <stdio.h>

/* Prints `clocksim: MESSAGE` on stderr; control characters other than line ends, which may come from outside, are
 * shown as `?`. */
void complain(const char *format, ...) PRINTF_LIKE(1, 2);

/* Prints an error's message and returns its status. */
int complain_error(const struct error *error);

/* Whether bold and colour suit the stream: a terminal that can, and NO_COLOR is not set. */
bool colour_suits(FILE *stream);

/* Flushes stdout. Returns `status`, or 74 after a message when stdout could not be written and status is 0. */
int stdout_finish(int status);

#endif
