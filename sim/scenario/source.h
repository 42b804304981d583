/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A piece of YAML and where it came from: a file, standard input, or a setting on the command line. */
#ifndef SIM_SCENARIO_SOURCE_H
#define SIM_SCENARIO_SOURCE_H

#include "sim/scenario/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mistakes;

enum { SOURCE_BYTES_MAX = 64 * 1024 * 1024 };

struct source;

/* A character of a source; line and column count from 1, columns in characters. Line 0: the whole of it. */
struct place {
    const struct source *source;
    uint32_t line, column;
};

struct source {
    const char *name; /* file name, `<stdin>`, or `--set path=value` */
    const char *text;
    size_t length;
    unsigned order;      /* mistakes are shown in this order of sources */
    bool is_setting;     /* has no lines worth showing */
    struct place within; /* a setting that stands in a file (a neighbour's): where; else source NULL */
};

/* Reads a whole file ("-": standard input). Returns NULL after noting a mistake: missing or unreadable (the
 * status becomes 66), larger than 64 MiB, empty, or not text (NUL bytes, control characters, invalid UTF-8).
 * A byte order mark is dropped. */
const struct source *source_read(struct scenario_arena *arena, struct mistakes *mistakes, const char *file);

/* The same checks on text in memory, which must outlive the source. */
const struct source *source_of_text(struct scenario_arena *arena, struct mistakes *mistakes, const char *name,
                                    const char *text, size_t length);

/* A setting's value; the name is what messages start with. */
const struct source *source_of_setting(struct scenario_arena *arena, struct mistakes *mistakes, const char *name,
                                       const char *text, struct place within);

/* The line that a place is on: start, and length without its end. */
const char *source_line(const struct source *source, uint32_t line, size_t *length);

/* The place of a byte. */
struct place source_place(const struct source *source, size_t offset);

#endif
