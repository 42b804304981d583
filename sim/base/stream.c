/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/stream.h"

#include "sim/base/error.h"

#include <Random123/threefry.h>
#include <limits.h>
#include <string.h>

void stream_fill(struct stream *stream)
{
    const threefry4x64_key_t key = {{stream->key.seed, stream->key.replication, 0, 0}};
    threefry4x64_ctr_t counter;
    memcpy(counter.v, stream->counter, sizeof stream->counter);
    const threefry4x64_ctr_t block = threefry4x64(counter, key);
    memcpy(stream->value, block.v, sizeof stream->value);
    stream->used = 0;
}

void stream_init(struct stream *stream, struct stream_key key, uint64_t entity, enum stream_purpose purpose,
                 uint64_t occasion)
{
    *stream = (struct stream){.key = key, .counter = {entity, (uint64_t)purpose, occasion, 0}};
    stream_fill(stream);
}

/* Multiply and reject (Lemire 2019, ACM TOMACS 29(1), algorithm 5): the second draw is as rare as bound / 2^64. */
uint64_t stream_below(struct stream *stream, uint64_t bound)
{
    ensure(bound > 0);
    unsigned __int128 product = (unsigned __int128)stream_next(stream) * bound;
    if ((uint64_t)product < bound) {
        const uint64_t surplus = -bound % bound; /* 2^64 mod bound */
        while ((uint64_t)product < surplus)
            product = (unsigned __int128)stream_next(stream) * bound;
    }
    return (uint64_t)(product >> 64);
}

static void gsl_set(void *state, unsigned long seed)
{
    stream_init(state, (struct stream_key){seed, 0}, 0, 0, 0);
}

static unsigned long gsl_get(void *state)
{
    return stream_next(state);
}

static double gsl_get_double(void *state)
{
    return stream_uniform(state);
}

_Static_assert(ULONG_MAX == UINT64_MAX, "GSL hands random numbers around as unsigned long");

static const gsl_rng_type gsl_type = {
    .name = "threefry4x64-20",
    .max = ULONG_MAX,
    .min = 0,
    .size = sizeof(struct stream),
    .set = gsl_set,
    .get = gsl_get,
    .get_double = gsl_get_double,
};

const gsl_rng_type *const stream_gsl_type = &gsl_type;

void stream_gsl_set(gsl_rng *generator, const struct stream *stream)
{
    ensure(generator->type == stream_gsl_type);
    *(struct stream *)gsl_rng_state(generator) = *stream;
}
