/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken on purpose: a reading with bits that the counter does not have. */
#include "models/policy/external.h"

CLOCKSIM_POLICY(policy_too_wide);
CLOCKSIM_DO(do_widen);

static const struct step_text too_wide_steps[] = {
    {.kind = STEP_LOAD, .target = "hpet", .into = "result"},
    {.kind = STEP_DO, .target = "widen"},
};
static const struct path_text too_wide_path = {
    .name = "too_wide", .step = too_wide_steps, .step_count = sizeof too_wide_steps / sizeof *too_wide_steps};

const struct policy_descriptor policy_too_wide = {
    .name = "too-wide",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_HPET,
    .counter_bits = 32,
    .high_resolution = true,
    .path = &too_wide_path,
    .help = "broken: more bits than the counter has",
    .source = "a test",
};

static int widen(struct do_call *call)
{
    *do_register(call, 0) |= (int64_t)1 << 40;
    return 0;
}

const struct do_descriptor do_widen = {
    .name = "widen",
    .help = "sets bit 40",
    .registers = {"result"},
    .labels = 0,
    .function = widen,
    .source = "a test",
};
