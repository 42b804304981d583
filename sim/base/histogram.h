/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log-linear histogram of non-negative 64-bit integers (picoseconds here).
 *
 * Values below 128 have a bucket each; above, every octave has 128 buckets, so a bucket is at most
 * 0.8 % wide. Counting is one shift, one add; histograms add exactly, so merging in any order gives the
 * same bytes. Keeps exact count, sum, least and greatest as well.
 */
#ifndef SIM_BASE_HISTOGRAM_H
#define SIM_BASE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_BUCKETS = 128 * (64 - 7 + 1) };

struct histogram {
    uint64_t count;
    uint64_t least, greatest; /* least is UINT64_MAX while empty */
    unsigned __int128 sum;
    uint64_t bucket[HISTOGRAM_BUCKETS];
};

void histogram_init(struct histogram *histogram);
void histogram_merge(struct histogram *into, const struct histogram *from);

/* Mean; NaN when empty. */
double histogram_mean(const struct histogram *histogram);

/* The value at quantile q in [0, 1]: the middle of the bucket holding the ceil(q * count)-th smallest value,
 * kept inside [least, greatest]; NaN when empty. */
double histogram_quantile(const struct histogram *histogram, double q);

/* The inclusive bounds of a bucket; index < HISTOGRAM_BUCKETS. */
void histogram_bounds(size_t index, uint64_t *from, uint64_t *to);

/* The index of the bucket of a value. */
static inline size_t histogram_index(uint64_t value)
{
    const unsigned shift = 56 - (unsigned)__builtin_clzll(value | 128);
    return (size_t)128 * shift + (size_t)(value >> shift);
}

static inline void histogram_add(struct histogram *histogram, uint64_t value)
{
    histogram->count++;
    histogram->sum += value;
    histogram->least = value < histogram->least ? value : histogram->least;
    histogram->greatest = value > histogram->greatest ? value : histogram->greatest;
    histogram->bucket[histogram_index(value)]++;
}

#endif
