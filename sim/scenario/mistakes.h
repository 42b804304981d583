/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects what is wrong with a scenario and prints it as a good compiler would. */
#ifndef SIM_SCENARIO_MISTAKES_H
#define SIM_SCENARIO_MISTAKES_H

#include "sim/scenario/arena.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/source.h"

#include <stddef.h>

/* Mistakes that are kept for sorting; those beyond are counted. */
enum { MISTAKES_KEPT_MAX = 1000 };

struct mistake {
    struct place place;
    size_t number;              /* of those found; orders mistakes at one place */
    const char *message, *hint; /* hint: NULL for none */
    struct place other;         /* a second place that the reader should see, or source NULL ... */
    const char *note;           /* ... and what is there */
};

struct mistakes {
    struct scenario_arena *arena;
    struct mistake *mistake;
    size_t count;
    size_t all;
    unsigned source_count;
    enum exit_status status; /* 65, or 66 after a file that cannot be read */
};

/* Notes a mistake. `hint` may be NULL and must live in the arena or for ever. What is quoted from outside must have
 * gone through text_visible(). Returns it, or NULL when it is beyond those kept, so that a note can be added. */
struct mistake *mistake_add(struct mistakes *mistakes, struct place place, const char *hint, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* Sorts by source, line and column, and writes the first SCENARIO_DIAGNOSTICS_MAX into `diagnostics`. */
void mistakes_print(struct mistakes *mistakes, struct diagnostics *diagnostics);

#endif
