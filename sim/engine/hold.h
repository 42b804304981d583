/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hold model: how many events per second the agenda can pass, against a yardstick in the same process.
 *
 * A fixed number of events is pending; each step takes the earliest, adds an exponential increment and puts it
 * back. The yardstick is a textbook binary heap of { double time; int id }, pop then push, built by the same
 * compiler with the same flags and fed the same increments, which are drawn before the clock starts.
 */
#ifndef SIM_ENGINE_HOLD_H
#define SIM_ENGINE_HOLD_H

#include <stddef.h>

struct hold_result {
    double events_per_s;          /* median over the rounds; NaN when memory is short, like the others */
    double baseline_events_per_s; /* the same for the binary heap */
    double ratio;                 /* median over the rounds of agenda speed / heap speed within a round */
};

/* `pending` 1 .. 65536, `events` per round > 0, `rounds` > 0. The two take turns, so that a clock speed that wanders
 * meets both. Real time passes: the result differs from run to run. */
struct hold_result hold_measure(size_t pending, size_t events, int rounds);

#endif
