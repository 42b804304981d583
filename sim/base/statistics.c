/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/statistics.h"

#include "sim/base/error.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* Mean and standard deviation (divisor n - 1; NaN for n < 2) of a[i] - factor * b[i]. */
struct moments {
    double mean, sd;
};

static double combined(const double *a, const double *b, double factor, size_t i)
{
    const double value = b ? a[i] - factor * b[i] : a[i];
    ensure(!isnan(value));
    return value;
}

/* Two passes: the differences of large, nearly equal values must not cancel. `b` may be NULL. */
static struct moments moments_of(const double *a, const double *b, double factor, size_t n)
{
    if (n == 0)
        return (struct moments){NAN, NAN};
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += combined(a, b, factor, i);
    const double mean = sum / (double)n;
    double squares = 0;
    for (size_t i = 0; i < n; i++) {
        const double deviation = combined(a, b, factor, i) - mean;
        squares += deviation * deviation;
    }
    return (struct moments){mean, n < 2 ? NAN : sqrt(squares / (double)(n - 1))};
}

double student_half_width(double sd, size_t n, double confidence)
{
    ensure(confidence > 0 && confidence < 1);
    if (n < 2)
        return NAN;
    return gsl_cdf_tdist_Pinv(0.5 + confidence / 2, (double)(n - 1)) * sd / sqrt((double)n);
}

struct estimate estimate_mean(const double *value, size_t n)
{
    return estimate_difference(value, NULL, n);
}

struct estimate estimate_difference(const double *a, const double *b, size_t n)
{
    const struct moments moments = moments_of(a, b, 1, n);
    return (struct estimate){moments.mean, student_half_width(moments.sd, n, 0.95), n};
}

struct estimate estimate_ratio(const double *a, const double *b, size_t n)
{
    const double mean_b = moments_of(b, NULL, 0, n).mean;
    if (n == 0 || mean_b == 0)
        return (struct estimate){NAN, NAN, n};
    const double ratio = moments_of(a, NULL, 0, n).mean / mean_b;
    const double residual_sd = moments_of(a, b, ratio, n).sd;
    return (struct estimate){ratio, student_half_width(residual_sd, n, 0.95) / fabs(mean_b), n};
}

struct estimate estimate_loss_percent(const double *a, const double *b, size_t n)
{
    const struct estimate ratio = estimate_ratio(a, b, n);
    return (struct estimate){100 * (1 - ratio.value), 100 * ratio.ci95, n};
}
