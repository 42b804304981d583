/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken on purpose: some readings run ahead, and the next ones lie behind them. */
#include "models/policy/external.h"

CLOCKSIM_POLICY(policy_goes_back);
CLOCKSIM_DO(do_go_back);

static const struct step_text goes_back_steps[] = {
    {.kind = STEP_LOAD, .target = "hpet", .into = "result"},
    {.kind = STEP_DO, .target = "go_back"},
};
static const struct path_text goes_back_path = {
    .name = "goes_back", .step = goes_back_steps, .step_count = sizeof goes_back_steps / sizeof *goes_back_steps};

const struct policy_descriptor policy_goes_back = {
    .name = "goes-back",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_HPET,
    .counter_bits = 32,
    .high_resolution = true,
    .path = &goes_back_path,
    .help = "broken: now and then a value from the future",
    .source = "a test",
};

static int go_back(struct do_call *call)
{
    int64_t *reading = do_register(call, 0);
    if ((*reading & 3) == 0)
        *reading = (*reading + 1000) & 0xffffffff;
    return 0;
}

const struct do_descriptor do_go_back = {
    .name = "go_back",
    .help = "adds 1000 counts to some readings",
    .registers = {"result"},
    .labels = 0,
    .function = go_back,
    .source = "a test",
};
