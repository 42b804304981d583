/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams of random numbers by counter, not by history: Random123 threefry4x64-20.
 *
 * The key is (seed, replication), the counter is (entity, purpose, occasion, block); each block gives
 * four 64-bit values. The occasion is nominal (the tick's index, the job's number), so that the same
 * draw meets every clock and stays paired when one of them loses ticks. Neither clock nor sweep
 * point is part of it. Streams cannot overlap, need no seeding and no locks.
 */
#ifndef SIM_BASE_STREAM_H
#define SIM_BASE_STREAM_H

#include <gsl/gsl_rng.h>
#include <stdint.h>

struct stream_key {
    uint64_t seed;
    uint64_t replication;
};

/* What a draw is for. Values are part of the reproducibility contract: append, never renumber. */
enum stream_purpose {
    PURPOSE_INTERRUPT_ENTRY = 1, /* occasion: nominal index of the tick */
    PURPOSE_WORK = 2,            /* drawn `work` steps; occasion: how often this entity drew */
    PURPOSE_JOB_START = 3,       /* the point of its job at which a task starts; occasion 0 */
    PURPOSE_JOB_SIZE = 4,        /* occasion: the job's number */
    PURPOSE_DEVICE_SERVICE = 5,  /* occasion: how often the device was accessed */
    PURPOSE_IRQ_OFF = 6,         /* distance and length of regions with interrupts off */
    PURPOSE_TICK_PHASE = 7,
    PURPOSE_SPINNER_ORDER = 8,   /* order in which a store releases spinners */
    PURPOSE_SLEEP = 9,
    PURPOSE_TEST = 1000,         /* free for tests */
};

struct stream {
    struct stream_key key;
    uint64_t counter[4]; /* entity, purpose, occasion, block */
    uint64_t value[4];   /* the block drawn ahead */
    unsigned used;       /* how many of `value` were handed out, 0..4 */
};

/* Fills `*stream`; the first value is that of block 0, word 0. */
void stream_init(struct stream *stream, struct stream_key key, uint64_t entity, enum stream_purpose purpose,
                 uint64_t occasion);

/* Draws the block that the counter names. Only for stream_init() and stream_next(). */
void stream_fill(struct stream *stream);

/* The next value, uniform over all 2^64. */
static inline uint64_t stream_next(struct stream *stream)
{
    if (stream->used == 4) {
        stream->counter[3]++;
        stream_fill(stream);
    }
    return stream->value[stream->used++];
}

/* The next value as a double, uniform in (0, 1): an odd multiple of 2^-53, so never 0 and never 1. */
static inline double stream_uniform(struct stream *stream)
{
    /* 52 bits and a half: with 53 bits the half is rounded away and the largest becomes 1. */
    return ((double)(stream_next(stream) >> 12) + 0.5) * 0x1p-52;
}

/* Uniform over 0 .. bound-1 without bias; bound > 0. One value, hardly ever more (chance bound / 2^64). */
uint64_t stream_below(struct stream *stream, uint64_t bound);

/* The same generator as a GSL type, for GSL's distributions; its state is a `struct stream`.
 * gsl_rng_set(r, seed) sets key (seed, 0) and counter 0; the names in gsl_rng_env_setup are never used. */
extern const gsl_rng_type *const stream_gsl_type;

/* Points a generator made with stream_gsl_type at a copy of `stream`. */
void stream_gsl_set(gsl_rng *generator, const struct stream *stream);

#endif
