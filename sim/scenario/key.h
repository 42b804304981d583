/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The key table: one row per key of the format. From it come parsing, `--set`, `list keys`, the complete
 * text and the JSON Schema.
 *
 * Rows are collected in objects (a mapping in the file, a struct in the program), which stand beside each other in
 * keys.c. What a value looks like, and how it is read and written, is its value type's business.
 */
#ifndef SIM_SCENARIO_KEY_H
#define SIM_SCENARIO_KEY_H

#include "sim/base/quantity.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct key_row;
struct loader;
struct node;
struct object;

/* How a kind of value is read and written. `base` is the struct that the row's offset counts from. */
struct value_type {
    const char *words; /* for messages: "a duration" */
    bool sourced;      /* may also be written {value: ..., source: ...} in a section */
    bool settable;     /* has a value that `--set` can give */
    /* Stores the value, or notes mistakes and returns false. */
    bool (*read)(struct loader *loader, const struct object *object, const struct key_row *row,
                 const struct node *node);
    /* Whether there is something to write; NULL: always. */
    bool (*present)(const struct key_row *row, const void *base);
    /* Writes the value on one line; NULL for one that only has a block form ... */
    void (*write)(const struct key_row *row, const void *base, FILE *out);
    /* ... which follows `key:` and ends its lines; NULL: `write` serves. */
    void (*write_block)(const struct key_row *row, const void *base, int indent, FILE *out);
    /* Writes the JSON Schema of the value. */
    void (*schema)(const struct key_row *row, FILE *out);
    /* Writes type and range for people; NULL: `words`. */
    void (*describe)(const struct key_row *row, FILE *out);
};

enum key_need {
    KEY_REQUIRED,
    KEY_DEFAULT,  /* has `default_text` */
    KEY_OPTIONAL, /* may be absent: `absent` is stored, or 0, or NULL */
};

struct key_row {
    const char *name; /* last part of the dotted path */
    const struct value_type *type;
    size_t offset;       /* of the field */
    size_t count_offset; /* for arrays: of the field with the number of items */
    enum key_need need;
    const char *default_text;
    const char *default_words; /* for help: what an absent key means */
    int64_t absent;
    enum quantity_kind quantity;
    int64_t least, greatest; /* in base units; 0 and 0: any */
    const int64_t *allowed;  /* or one of these ... */
    size_t allowed_count;
    const char *const *names; /* choices: the value is the index */
    size_t name_count;
    const struct object_type *object; /* of a section, or of each item */
    const char *preset_kind;          /* sections: the folder of presets, `machines` */
    const char *only_kind;            /* workload keys: the kind of workload they belong to; NULL: all */
    const char *help;
};

/* A mapping whose keys are known. */
struct object_type {
    const char *what; /* for messages: "a word" */
    const struct key_row *row;
    size_t row_count;
    size_t size;     /* of the struct */
    bool is_section; /* its struct is the scenario, which holds each of its keys once */
    /* items: where their name and place go */
    bool has_name, has_place;
    size_t name_offset, place_offset;
    const struct key_row *shorthand; /* what a plain value in place of the mapping gives; NULL: none */
    bool shorthand_only;
    bool flow; /* written on one line */
    /* Called when an item has been read; `before`: what it was in an earlier layer, or NULL. NULL: nothing to do. */
    void (*finish)(struct loader *loader, const struct object *item, const void *before);
};

extern const struct object_type scenario_object, machine_object, kernel_object, workload_object, run_object;

/* What is done when an item has been read (check.c). */
void cost_finish(struct loader *loader, const struct object *cost, const void *before);
void task_finish(struct loader *loader, const struct object *task, const void *before);

/* The types. */
extern const struct value_type value_quantity, value_boolean, value_choice, value_distribution, value_text, value_line,
    value_name, value_title_name, value_preset, value_texts, value_section, value_by_name, value_list, value_steps,
    value_version, value_workload_kind, value_clocks, value_baseline, value_within;

#endif
