/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gnuplot as a child process, without a shell; and text for its scripts. */
#ifndef SIM_REPORT_GNUPLOT_H
#define SIM_REPORT_GNUPLOT_H

#include "sim/base/error.h"

#include <stddef.h>
#include <stdio.h>

/* Runs a script and collects what it writes to its standard output: the picture, malloced.
 * Errors: 69 gnuplot is not installed, 70 it failed (its own words are in the message). */
int gnuplot_run(const char *script, char **picture, size_t *size, struct error *error) MUST_CHECK;

/* Writes a single-quoted string of gnuplot: quotes doubled; invisible characters and bytes that are no UTF-8 left out.
 * Nothing in it is ever executed or looked up. */
void gnuplot_put_string(const char *text, FILE *script);

#endif
