/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken on purpose: the winner of the sequence word keeps it. */
#include "models/policy/external.h"

CLOCKSIM_POLICY(policy_never_unlocks);

static const struct step_text never_unlocks_steps[] = {
    {.kind = STEP_FETCH, .target = "seq", .into = "seq"},
    {.kind = STEP_DO, .target = "combining_v4_begin", .to = {"locked"}},
    {.kind = STEP_IRQ_OFF},
    {.kind = STEP_SWAP, .target = "seq", .expect = "seq", .from = "locked", .into = "seen"},
    {.kind = STEP_DO, .target = "combining_v4_swapped", .to = {"lost"}},
    {.kind = STEP_LOAD, .target = "hpet", .into = "result"},
    {.kind = STEP_STORE, .target = "saved", .from = "result"},
    {.kind = STEP_IRQ_ON},
    {.kind = STEP_RETURN},
    {.kind = STEP_IRQ_ON, .label = "lost"},
    {.kind = STEP_SPIN, .target = "seq", .from = "locked", .label = "locked"},
    {.kind = STEP_FETCH, .target = "saved", .into = "result"},
};
static const struct path_text never_unlocks_path = {.name = "never_unlocks",
                                                    .step = never_unlocks_steps,
                                                    .step_count =
                                                        sizeof never_unlocks_steps / sizeof *never_unlocks_steps};

static const struct word_text never_unlocks_words[] = {
    {.name = "seq", .scope = SCOPE_MACHINE},
    {.name = "saved", .scope = SCOPE_MACHINE},
};

const struct policy_descriptor policy_never_unlocks = {
    .name = "never-unlocks",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_HPET,
    .counter_bits = 32,
    .high_resolution = true,
    .path = &never_unlocks_path,
    .words = never_unlocks_words,
    .word_count = sizeof never_unlocks_words / sizeof *never_unlocks_words,
    .help = "broken: the sequence word stays locked",
    .source = "a test",
};
