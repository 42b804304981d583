/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a loss that grows with the machine first becomes noticeable. */
#ifndef SIM_SWEEP_KNEE_H
#define SIM_SWEEP_KNEE_H

#include <stddef.h>

#define KNEE_LOSS_PERCENT 5.0 /* chosen: what an operator would look into */

enum knee_place {
    KNEE_BETWEEN, /* `at` */
    KNEE_BELOW,   /* the least size has lost as much already */
    KNEE_NONE,    /* no size loses as much */
};

struct knee {
    enum knee_place place;
    double at; /* NaN unless it lies between two sizes */
};

/* The first crossing of `threshold` by loss[0..n), from below, linearly between the neighbouring sizes; `size` ascends,
 * n > 0. */
struct knee knee_find(const double *size, const double *loss, size_t n, double threshold);

#endif
