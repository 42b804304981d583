/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timekeeper: readers under a sequence count, one writer.
 *
 * Described from kernel/time/timekeeping.c and kernel/time/tick-sched.c, Linux 4.6. The writer reads the clocksource and
 * accumulates on a shadow copy; the sequence is odd only while the copy is put in place.
 */
#include "models/kernel/dos.h"
#include "models/kernel/kernel.h"

static int seqcount_is_odd(struct do_call *call)
{
    return *do_register(call, 0) & 1;
}

const struct do_descriptor do_seqcount_is_odd = {
    .name = "seqcount_is_odd",
    .help = "picks its label while a writer is in the odd section",
    .registers = {"seq"},
    .labels = 1,
    .function = seqcount_is_odd,
    .source = "read_seqcount_begin(), include/linux/seqlock.h, 4.6",
};

static int seqcount_changed(struct do_call *call)
{
    return *do_register(call, 0) != *do_register(call, 1);
}

const struct do_descriptor do_seqcount_changed = {
    .name = "seqcount_changed",
    .help = "picks its label when a writer came between the two looks at the sequence",
    .registers = {"seq", "seq_after"},
    .labels = 1,
    .function = seqcount_changed,
    .source = "read_seqcount_retry(), include/linux/seqlock.h, 4.6",
};

static int seqcount_increment(struct do_call *call)
{
    ++*do_register(call, 0);
    return 0;
}

const struct do_descriptor do_seqcount_increment = {
    .name = "seqcount_increment",
    .help = "the next value of the sequence, to be stored",
    .registers = {"seq"},
    .function = seqcount_increment,
    .source = "write_seqcount_begin() and _end(), include/linux/seqlock.h, 4.6",
};

static int ktime_from_cycles(struct do_call *call)
{
    uint64_t cycles = (uint64_t)*do_register(call, 0);
    *do_register(call, 1) = timekeeper_ns(&call->kernel->timekeeper, cycles);
    return 0;
}

const struct do_descriptor do_ktime_from_cycles = {
    .name = "ktime_from_cycles",
    .help = "local time in ns of a counter reading",
    .registers = {"cycles", "result"},
    .function = ktime_from_cycles,
    .source = "timekeeping_get_ns(), kernel/time/timekeeping.c, 4.6",
};

static int update_jiffies(struct do_call *call)
{
    struct kernel *kernel = call->kernel;
    struct timekeeper *timekeeper = &kernel->timekeeper;
    int64_t late_ns = *do_register(call, 0) - timekeeper->next_jiffy_ns;
    if (late_ns < 0)
        return 1;
    int64_t ticks = 1 + late_ns / kernel->tick_period_ns;
    timekeeper->jiffies += (uint64_t)ticks;
    timekeeper->next_jiffy_ns += ticks * kernel->tick_period_ns;
    *do_register(call, 1) = (int64_t)timekeeper->jiffies;
    return 0;
}

const struct do_descriptor do_update_jiffies = {
    .name = "update_jiffies",
    .help = "counts the ticks that have passed; picks its label when none has",
    .registers = {"tick_now", "jiffies"},
    .labels = 1,
    .function = update_jiffies,
    .source = "tick_do_update_jiffies64(), kernel/time/tick-sched.c, 4.1",
};

static int count_jiffy(struct do_call *call)
{
    struct timekeeper *timekeeper = &call->kernel->timekeeper;
    timekeeper->jiffies++;
    timekeeper->next_jiffy_ns += call->kernel->tick_period_ns;
    *do_register(call, 0) = (int64_t)timekeeper->jiffies;
    return 0;
}

const struct do_descriptor do_count_jiffy = {
    .name = "count_jiffy",
    .help = "counts one tick, as the periodic tick does without looking at a clock",
    .registers = {"jiffies"},
    .function = count_jiffy,
    .source = "tick_periodic(), kernel/time/tick-common.c, 4.1",
};

static int timekeeping_due(struct do_call *call)
{
    const struct timekeeper *timekeeper = &call->kernel->timekeeper;
    uint64_t delta = ((uint64_t)*do_register(call, 0) - timekeeper->cycle_last) & timekeeper->mask;
    return delta >= timekeeper->cycle_interval;
}

const struct do_descriptor do_timekeeping_due = {
    .name = "timekeeping_due",
    .help = "picks its label when at least one tick of cycles has to be accumulated",
    .registers = {"cycles"},
    .labels = 1,
    .function = timekeeping_due,
    .source = "update_wall_time(), kernel/time/timekeeping.c, 4.6",
};

static int timekeeping_advance(struct do_call *call)
{
    struct timekeeper *timekeeper = &call->kernel->timekeeper;
    uint64_t delta = ((uint64_t)*do_register(call, 0) - timekeeper->cycle_last) & timekeeper->mask;
    uint64_t cycles = delta / timekeeper->cycle_interval * timekeeper->cycle_interval;
    unsigned __int128 shifted = (unsigned __int128)cycles * timekeeper->mult + timekeeper->base_fraction;
    timekeeper->base_ns += (int64_t)(shifted >> timekeeper->shift);
    timekeeper->base_fraction = (uint64_t)shifted & (((uint64_t)1 << timekeeper->shift) - 1);
    timekeeper->cycle_last = (timekeeper->cycle_last + cycles) & timekeeper->mask;
    return 0;
}

const struct do_descriptor do_timekeeping_advance = {
    .name = "timekeeping_advance",
    .help = "brings the time base forward by whole ticks of cycles",
    .registers = {"cycles"},
    .function = timekeeping_advance,
    .source = "update_wall_time(), kernel/time/timekeeping.c, 4.6",
};

static int ktime_coarse(struct do_call *call)
{
    *do_register(call, 0) = call->kernel->timekeeper.base_ns;
    return 0;
}

const struct do_descriptor do_ktime_coarse = {
    .name = "ktime_coarse",
    .help = "local time of the last tick, without reading a counter",
    .registers = {"now"},
    .function = ktime_coarse,
    .source = "hrtimer_get_softirq_time(), kernel/time/hrtimer.c, up to 4.1",
};
