/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means with 95 % intervals over replications: plain, paired differences, and ratios of paired sums.
 *
 * Half-widths use Student's t with n-1 degrees of freedom (GSL cdf). With n < 2 there is no interval:
 * the half-width is NaN.
 */
#ifndef SIM_BASE_STATISTICS_H
#define SIM_BASE_STATISTICS_H

#include <stddef.h>

struct estimate {
    double value;
    double ci95; /* half-width of the 95 % interval; NaN when there is none */
    size_t n;
};

/* Mean of value[0..n). NaN values are an error of the caller. n == 0 gives NaN. */
struct estimate estimate_mean(const double *value, size_t n);

/* Mean of a[i] - b[i], paired by i. */
struct estimate estimate_difference(const double *a, const double *b, size_t n);

/* Ratio mean(a)/mean(b) with the delta-method interval for paired samples (residuals a[i] - r*b[i]). */
struct estimate estimate_ratio(const double *a, const double *b, size_t n);

/* 100 * (1 - mean(a)/mean(b)): the loss of a against b in percent, paired. */
struct estimate estimate_loss_percent(const double *a, const double *b, size_t n);

/* The half-width for the mean of n values with standard deviation `sd` at a two-sided `confidence` (0..1). */
double student_half_width(double sd, size_t n, double confidence);

#endif
