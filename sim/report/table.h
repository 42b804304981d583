/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table for people: aligned columns under two lines of headings. */
#ifndef SIM_REPORT_TABLE_H
#define SIM_REPORT_TABLE_H

#include "sim/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct table_column {
    const char *head, *unit; /* the two lines of its heading; UTF-8 */
    bool left;               /* aligned to the left; otherwise to the right */
    bool joined;             /* belongs to the column before it: one blank between them instead of two */
};

struct table;

/* `column` must live as long as the table. NULL when memory is short; the other functions then do nothing. */
struct table *table_create(const struct table_column *column, size_t count);
void table_destroy(struct table *table);

/* The next cell, going on with a new row after the last column; an empty text is an empty cell. At most 95 bytes. */
void table_cell(struct table *table, const char *format, ...) PRINTF_LIKE(2, 3);

/* A line of text across the columns, between rows. */
void table_note(struct table *table, const char *format, ...) PRINTF_LIKE(2, 3);

/* Prints headings and rows; columns that are empty in every row are left out. `bold`: headings in bold.
 * Returns 0, or -1 when memory was short. */
int table_print(const struct table *table, bool bold, FILE *out) MUST_CHECK;

/* Columns that UTF-8 text takes on a terminal, when all of its characters take one. */
size_t table_width(const char *text);

#endif
