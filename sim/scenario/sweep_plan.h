/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a sweep as its file has it: which keys take which values, in nodes of the file. */
#ifndef SIM_SCENARIO_SWEEP_PLAN_H
#define SIM_SCENARIO_SWEEP_PLAN_H

#include "sim/scenario/loader.h"

/* Keys that vary in step: one of `vary`, or those of an item of `together`. */
struct sweep_axis {
    const struct node_entry *column; /* [columns] a key and the list of its values */
    size_t columns, length;
};

struct sweep_plan {
    const struct node *scenario, *replications, *clock; /* NULL: not given */
    struct sweep_axis *axis;
    size_t axis_count;
    const struct node *skip; /* a list of mappings, or NULL */
    struct file_setting *key; /* [key_count] of all axes: the key, its list */
    size_t key_count;
};

extern const struct object_type sweep_file_object;

/* Reads the document of a sweep; false after noting mistakes. */
bool sweep_plan_read(struct loader *loader, const struct node *root, struct sweep_plan *plan);

/* Points that are not skipped. With `number` below that, its settings are filled in: setting[key_count]. */
size_t sweep_plan_point(const struct sweep_plan *plan, size_t number, struct file_setting *setting);

#endif
