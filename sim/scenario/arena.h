/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is given back all at once: a scenario's own, and what its loader needs meanwhile.
 *
 * What a file can ask for is limited before it is read (64 MiB of text, a million values), so a refusal by the
 * system is not handled here: it ends the program through ensure().
 */
#ifndef SIM_SCENARIO_ARENA_H
#define SIM_SCENARIO_ARENA_H

#include "sim/base/error.h"

#include <stdarg.h>
#include <stddef.h>

struct scenario_arena;

struct scenario_arena *arena_create(void);
void arena_destroy(struct scenario_arena *arena); /* NULL is allowed */

/* Zeroed, aligned for any type. */
void *arena_allocate(struct scenario_arena *arena, size_t size);

/* A copy of `size` bytes. */
void *arena_copy(struct scenario_arena *arena, const void *bytes, size_t size);

/* A copy of `text[0..length)` with a NUL after it. */
char *arena_text(struct scenario_arena *arena, const char *text, size_t length);

char *arena_format(struct scenario_arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
char *arena_format_list(struct scenario_arena *arena, const char *format, va_list arguments) PRINTF_LIKE(2, 0);

/* A copy of an array, fit for arena_grow(). */
void *arena_copy_items(struct scenario_arena *arena, const void *items, size_t count, size_t item_size);

/* `items`, or a copy of it, with room for one item behind the `count` that are there. An array must only ever
 * grow through this function, one by one from `count` 0 and NULL. */
void *arena_grow(struct scenario_arena *arena, void *items, size_t count, size_t item_size);

#endif
