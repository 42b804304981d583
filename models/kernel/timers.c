/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/kernel/timers.h"

#include "sim/base/error.h"

static bool earlier(const struct timer_node *a, const struct timer_node *b)
{
    return a->expiry_ns < b->expiry_ns || (a->expiry_ns == b->expiry_ns && a->order < b->order);
}

static struct timer_node *meld(struct timer_node *a, struct timer_node *b)
{
    if (!a || !b)
        return a ? a : b;
    if (earlier(b, a)) {
        struct timer_node *swap = a;
        a = b;
        b = swap;
    }
    b->sibling = a->child;
    a->child = b;
    return a;
}

void timers_insert(struct timers *timers, struct timer_node *node)
{
    ensure(!node->queued);
    node->queued = true;
    node->order = timers->inserted++;
    node->child = node->sibling = NULL;
    timers->first = meld(timers->first, node);
}

/* Melds a list of heaps in pairs, then the pairs from the last to the first. */
static struct timer_node *meld_pairs(struct timer_node *list)
{
    struct timer_node *pairs = NULL;
    while (list) {
        struct timer_node *a = list, *b = a->sibling;
        list = b ? b->sibling : NULL;
        a->sibling = NULL;
        if (b)
            b->sibling = NULL;
        struct timer_node *pair = meld(a, b);
        pair->sibling = pairs;
        pairs = pair;
    }
    struct timer_node *heap = NULL;
    while (pairs) {
        struct timer_node *next = pairs->sibling;
        pairs->sibling = NULL;
        heap = meld(heap, pairs);
        pairs = next;
    }
    return heap;
}

struct timer_node *timers_take_first(struct timers *timers)
{
    struct timer_node *first = timers->first;
    if (!first)
        return NULL;
    timers->first = meld_pairs(first->child);
    first->child = NULL;
    first->queued = false;
    return first;
}

void timers_remove(struct timers *timers, struct timer_node *node)
{
    /* Few timers are queued on a CPU: take out all before it, and put them back in their order. */
    struct timer_node *before = NULL;
    for (struct timer_node *first; (first = timers_take_first(timers)) != node;) {
        ensure(first);
        first->sibling = before;
        before = first;
    }
    while (before) {
        struct timer_node *next = before->sibling;
        before->sibling = NULL;
        before->queued = true;
        timers->first = meld(timers->first, before);
        before = next;
    }
}
