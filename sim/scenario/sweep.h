/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep: a scenario with some of its keys varied, one complete scenario for each point.
 *
 * The format is a section of docs/scenario-format.md. Points are numbered in the order of the file: the list that stands
 * first varies slowest.
 */
#ifndef SIM_SCENARIO_SWEEP_H
#define SIM_SCENARIO_SWEEP_H

#include "sim/scenario/scenario.h"

#include <stdbool.h>

enum { SWEEP_POINTS_MAX = 1024 };

struct sweep_point {
    struct scenario *scenario;
    const char *const *value; /* [key_count] as written */
};

struct sweep {
    const char *file;         /* as given; "-" for stdin */
    const char *text;         /* of the file, as it was */
    char sha256[65];          /* of that and of the complete texts of all points, hexadecimal */
    const char *const *key;   /* [key_count] what varies: dotted paths */
    size_t key_count;
    struct sweep_point *point; /* [count] */
    size_t count;              /* 1 .. SWEEP_POINTS_MAX */
    struct scenario_arena *arena;
};

/* Loads a sweep and the scenarios of all its points; arguments and errors as for scenario_load(). `overrides` change
 * the scenario of every point; one that sets a key that varies is a mistake. */
int sweep_load(const char *file, const char *data_dir, const struct scenario_overrides *overrides,
               struct sweep **sweep, struct diagnostics *diagnostics) MUST_CHECK;
void sweep_destroy(struct sweep *sweep);

/* Whether a file (not stdin) is a sweep, good or bad, rather than a scenario; false also when it cannot be read. */
bool sweep_is_file(const char *file);

#endif
