/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files as a whole. */
#ifndef SIM_REPORT_FILE_H
#define SIM_REPORT_FILE_H

#include "sim/base/error.h"

#include <stddef.h>

/* Writes a file under another name beside it and renames it: there is a whole new file, or what was before.
 * Errors: 73 cannot be created, 74 cannot be written (full disk). */
int file_replace(const char *path, const char *bytes, size_t size, struct error *error) MUST_CHECK;

/* All of a text file, malloced. Errors: 66. */
int file_read(const char *path, char **text, struct error *error) MUST_CHECK;

#endif
