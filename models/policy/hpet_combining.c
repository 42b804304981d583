/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Combining reads of the HPET, merged form: lock and value in one 64-bit word, read in one load.
 *
 * A reader that finds the lock free tries it once. The winner reads the device, stores the value and unlocks, with
 * interrupts off. Whoever finds the lock held, or loses, waits until the value has changed or the lock is free and takes the
 * word's value: it never touches the device. (An NMI reads the device directly; none is modelled.) The word here is value * 2
 * + lock. A try that fails only because the value has moved on is repeated at once, with the line at hand: the lock's own
 * half was free, which is all that the kernel's try looks at.
 */
#include "models/policy/policies.h"

static const struct step_text steps[] = {
    {.kind = STEP_FETCH, .target = "hpet_word", .into = "old"},
    {.kind = STEP_DO, .target = "combining_begin", .to = {"contended"}},
    {.kind = STEP_IRQ_OFF},
    {.kind = STEP_SWAP, .target = "hpet_word", .expect = "expected", .from = "locked", .into = "seen", .label = "try"},
    {.kind = STEP_DO, .target = "combining_tried", .to = {"try", "lost"}},
    {.kind = STEP_LOAD, .target = "hpet", .into = "result"},
    {.kind = STEP_DO, .target = "combining_pack"},
    {.kind = STEP_STORE, .target = "hpet_word", .from = "locked"},
    {.kind = STEP_STORE, .target = "hpet_word", .from = "unlocked"},
    {.kind = STEP_IRQ_ON},
    {.kind = STEP_RETURN},
    {.kind = STEP_IRQ_ON, .label = "lost"},
    {.kind = STEP_FETCH, .target = "hpet_word", .into = "new", .label = "contended"},
    {.kind = STEP_DO, .target = "combining_wait", .to = {"wait"}, .label = "look"},
    {.kind = STEP_RETURN},
    {.kind = STEP_SPIN, .target = "hpet_word", .from = "new", .into = "new", .label = "wait"},
    {.kind = STEP_JUMP, .target = "look"},
};
static const struct path_text path = {
    .name = "read_hpet_combining", .step = steps, .step_count = sizeof steps / sizeof *steps};

static const struct word_text words[] = {
    {.name = "hpet_word", .scope = SCOPE_MACHINE},
};

const struct policy_descriptor policy_hpet_combining = {
    .name = "hpet-combining",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_HPET,
    .counter_bits = 32,
    .high_resolution = true,
    .path = &path,
    .words = words,
    .word_count = sizeof words / sizeof *words,
    .help = "one CPU reads the HPET, the others copy: lock and value in one word",
    .source = "read_hpet(), arch/x86/kernel/hpet.c, Linux 4.9 (commit f99fd22e4d4b)",
};

static int combining_begin(struct do_call *call)
{
    int64_t old = *do_register(call, 0);
    *do_register(call, 1) = old;
    *do_register(call, 2) = old | 1;
    return old & 1;
}

const struct do_descriptor do_combining_begin = {
    .name = "combining_begin",
    .help = "picks its label when the word's lock is held",
    .registers = {"old", "expected", "locked"},
    .labels = 1,
    .function = combining_begin,
    .source = "read_hpet(), arch/x86/kernel/hpet.c, 4.9",
};

static int combining_tried(struct do_call *call)
{
    int64_t seen = *do_register(call, 0);
    if (seen == *do_register(call, 1))
        return 0;
    *do_register(call, 1) = seen;
    *do_register(call, 2) = seen | 1;
    return seen & 1 ? 2 : 1;
}

const struct do_descriptor do_combining_tried = {
    .name = "combining_tried",
    .help = "the first label when only the value had changed, the second when the lock was held",
    .registers = {"seen", "expected", "locked"},
    .labels = 2,
    .function = combining_tried,
    .source = "arch_spin_trylock() in read_hpet(), 4.9",
};

static int combining_pack(struct do_call *call)
{
    int64_t value = *do_register(call, 0);
    *do_register(call, 1) = value * 2 + 1;
    *do_register(call, 2) = value * 2;
    return 0;
}

const struct do_descriptor do_combining_pack = {
    .name = "combining_pack",
    .help = "the word with the new value, locked and unlocked",
    .registers = {"result", "locked", "unlocked"},
    .function = combining_pack,
    .source = "read_hpet(), arch/x86/kernel/hpet.c, 4.9",
};

static int combining_wait(struct do_call *call)
{
    int64_t old = *do_register(call, 0), new = *do_register(call, 1);
    if (new >> 1 == old >> 1 && new & 1)
        return 1;
    *do_register(call, 2) = new >> 1;
    return 0;
}

const struct do_descriptor do_combining_wait = {
    .name = "combining_wait",
    .help = "picks its label while the value is the old one and the lock is held",
    .registers = {"old", "new", "result"},
    .labels = 1,
    .function = combining_wait,
    .source = "read_hpet(), arch/x86/kernel/hpet.c, 4.9",
};
