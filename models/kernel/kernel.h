/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the modelled kernel knows: its timekeeper, its CPUs' timers, run queues and scheduler clocks.
 *
 * All of it is software state in local time. `do` functions change it; the world creates it, carries out
 * their effects, and reads the counts for metrics.
 */
#ifndef MODELS_KERNEL_KERNEL_H
#define MODELS_KERNEL_KERNEL_H

#include "models/kernel/profile.h"
#include "models/kernel/timers.h"
#include "models/step/do.h"

#include <stdbool.h>
#include <stdint.h>

/* Local time from counter readings: ns = base + ((cycles - cycle_last) & mask) * mult >> shift, the fraction kept. */
struct timekeeper {
    uint64_t cycle_last;
    uint64_t mask;
    uint32_t mult;
    uint32_t shift;
    int64_t base_ns;
    uint64_t base_fraction; /* in 2^-shift ns */
    uint64_t cycle_interval; /* one tick in whole cycles: time is brought forward by multiples of it */
    int64_t next_jiffy_ns;  /* the wall clock is brought forward when this is reached */
    uint64_t jiffies;       /* ticks counted since the start */
};

/* The filtered scheduler clock of one CPU (kernel/sched/clock.c, 4.6). */
struct sched_clock_data {
    int64_t tick_gtod_ns; /* ktime at the last tick */
    int64_t tick_raw_ns;  /* TSC nanoseconds at the last tick */
    int64_t clock_ns;     /* last value given out */
};

/* Counts for metrics; the world sets them to zero after the warm-up. */
struct kernel_counts {
    uint64_t ticks;       /* tick handlers run */
    uint64_t lost_ticks;  /* whole periods skipped by a handler's own now */
    uint64_t late;        /* times the next expiry had passed when it was to be programmed */
    uint64_t hangs;       /* times the limit of passes was reached and the CPU waited */
    uint64_t switches;    /* another task than before was picked */
    uint64_t preemptions; /* of those, by the end of a turn */
};

struct kernel_cpu {
    int32_t number;
    struct timers timers;
    struct timer_node tick;
    /* the timer interrupt under way */
    int64_t interrupt_entry_ns; /* its first now */
    int passes;
    int64_t forced_expiry_ns;
    /* run queue: first in, first out; links are kernel->task_next */
    int32_t queue_head, queue_tail; /* TASK_NONE when empty */
    int32_t queue_length;           /* without the current task */
    int32_t current;                /* TASK_NONE: idle */
    bool current_blocked;           /* the current task cannot go on: do not queue it again */
    bool need_resched;
    int64_t turn_start_ns; /* scheduler clock when the current task was picked */
    struct sched_clock_data sched_clock;
    struct kernel_counts counts;
};

struct kernel {
    const struct kernel_profile *profile;
    int64_t tick_period_ns;
    uint32_t tsc_mult, tsc_shift; /* TSC cycles to scheduler-clock nanoseconds */
    struct timekeeper timekeeper;
    int32_t cpu_count;
    struct kernel_cpu *cpu;            /* [cpu_count] */
    int32_t *task_next;                /* [task_count] run queue links */
    struct timer_node *task_timer;     /* [task_count] */
    int32_t task_count;
};

/* Prepares a kernel whose arrays the caller has allocated (zeroed): the conversion of a counter of
 * `rate_uhz` and `bits` wide that stands at `cycles` at local time 0, and of a TSC of `tsc_rate_uhz`; every CPU's
 * first tick by the profile's phase, from local time `first_tick_ns`. */
void kernel_init(struct kernel *kernel, uint64_t rate_uhz, int bits, uint64_t cycles, uint64_t tsc_rate_uhz,
                 int64_t first_tick_ns);

/* The clock's multiplier and shift for a rate: the greatest shift <= 32 whose multiplier fits 32 bits and converts
 * `seconds` of cycles within 64 bits, as clocks_calc_mult_shift() chooses it (kernel/time/clocksource.c, 4.6). */
void clock_conversion(uint64_t rate_uhz, unsigned seconds, uint32_t *mult, uint32_t *shift);

/* Local time of a counter reading, in ns. */
int64_t timekeeper_ns(const struct timekeeper *timekeeper, uint64_t cycles);

/* Puts a task at the tail of a CPU's run queue. */
void run_queue_add(struct kernel *kernel, struct kernel_cpu *cpu, int32_t task);

/* Scheduler-clock nanoseconds of a TSC reading. */
static inline int64_t tsc_ns(const struct kernel *kernel, int64_t cycles)
{
    return (int64_t)(((unsigned __int128)(uint64_t)cycles * kernel->tsc_mult) >> kernel->tsc_shift);
}

#endif
