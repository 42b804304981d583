/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A clock policy: how one clock is read. One file each; a const descriptor and a const path.
 *
 * The path leaves the reading in the register named `result`. A clocksource gives counter cycles; a sched_clock
 * gives nanoseconds.
 */
#ifndef MODELS_POLICY_POLICY_H
#define MODELS_POLICY_POLICY_H

#include "models/step/step.h"

enum policy_kind { POLICY_CLOCKSOURCE, POLICY_SCHED_CLOCK };

/* Which oscillator gives the rate of the readings. */
enum policy_rate { RATE_HPET, RATE_TSC, RATE_ACPI_PM, RATE_TICK, RATE_NANOSECONDS };

struct policy_descriptor {
    const char *name; /* `tsc`, `hpet`, ...; sched_clock policies: `stable`, `unstable` */
    enum policy_kind kind;
    enum policy_rate rate;
    int counter_bits;     /* width of the counter the reading is taken modulo; 0 for nanoseconds */
    /* How far a reading may lie behind one that anybody had when its read began, or before the device read then under way;
     * 0: never. `clocksim check --policy` holds it to that. */
    int64_t backward_bound_ns;
    bool high_resolution; /* can carry high-resolution timers; otherwise the periodic tick runs */
    bool sched_clock_unstable;
    const struct path_text *path;
    const struct word_text *words;
    size_t word_count;
    const char *help;   /* one line */
    const char *source; /* one line */
};

#endif
