/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken on purpose: who finds the word locked looks again and again in no time; `spin` is the step that waits. */
#include "models/policy/external.h"

CLOCKSIM_POLICY(policy_endless);
CLOCKSIM_DO(do_still_locked);

static const struct step_text endless_steps[] = {
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
    {.kind = STEP_FETCH, .target = "seq", .into = "seq", .label = "locked"},
    {.kind = STEP_DO, .target = "still_locked", .to = {"locked"}},
    {.kind = STEP_FETCH, .target = "saved", .into = "result"},
};
static const struct path_text endless_path = {
    .name = "endless", .step = endless_steps, .step_count = sizeof endless_steps / sizeof *endless_steps};

static const struct word_text endless_words[] = {
    {.name = "seq", .scope = SCOPE_MACHINE},
    {.name = "saved", .scope = SCOPE_MACHINE},
};

const struct policy_descriptor policy_endless = {
    .name = "endless",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_HPET,
    .counter_bits = 32,
    .high_resolution = true,
    .path = &endless_path,
    .words = endless_words,
    .word_count = sizeof endless_words / sizeof *endless_words,
    .help = "broken: polls a copy of its own",
    .source = "a test",
};

static int still_locked(struct do_call *call)
{
    return *do_register(call, 0) & 1;
}

const struct do_descriptor do_still_locked = {
    .name = "still_locked",
    .help = "picks its label while the word is locked",
    .registers = {"seq"},
    .labels = 1,
    .function = still_locked,
    .source = "a test",
};
