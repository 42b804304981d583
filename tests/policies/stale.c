/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken on purpose: who finds the word locked takes the value of the read before. */
#include "models/policy/external.h"

CLOCKSIM_POLICY(policy_stale);
CLOCKSIM_DO(do_nothing_saved);

static const struct step_text stale_steps[] = {
    {.kind = STEP_FETCH, .target = "seq", .into = "seq"},
    {.kind = STEP_DO, .target = "combining_v4_begin", .to = {"locked"}},
    {.kind = STEP_IRQ_OFF},
    {.kind = STEP_SWAP, .target = "seq", .expect = "seq", .from = "locked", .into = "seen"},
    {.kind = STEP_DO, .target = "combining_v4_swapped", .to = {"lost"}},
    {.kind = STEP_LOAD, .target = "hpet", .into = "result"},
    {.kind = STEP_STORE, .target = "saved", .from = "result"},
    {.kind = STEP_STORE, .target = "seq", .from = "unlocked"},
    {.kind = STEP_IRQ_ON},
    {.kind = STEP_RETURN},
    {.kind = STEP_IRQ_ON, .label = "lost"},
    {.kind = STEP_FETCH, .target = "saved", .into = "result", .label = "locked"},
    {.kind = STEP_DO, .target = "nothing_saved", .to = {"first"}},
    {.kind = STEP_RETURN},
    {.kind = STEP_SPIN, .target = "seq", .from = "locked", .label = "first"},
    {.kind = STEP_FETCH, .target = "saved", .into = "result"},
};
static const struct path_text stale_path = {
    .name = "stale", .step = stale_steps, .step_count = sizeof stale_steps / sizeof *stale_steps};

static const struct word_text stale_words[] = {
    {.name = "seq", .scope = SCOPE_MACHINE},
    {.name = "saved", .scope = SCOPE_MACHINE},
};

const struct policy_descriptor policy_stale = {
    .name = "stale",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_HPET,
    .counter_bits = 32,
    .high_resolution = true,
    .path = &stale_path,
    .words = stale_words,
    .word_count = sizeof stale_words / sizeof *stale_words,
    .help = "broken: does not wait for the read under way",
    .source = "a test",
};

static int nothing_saved(struct do_call *call)
{
    return *do_register(call, 0) == 0;
}

const struct do_descriptor do_nothing_saved = {
    .name = "nothing_saved",
    .help = "picks its label when no read has been saved yet",
    .registers = {"result"},
    .labels = 1,
    .function = nothing_saved,
    .source = "a test",
};
