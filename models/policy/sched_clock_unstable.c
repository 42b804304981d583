/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sched_clock on an unstable TSC: still read, but filtered; each tick makes one more clocksource read. */
#include "models/policy/policies.h"

static const struct step_text steps[] = {
    {.kind = STEP_WORK, .target = "sched_clock"},
    {.kind = STEP_LOAD, .target = "tsc", .into = "raw"},
    {.kind = STEP_WORK, .target = "sched_clock_filter"},
    {.kind = STEP_DO, .target = "sched_clock_filter"},
};
static const struct path_text path = {
    .name = "sched_clock_unstable", .step = steps, .step_count = sizeof steps / sizeof *steps};

const struct policy_descriptor policy_sched_clock_unstable = {
    .name = "unstable",
    .kind = POLICY_SCHED_CLOCK,
    .rate = RATE_NANOSECONDS,
    .sched_clock_unstable = true,
    .path = &path,
    .help = "the scheduler reads the TSC, filtered against the clocksource once per tick (one more read)",
    .source = "sched_clock_local() and sched_clock_tick(), kernel/sched/clock.c, Linux 4.6",
};
