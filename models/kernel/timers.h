/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Software timers of one CPU, ordered by local expiry: a pairing heap whose nodes live in their owners.
 *
 * Local nanoseconds are what the kernel's own clock says, not true time. Nothing is allocated. Equal
 * expiries come out in the order of their insertion (`order`).
 */
#ifndef MODELS_KERNEL_TIMERS_H
#define MODELS_KERNEL_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum timer_kind { TIMER_TICK, TIMER_SLEEP };

struct timer_node {
    int64_t expiry_ns; /* local */
    uint64_t order;
    enum timer_kind kind;
    int32_t task; /* TIMER_SLEEP: who sleeps */
    bool queued;
    struct timer_node *child, *sibling;
};

struct timers {
    struct timer_node *first; /* the earliest, or NULL */
    uint64_t inserted;
};

/* Queues a node that is not queued. */
void timers_insert(struct timers *timers, struct timer_node *node);

/* Takes the earliest node out and returns it; NULL when there is none. */
struct timer_node *timers_take_first(struct timers *timers);

/* Takes out a node that is queued. */
void timers_remove(struct timers *timers, struct timer_node *node);

#endif
