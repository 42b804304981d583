/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Combining reads of the HPET, first form: a sequence word whose lowest bit is a lock.
 *
 * Whoever gets the bit reads the device and moves the sequence on; the others watch the sequence and then take the stored value.
 * The mail describes this in words; the order of steps here is from memory of the patch (v1 to v4, not merged).
 */
#include "models/policy/policies.h"

static const struct step_text steps[] = {
    {.kind = STEP_FETCH, .target = "hpet_seq", .into = "seq"},
    {.kind = STEP_DO, .target = "combining_v4_begin", .to = {"locked"}},
    {.kind = STEP_IRQ_OFF},
    {.kind = STEP_SWAP, .target = "hpet_seq", .expect = "seq", .from = "locked", .into = "seen"},
    {.kind = STEP_DO, .target = "combining_v4_swapped", .to = {"lost"}},
    {.kind = STEP_LOAD, .target = "hpet", .into = "result"},
    {.kind = STEP_STORE, .target = "hpet_saved", .from = "result"},
    {.kind = STEP_STORE, .target = "hpet_seq", .from = "unlocked"},
    {.kind = STEP_IRQ_ON},
    {.kind = STEP_RETURN},
    {.kind = STEP_IRQ_ON, .label = "lost"},
    {.kind = STEP_SPIN, .target = "hpet_seq", .from = "locked", .label = "locked"},
    {.kind = STEP_FETCH, .target = "hpet_saved", .into = "result"},
};
static const struct path_text path = {
    .name = "read_hpet_v4", .step = steps, .step_count = sizeof steps / sizeof *steps};

static const struct word_text words[] = {
    {.name = "hpet_seq", .scope = SCOPE_MACHINE},
    {.name = "hpet_saved", .scope = SCOPE_MACHINE},
};

const struct policy_descriptor policy_hpet_combining_v4 = {
    .name = "hpet-combining-v4",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_HPET,
    .counter_bits = 32,
    .high_resolution = true,
    .path = &path,
    .words = words,
    .word_count = sizeof words / sizeof *words,
    .help = "one CPU reads the HPET, the others copy: sequence word with a bit lock",
    .source = "W. Long, [PATCH v4] x86/hpet: Reduce HPET counter read contention, 2016-05-12; steps from memory",
};

enum { SEQ, LOCKED, UNLOCKED };

/* What the word holds while this read's winner has it, and after. */
static int combining_v4_begin(struct do_call *call)
{
    int64_t seq = *do_register(call, SEQ);
    *do_register(call, LOCKED) = seq | 1;
    *do_register(call, UNLOCKED) = (seq | 1) + 1;
    return seq & 1;
}

const struct do_descriptor do_combining_v4_begin = {
    .name = "combining_v4_begin",
    .help = "works out the locked and the next sequence; picks its label when the word is locked already",
    .registers = {"seq", "locked", "unlocked"},
    .labels = 1,
    .function = combining_v4_begin,
    .source = "W. Long, v4; from memory",
};

static int combining_v4_swapped(struct do_call *call)
{
    return *do_register(call, 0) != *do_register(call, 1);
}

const struct do_descriptor do_combining_v4_swapped = {
    .name = "combining_v4_swapped",
    .help = "picks its label when another CPU got the lock bit first",
    .registers = {"seen", "seq"},
    .labels = 1,
    .function = combining_v4_swapped,
    .source = "W. Long, v4; from memory",
};
