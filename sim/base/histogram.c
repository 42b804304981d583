/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/histogram.h"

#include "sim/base/error.h"

#include <math.h>
#include <string.h>

void histogram_init(struct histogram *histogram)
{
    memset(histogram, 0, sizeof *histogram);
    histogram->least = UINT64_MAX;
}

void histogram_merge(struct histogram *into, const struct histogram *from)
{
    into->count += from->count;
    into->sum += from->sum;
    into->least = from->least < into->least ? from->least : into->least;
    into->greatest = from->greatest > into->greatest ? from->greatest : into->greatest;
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++)
        into->bucket[i] += from->bucket[i];
}

double histogram_mean(const struct histogram *histogram)
{
    return histogram->count ? (double)histogram->sum / (double)histogram->count : NAN;
}

void histogram_bounds(size_t index, uint64_t *from, uint64_t *to)
{
    ensure(index < HISTOGRAM_BUCKETS);
    const unsigned shift = index < 256 ? 0 : (unsigned)(index / 128 - 1);
    *from = (uint64_t)(index - 128 * (size_t)shift) << shift;
    *to = *from + (((uint64_t)1 << shift) - 1);
}

/* The 1-based rank of the quantile. A hair is taken off, or rounding would make 0.07 of 100 the 8th. */
static uint64_t rank_at(uint64_t count, double q)
{
    const double rank = ceil(q * (double)count * (1 - 0x1p-52));
    if (rank < 1)
        return 1;
    return rank < (double)count ? (uint64_t)rank : count;
}

double histogram_quantile(const struct histogram *histogram, double q)
{
    ensure(q >= 0 && q <= 1);
    if (!histogram->count)
        return NAN;
    const uint64_t rank = rank_at(histogram->count, q);
    uint64_t below = 0;
    size_t index = 0;
    while (below + histogram->bucket[index] < rank) {
        below += histogram->bucket[index++];
        ensure(index < HISTOGRAM_BUCKETS);
    }
    uint64_t from, to;
    histogram_bounds(index, &from, &to);
    const double middle = (double)from + (double)(to - from) / 2;
    return fmin(fmax(middle, (double)histogram->least), (double)histogram->greatest);
}
