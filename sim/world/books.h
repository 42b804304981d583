/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the CPUs' time went: cells of (context, place, cause) that add up to simulated time exactly. */
#ifndef SIM_WORLD_BOOKS_H
#define SIM_WORLD_BOOKS_H

#include "models/step/step.h"

#include <stdint.h>

enum { CELL_COUNT = CONTEXT_COUNT * PLACE_COUNT * CAUSE_COUNT };

/* Time in ps, summed over CPUs. */
struct books {
    int64_t ps[CONTEXT_COUNT][PLACE_COUNT][CAUSE_COUNT];
};

static inline int cell_index(int context, int place, int cause)
{
    return (context * PLACE_COUNT + place) * CAUSE_COUNT + cause;
}

#endif
