/* SPDX-License-Identifier: GPL-3.0-or-later */
/* YAML as a small tree: scalars, mappings and sequences, each with its place; nothing else of YAML is let in. */
#ifndef SIM_SCENARIO_NODE_H
#define SIM_SCENARIO_NODE_H

#include "sim/scenario/arena.h"
#include "sim/scenario/source.h"

#include <stdbool.h>
#include <stddef.h>

enum { NODE_DEPTH_MAX = 16, NODE_COUNT_MAX = 1000000 };

enum node_kind {
    NODE_BROKEN, /* something that was refused with a mistake: to be passed over in silence */
    NODE_SCALAR,
    NODE_MAPPING,
    NODE_SEQUENCE,
};

struct node {
    enum node_kind kind;
    struct place place;
    const char *text;        /* scalar: its characters, no NUL among them */
    bool plain;              /* scalar: written without quotes, so that text[i] stands i bytes after its place */
    struct node_entry *item; /* mapping: keys, each once, and values in order; sequence: values */
    size_t count;
};

struct node_entry {
    const struct node *key; /* a scalar; NULL in a sequence */
    const struct node *value;
};

/* Reads the one document of a source. Notes a mistake for each anchor, alias, tag, duplicate key and key that is not
 * a scalar; gives up with NULL after a mistake of syntax, a second document, more than NODE_DEPTH_MAX
 * levels or NODE_COUNT_MAX nodes. A setting may be empty: that is an empty scalar. */
const struct node *node_read(struct scenario_arena *arena, struct mistakes *mistakes, const struct source *source);

/* The value under a key of a mapping, and its key when `key_node` is not NULL; NULL when there is none. */
const struct node *node_find(const struct node *mapping, const char *key, const struct node **key_node);

#endif
