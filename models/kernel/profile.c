/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/kernel/profile.h"

const char *const tick_phase_names[3] = {
    [TICK_ALIGNED] = "aligned",
    [TICK_SKEWED] = "skewed",
    [TICK_SPREAD] = "spread",
};
