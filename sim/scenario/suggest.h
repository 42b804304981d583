/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "Did you mean": the known name that is closest to what was written. */
#ifndef SIM_SCENARIO_SUGGEST_H
#define SIM_SCENARIO_SUGGEST_H

#include "sim/scenario/arena.h"

#include <stddef.h>

/* A list of names that grows in an arena; start from {NULL, 0}. */
struct names {
    const char **name;
    size_t count;
};
void names_add(struct scenario_arena *arena, struct names *names, const char *name);

/* The name with the fewest insertions, deletions, replacements and swaps of neighbours from `text`, if they are few
 * for its length; NULL otherwise. The first of equals. */
const char *suggest_name(const char *text, const struct names *names);

/* A hint: "did you mean `x`?", or else what is known, `label`: a, b, c; NULL when there are no names. */
const char *suggest_hint(struct scenario_arena *arena, const char *text, const struct names *names, const char *label);

#endif
