/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of a path as YAML; what each kind of step takes stands in step_kinds[]. */
#ifndef SIM_SCENARIO_STEPS_H
#define SIM_SCENARIO_STEPS_H

#include "models/step/step.h"
#include "sim/scenario/key.h"

#include <stdio.h>

struct step_option_info {
    const char *name; /* the YAML key */
    enum step_option option;
    const char *help;
};
enum { STEP_OPTION_COUNT = 9 };
extern const struct step_option_info step_options[STEP_OPTION_COUNT];

/* What stands after a step's key, for people: "a declared word". */
const char *step_argument_words(enum step_argument argument);

/* A path's steps, as a block, and the schema of a path: for value_steps. */
void steps_write(const struct key_row *row, const void *base, int indent, FILE *out);
void path_schema(const struct key_row *row, FILE *out);

/* The schema of one step, for "$defs". */
void steps_schema(FILE *out);

#endif
