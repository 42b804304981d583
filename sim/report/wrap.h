/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running text in lines of limited width. */
#ifndef SIM_REPORT_WRAP_H
#define SIM_REPORT_WRAP_H

#include <stdio.h>

/* Prints the words of `text` in lines of at most `width` columns, each after `indent` blanks but the first, which goes
 * on at `column`. Empty lines separate paragraphs. Ends the last line. */
void wrap_print(const char *text, int column, int indent, int width, FILE *out);

#endif
