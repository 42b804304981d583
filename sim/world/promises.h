/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every clock policy promises, and a world that holds its own to it: world_options.hold_promises.
 *
 * The run fails at the read that breaks a promise, so that the last steps of a trace are those that led to it. What
 * shows only at the end of a run, a read that never returns, is looked for by promises_check_end().
 */
#ifndef SIM_WORLD_PROMISES_H
#define SIM_WORLD_PROMISES_H

#include "sim/world/world.h"

enum promise {
    PROMISE_NONE,    /* none is broken */
    PROMISE_ENDS,    /* it ends: no deadlock, no endless loop */
    PROMISE_FORWARD, /* no reading lies behind one that anybody had when its read began, beyond the bound */
    PROMISE_FRESH,   /* none was sampled before the device read that was under way when its read began, beyond the bound
                      */
    PROMISE_WIDTH,   /* a reading fits into the counter's width */
    PROMISE_INTERRUPTS, /* interrupts are on after a read if they were before */
    PROMISE_LOCKS,      /* a read leaves with the locks that it came with */
    PROMISE_COUNTED,    /* the books balance and every read is in them */
    PROMISE_COUNT
};

struct promise_info {
    const char *name; /* a word */
    const char *help; /* what is promised */
};
extern const struct promise_info promises[PROMISE_COUNT];

/* The promise that a failed run has broken; PROMISE_ENDS for failures of the run as such. */
enum promise world_broken_promise(const struct world *world);

/* For a finished run whose tasks have all stopped reading at `quiet_ps` or before: a read that began before and is
 * still under way, a read that was not counted. Returns 0, or an error (65) after setting the promise. */
int promises_check_end(struct world *world, int64_t quiet_ps, struct error *error) MUST_CHECK;

#endif
