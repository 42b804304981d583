/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last steps of a world, kept while it runs: what led to its end. */
#ifndef SIM_WORLD_RECENT_H
#define SIM_WORLD_RECENT_H

#include <stddef.h>
#include <stdint.h>

/* A step that has happened, as the event hash has it. */
struct recent_step {
    int64_t ps;
    uint64_t value; /* of the word or device; the label that a `do` picked */
    int32_t cpu;
    uint32_t step; /* index into the program's steps */
};

/* The caller's ring: `size` steps at `step`, `count` 0 at first. Step i of all lies at i % size. */
struct recent_steps {
    struct recent_step *step;
    size_t size;
    uint64_t count;
};

static inline void recent_add(struct recent_steps *recent, struct recent_step step)
{
    recent->step[recent->count++ % recent->size] = step;
}

#endif
