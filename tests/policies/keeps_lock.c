/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken on purpose: a lock that is taken and not released. */
#include "models/policy/external.h"

CLOCKSIM_POLICY(policy_keeps_lock);

static const struct step_text keeps_lock_steps[] = {
    {.kind = STEP_LOCK, .target = "lock"},
    {.kind = STEP_LOAD, .target = "hpet", .into = "result"},
};
static const struct path_text keeps_lock_path = {
    .name = "keeps_lock", .step = keeps_lock_steps, .step_count = sizeof keeps_lock_steps / sizeof *keeps_lock_steps};

static const struct word_text keeps_lock_words[] = {
    {.name = "lock", .scope = SCOPE_MACHINE, .lock = LOCK_TICKET},
};

const struct policy_descriptor policy_keeps_lock = {
    .name = "keeps-lock",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_HPET,
    .counter_bits = 32,
    .high_resolution = true,
    .path = &keeps_lock_path,
    .words = keeps_lock_words,
    .word_count = sizeof keeps_lock_words / sizeof *keeps_lock_words,
    .help = "broken: the lock is never released",
    .source = "a test",
};
