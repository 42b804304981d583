/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A kernel profile: its settings, the costs of its code, and its paths. Data only; const while running. */
#ifndef MODELS_KERNEL_PROFILE_H
#define MODELS_KERNEL_PROFILE_H

#include "models/step/step.h"

enum tick_phase {
    TICK_ALIGNED, /* all CPUs tick at one instant (skew_tick=0) */
    TICK_SKEWED,  /* CPU i later by i * (period / 2) / N (skew_tick=1) */
    TICK_SPREAD,  /* CPU i later by i * period / N */
};
extern const char *const tick_phase_names[3];

struct kernel_profile {
    int64_t hz;                  /* 100, 250, 300 or 1000 */
    enum tick_phase tick_phase;
    int64_t seqcount_retry;      /* 0 or 1: readers repeat when the timekeeper updated meanwhile */
    int64_t late_tick_rule;      /* 0 or 1: the limit of passes and the forced wait of the timer interrupt */
    int64_t sched_latency_ps;    /* a runnable task's turn is this divided by the number of tasks ... */
    int64_t sched_min_granularity_ps; /* ... but no less than this */
    struct distribution interrupt_entry_delay; /* from the timer's expiry to the handler's first instruction */
    struct distribution irq_off_interval; /* from one region with interrupts off to the next, on each CPU; fixed 0: none */
    struct distribution irq_off_length;   /* their length */
    const struct cost_text *cost;
    size_t cost_count;
    const struct word_text *word;
    size_t word_count;
    const struct channel_text *channel;
    size_t channel_count;
    const struct path_text *path;
    size_t path_count;
};

/* The paths the world itself enters; a profile has those it needs. */
#define PATH_TIMER_INTERRUPT "timer_interrupt"       /* one-shot timer, clock with high resolution */
#define PATH_PERIODIC_INTERRUPT "periodic_interrupt" /* periodic timer, clock without */
#define PATH_SCHEDULE "schedule"                     /* the running task blocks, or an idle CPU was woken */
#define PATH_RESCHEDULE_INTERRUPT "reschedule_interrupt" /* another CPU made a task runnable here */
#define PATH_SLEEP "sleep"                            /* a task is about to sleep: queue its timer */

#endif
