/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing objects: as the YAML that scenario_show() gives, and as JSON Schema. */
#ifndef SIM_SCENARIO_WRITE_H
#define SIM_SCENARIO_WRITE_H

#include "sim/scenario/key.h"
#include "sim/scenario/scenario.h"

#include <stdbool.h>
#include <stdio.h>

/* `key: value` lines, indented. Values of sections stand with their sources, which `scenario` knows; `path` is the
 * section's. `scenario` is NULL for items. */
void write_object(const struct object_type *type, const char *path, const void *base, const struct scenario *scenario,
                  int indent, FILE *out);

/* {key: value, ...} on one line. */
void write_object_flow(const struct object_type *type, const void *base, FILE *out);

/* An item of a list: like write_object(), with a dash before the first key. */
void write_list_item(const struct object_type *type, const void *base, int indent, FILE *out);

/* An object's schema; `strict`: required keys are required there (a section with a preset may leave them out). */
void schema_object(const struct object_type *type, bool strict, FILE *out);

/* Schema of a quantity that has a unit. */
void schema_quantity(enum quantity_kind kind, FILE *out);

/* Schema of a duration or a distribution, for "$defs". */
void distribution_schema(FILE *out);

#endif
