/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of predictions against published numbers, in each form of output. */
#ifndef SIM_CLI_VALIDATE_PRINT_H
#define SIM_CLI_VALIDATE_PRINT_H

#include "sim/study/validate.h"

#include <stdbool.h>
#include <stdio.h>

/* `format`: an enum format; `colour`: for a terminal. Returns -1 when memory is short. */
int validate_print(const struct validate_report *report, int format, bool colour, FILE *out) MUST_CHECK;

#endif
