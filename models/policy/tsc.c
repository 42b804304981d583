/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TSC: the CPU's own counter, read in order. No bus, no other CPU is involved. */
#include "models/policy/policies.h"

static const struct step_text steps[] = {
    {.kind = STEP_WORK, .target = "read_tsc"},
    {.kind = STEP_LOAD, .target = "tsc", .into = "result"},
};
static const struct path_text path = {.name = "read_tsc", .step = steps, .step_count = sizeof steps / sizeof *steps};

const struct policy_descriptor policy_tsc = {
    .name = "tsc",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_TSC,
    .counter_bits = 64,
    .high_resolution = true,
    .path = &path,
    .help = "each CPU reads its own time-stamp counter",
    .source = "read_tsc(), arch/x86/kernel/tsc.c, Linux 4.6",
};
