/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/kernel/kernel.h"

#include "sim/base/error.h"

void clock_conversion(uint64_t rate_uhz, unsigned seconds, uint32_t *mult, uint32_t *shift)
{
    /* How many high bits a count of `seconds` needs beyond 32: the multiplier gets what is left of 64. */
    unsigned __int128 cycles = (unsigned __int128)rate_uhz * seconds / 1000000u;
    unsigned spare = 32;
    for (uint64_t high = (uint64_t)(cycles >> 32); high; high >>= 1)
        spare--;
    const unsigned __int128 ns_per_cycle_e6 = 1000000000000000u;
    for (uint32_t s = 32; s > 0; s--) {
        unsigned __int128 m = ((ns_per_cycle_e6 << s) + rate_uhz / 2) / rate_uhz;
        if (m >> spare == 0) {
            *mult = (uint32_t)m;
            *shift = s;
            return;
        }
    }
    *shift = 0;
    *mult = (uint32_t)((ns_per_cycle_e6 + rate_uhz / 2) / rate_uhz);
}

int64_t timekeeper_ns(const struct timekeeper *timekeeper, uint64_t cycles)
{
    uint64_t delta = (cycles - timekeeper->cycle_last) & timekeeper->mask;
    if (delta > timekeeper->mask / 2)
        delta = 0; /* a reading from before the last update, as clocksource_delta() has it on x86 (4.6, from memory) */
    unsigned __int128 shifted = (unsigned __int128)delta * timekeeper->mult + timekeeper->base_fraction;
    return timekeeper->base_ns + (int64_t)(shifted >> timekeeper->shift);
}

static int64_t tick_phase_ns(const struct kernel *kernel, int32_t cpu)
{
    switch (kernel->profile->tick_phase) {
    case TICK_ALIGNED:
        return 0;
    case TICK_SKEWED: /* tick_setup_sched_timer(), kernel/time/tick-sched.c, 4.6: half a period over all CPUs */
        return kernel->tick_period_ns / 2 / kernel->cpu_count * cpu;
    case TICK_SPREAD:
        return kernel->tick_period_ns / kernel->cpu_count * cpu;
    }
    ensure(false);
    return 0;
}

void kernel_init(struct kernel *kernel, uint64_t rate_uhz, int bits, uint64_t cycles, uint64_t tsc_rate_uhz,
                 int64_t first_tick_ns)
{
    kernel->tick_period_ns = 1000000000 / kernel->profile->hz;
    /* Chosen: the most that __clocksource_update_freq_scale() asks for; it asks for less when the counter wraps sooner, which
     * gives a finer multiplier than is needed here. */
    enum { CONVERSION_RANGE_S = 600 };
    struct timekeeper *timekeeper = &kernel->timekeeper;
    clock_conversion(rate_uhz, CONVERSION_RANGE_S, &timekeeper->mult, &timekeeper->shift);
    clock_conversion(tsc_rate_uhz, CONVERSION_RANGE_S, &kernel->tsc_mult, &kernel->tsc_shift);
    timekeeper->mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    timekeeper->cycle_last = cycles & timekeeper->mask;
    timekeeper->next_jiffy_ns = kernel->tick_period_ns;
    unsigned __int128 interval = (unsigned __int128)rate_uhz * (uint64_t)kernel->tick_period_ns;
    timekeeper->cycle_interval = (uint64_t)((interval + 500000000000000u) / 1000000000000000u);
    if (timekeeper->cycle_interval == 0)
        timekeeper->cycle_interval = 1;
    for (int32_t i = 0; i < kernel->cpu_count; i++) {
        struct kernel_cpu *cpu = &kernel->cpu[i];
        cpu->number = i;
        cpu->queue_head = cpu->queue_tail = cpu->current = TASK_NONE;
        cpu->tick.kind = TIMER_TICK;
        cpu->tick.task = TASK_NONE;
        cpu->tick.expiry_ns = first_tick_ns + tick_phase_ns(kernel, i);
        timers_insert(&cpu->timers, &cpu->tick);
    }
    for (int32_t i = 0; i < kernel->task_count; i++) {
        kernel->task_timer[i].kind = TIMER_SLEEP;
        kernel->task_timer[i].task = i;
    }
}

void run_queue_add(struct kernel *kernel, struct kernel_cpu *cpu, int32_t task)
{
    kernel->task_next[task] = TASK_NONE;
    if (cpu->queue_tail == TASK_NONE)
        cpu->queue_head = task;
    else
        kernel->task_next[cpu->queue_tail] = task;
    cpu->queue_tail = task;
    cpu->queue_length++;
}
