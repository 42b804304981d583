/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sched_clock on a stable TSC: read and scaled, nothing more. */
#include "models/policy/policies.h"

static const struct step_text steps[] = {
    {.kind = STEP_WORK, .target = "sched_clock"},
    {.kind = STEP_LOAD, .target = "tsc", .into = "raw"},
    {.kind = STEP_DO, .target = "sched_clock_native"},
};
static const struct path_text path = {
    .name = "sched_clock_stable", .step = steps, .step_count = sizeof steps / sizeof *steps};

const struct policy_descriptor policy_sched_clock_stable = {
    .name = "stable",
    .kind = POLICY_SCHED_CLOCK,
    .rate = RATE_NANOSECONDS,
    .path = &path,
    .help = "the scheduler reads the TSC and trusts it",
    .source = "sched_clock_cpu() with sched_clock_stable(), kernel/sched/clock.c, Linux 4.6",
};
