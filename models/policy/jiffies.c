/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jiffies: the count of ticks, a word in memory. As coarse as the tick; cannot carry high-resolution timers. */
#include "models/policy/policies.h"

static const struct step_text steps[] = {
    {.kind = STEP_FETCH, .target = "jiffies", .into = "result"},
};
static const struct path_text path = {.name = "jiffies_read", .step = steps, .step_count = sizeof steps / sizeof *steps};

const struct policy_descriptor policy_jiffies = {
    .name = "jiffies",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_TICK,
    .counter_bits = 32,
    .high_resolution = false,
    .path = &path,
    .help = "the kernel's count of ticks, from memory; the periodic tick runs and time moves in ticks",
    .source = "jiffies_read(), kernel/time/jiffies.c, Linux 4.6",
};
