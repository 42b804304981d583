/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/sweep/knee.h"

#include <math.h>

struct knee knee_find(const double *size, const double *loss, size_t n, double threshold)
{
    if (n > 0 && loss[0] >= threshold)
        return (struct knee){KNEE_BELOW, NAN};
    for (size_t i = 1; i < n; i++) {
        if (loss[i] < threshold)
            continue;
        const double share = (threshold - loss[i - 1]) / (loss[i] - loss[i - 1]);
        return (struct knee){KNEE_BETWEEN, size[i - 1] + share * (size[i] - size[i - 1])};
    }
    return (struct knee){KNEE_NONE, NAN};
}
