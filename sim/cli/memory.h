/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for the command line, which ends the program with a message when there is none. */
#ifndef SIM_CLI_MEMORY_H
#define SIM_CLI_MEMORY_H

#include <stddef.h>

/* `count` items of `size` bytes, zeroed; never NULL. */
void *memory_zeroed(size_t count, size_t size);

/* `items`, moved if need be, with room for `count` of `size` bytes; what is new is not set. */
void *memory_grown(void *items, size_t count, size_t size);

/* A copy of text[0..length). */
char *memory_text(const char *text, size_t length);

#endif
