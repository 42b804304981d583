/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HPET, read plainly: one uncached 32-bit load of the main counter. No lock, no retry, no clamp. */
#include "models/policy/policies.h"

static const struct step_text steps[] = {
    {.kind = STEP_LOAD, .target = "hpet", .into = "result"},
};
static const struct path_text path = {.name = "read_hpet", .step = steps, .step_count = sizeof steps / sizeof *steps};

const struct policy_descriptor policy_hpet = {
    .name = "hpet",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_HPET,
    .counter_bits = 32,
    .high_resolution = true,
    .path = &path,
    .help = "every reader loads the one shared HPET counter, queueing behind all others",
    .source = "read_hpet(), arch/x86/kernel/hpet.c, Linux up to 4.8",
};
