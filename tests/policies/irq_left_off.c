/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken on purpose: who loses returns with interrupts off. */
#include "models/policy/external.h"

CLOCKSIM_POLICY(policy_irq_left_off);

static const struct step_text irq_left_off_steps[] = {
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
    {.kind = STEP_SPIN, .target = "seq", .from = "locked", .label = "lost"},
    {.kind = STEP_FETCH, .target = "saved", .into = "result"},
    {.kind = STEP_RETURN},
    {.kind = STEP_SPIN, .target = "seq", .from = "locked", .label = "locked"},
    {.kind = STEP_FETCH, .target = "saved", .into = "result"},
};
static const struct path_text irq_left_off_path = {.name = "irq_left_off",
                                                   .step = irq_left_off_steps,
                                                   .step_count =
                                                       sizeof irq_left_off_steps / sizeof *irq_left_off_steps};

static const struct word_text irq_left_off_words[] = {
    {.name = "seq", .scope = SCOPE_MACHINE},
    {.name = "saved", .scope = SCOPE_MACHINE},
};

const struct policy_descriptor policy_irq_left_off = {
    .name = "irq-left-off",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_HPET,
    .counter_bits = 32,
    .high_resolution = true,
    .path = &irq_left_off_path,
    .words = irq_left_off_words,
    .word_count = sizeof irq_left_off_words / sizeof *irq_left_off_words,
    .help = "broken: interrupts stay off after a lost race",
    .source = "a test",
};
