/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An SQLite file that is ours: opening it, running statements, and errors in words.
 *
 * Shared by the writer (store.c) and by those who read results. What stands in the file is another header's
 * business (schema.h).
 */
#ifndef SIM_STORE_DATABASE_H
#define SIM_STORE_DATABASE_H

#include "sim/base/error.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

enum { DATABASE_BUSY_MS = 5000 }; /* chosen: far longer than any transaction of ours, short for a person */

struct database {
    sqlite3 *handle;
    char *path;   /* as the user gave it, for messages */
    bool created; /* there was no such file before */
};

/* Opens an existing file, or creates one, for writing. Its content is not looked at.
 * Errors: 73 the place cannot be written to, or is no regular file. */
int database_open_writing(const char *path, struct database **database, struct error *error) MUST_CHECK;

/* Opens an existing file for reading, also where there is no place for a file beside it.
 * Errors: 65 not an SQLite file, 66 no such file, 75 locked. */
int database_open_reading(const char *path, struct database **database, struct error *error) MUST_CHECK;

/* NULL is fine. */
void database_close(struct database *database);

/* Closes, and removes the file if database_open_writing() created it. */
void database_discard(struct database *database);

/* Says what SQLite's last error means for the user. Errors: 65 not SQLite or damaged, 73 unwritable, 74 full disk or
 * input/output, 75 locked, 70 anything else. */
int database_fail(const struct database *database, struct error *error);

int database_execute(const struct database *database, const char *sql, struct error *error) MUST_CHECK;
int database_prepare(const struct database *database, const char *sql, sqlite3_stmt **statement,
                     struct error *error) MUST_CHECK;

/* Steps to the next row: 1 there is one, 0 the end, -1 an error. */
int database_step(const struct database *database, sqlite3_stmt *statement, struct error *error) MUST_CHECK;

/* The first value of a query's first row; 0 when it has none. */
int database_integer(const struct database *database, const char *sql, int64_t *value, struct error *error) MUST_CHECK;

#endif
