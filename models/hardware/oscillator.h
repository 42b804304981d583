/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An oscillator and the counter it drives: exact integers, so that one cycle can be seen.
 *
 * The count at true time t is floor((t * rate + phase) / 1e18) with t in ps, the rate in micro-hertz and
 * the phase in 1e-18 cycles; the product is 128 bits wide. It is asked only for the present.
 */
#ifndef MODELS_HARDWARE_OSCILLATOR_H
#define MODELS_HARDWARE_OSCILLATOR_H

#include "sim/engine/true_time.h"

#include <stdint.h>

enum { OSCILLATOR_RATE_MAX_GHZ = 100 };

struct oscillator {
    uint64_t rate_uhz;
    unsigned __int128 phase; /* in 1e-18 cycles: the count at time 0, fraction included */
};

/* Full cycles so far, modulo 2^64. */
static inline uint64_t oscillator_count(const struct oscillator *oscillator, struct true_time now)
{
    unsigned __int128 attocycles = (unsigned __int128)now.ps * oscillator->rate_uhz + oscillator->phase;
    return (uint64_t)(attocycles / 1000000000000000000u);
}

/* All ones in the low `bits` (1..64). */
static inline uint64_t counter_mask(int64_t bits)
{
    return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

#endif
