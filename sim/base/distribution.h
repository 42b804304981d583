/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lengths of time as a scenario writes them: fixed, or drawn from one of a few distributions.
 *
 * All parameters and draws are integer picoseconds, never negative. Draws round to nearest and
 * are never clamped in silence: a distribution that could go below zero is refused when it is made.
 */
#ifndef SIM_BASE_DISTRIBUTION_H
#define SIM_BASE_DISTRIBUTION_H

#include "sim/base/stream.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum distribution_kind {
    DISTRIBUTION_FIXED,       /* a: the value */
    DISTRIBUTION_UNIFORM,     /* a: from, b: to (both included; a <= b) */
    DISTRIBUTION_EXPONENTIAL, /* a: mean of the exponential part, b: the least value, added to it */
    DISTRIBUTION_LOGNORMAL,   /* a: median of the lognormal part, b: the least value, added to it, c: its 99th percentile (of the lognormal part, > a) */
};

struct distribution {
    enum distribution_kind kind;
    int64_t a_ps, b_ps, c_ps;
};

/* One draw, in picoseconds, >= 0. Draws nothing from the stream when fixed. */
int64_t distribution_draw(const struct distribution *distribution, struct stream *stream);

/* The mean, in picoseconds. */
double distribution_mean_ps(const struct distribution *distribution);

static inline struct distribution distribution_fixed(int64_t ps)
{
    return (struct distribution){DISTRIBUTION_FIXED, ps, 0, 0};
}

static inline bool distribution_is_fixed(const struct distribution *distribution)
{
    return distribution->kind == DISTRIBUTION_FIXED;
}

#endif
