/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/distribution.h"

#include "sim/base/error.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static const double NORMAL_99TH_PERCENTILE = 2.3263478740408408; /* of the standard normal distribution */

/* The least value plus a drawn part, rounded to nearest. 2^62 ps is 53 days: longer is a wrong distribution. */
static int64_t least_plus(int64_t least_ps, double part_ps)
{
    ensure(least_ps >= 0 && least_ps < (int64_t)1 << 62);
    ensure(part_ps >= 0 && part_ps < 0x1p62);
    return least_ps + llrint(part_ps);
}

static double lognormal_sigma(const struct distribution *distribution)
{
    ensure(distribution->a_ps > 0 && distribution->c_ps > distribution->a_ps);
    return log((double)distribution->c_ps / (double)distribution->a_ps) / NORMAL_99TH_PERCENTILE;
}

static int64_t draw_uniform(const struct distribution *distribution, struct stream *stream)
{
    ensure(distribution->a_ps >= 0 && distribution->a_ps <= distribution->b_ps);
    const uint64_t values = (uint64_t)(distribution->b_ps - distribution->a_ps) + 1;
    return distribution->a_ps + (int64_t)stream_below(stream, values);
}

/* One value of the stream a draw, also for the lognormal (by inversion): draws stay paired. */
int64_t distribution_draw(const struct distribution *distribution, struct stream *stream)
{
    switch (distribution->kind) {
    case DISTRIBUTION_FIXED:
        ensure(distribution->a_ps >= 0);
        return distribution->a_ps;
    case DISTRIBUTION_UNIFORM:
        return draw_uniform(distribution, stream);
    case DISTRIBUTION_EXPONENTIAL:
        return least_plus(distribution->b_ps, -log(stream_uniform(stream)) * (double)distribution->a_ps);
    case DISTRIBUTION_LOGNORMAL: {
        const double exponent = lognormal_sigma(distribution) * gsl_cdf_ugaussian_Pinv(stream_uniform(stream));
        return least_plus(distribution->b_ps, (double)distribution->a_ps * exp(exponent));
    }
    }
    ensure(!"a known distribution");
    return 0;
}

double distribution_mean_ps(const struct distribution *distribution)
{
    const double a_ps = (double)distribution->a_ps;
    const double b_ps = (double)distribution->b_ps;
    switch (distribution->kind) {
    case DISTRIBUTION_FIXED:
        return a_ps;
    case DISTRIBUTION_UNIFORM:
        return a_ps / 2 + b_ps / 2;
    case DISTRIBUTION_EXPONENTIAL:
        return a_ps + b_ps;
    case DISTRIBUTION_LOGNORMAL: {
        const double sigma = lognormal_sigma(distribution);
        return b_ps + a_ps * exp(sigma * sigma / 2);
    }
    }
    ensure(!"a known distribution");
    return 0;
}
