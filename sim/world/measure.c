/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurement: how long clock reads take, and how their values compare with the truth and with each other. */
#include "sim/world/world_private.h"

#include <string.h>

/* The counter's true count now, not cut to its width. */
static uint64_t true_count(const struct world *world)
{
    switch (world->program->clock->clocksource->rate) {
    case RATE_HPET:
        return oscillator_count(&world->hpet, world->now);
    case RATE_TSC:
        return oscillator_count(&world->tsc, world->now);
    case RATE_ACPI_PM:
        return oscillator_count(&world->acpi_pm, world->now);
    default:
        return (uint64_t)(world->now.ps / (world->kernel.tick_period_ns * 1000));
    }
}

/* Nanoseconds of one cycle of the clocksource in force. */
static double cycle_ns(const struct world *world)
{
    switch (world->program->clock->clocksource->rate) {
    case RATE_HPET:
        return 1e15 / (double)world->hpet.rate_uhz;
    case RATE_TSC:
        return 1e15 / (double)world->tsc.rate_uhz;
    case RATE_ACPI_PM:
        return 1e15 / (double)world->acpi_pm.rate_uhz;
    default:
        return (double)world->kernel.tick_period_ns;
    }
}

void measure_prepare(struct world *world)
{
    world->cycle_ps = cycle_ns(world) * 1e3;
    histogram_init(&world->totals.clock_read_ps);
    histogram_init(&world->totals.staleness_ps);
}

/* A device read begins: it may be the one that answers readers who look from now on. */
void measure_load_begin(struct world *world, struct context *context)
{
    if (context->loads)
        return;
    context->loads = true;
    if (world->loading_reads++ == 0)
        world->load_begin_count = true_count(world);
}

void measure_read_begin(struct world *world, struct context *context)
{
    context->read_start = world->now;
    context->read_floor = world->read_latest;
    context->reads = true;
    context->loads = false;
    context->sample_floor = world->loading_reads > 0 ? world->load_begin_count : true_count(world);
}

void measure_read_end(struct world *world, struct context *context)
{
    world->loading_reads -= context->loads;
    context->reads = context->loads = false;
    histogram_add(&world->totals.clock_read_ps, (uint64_t)(world->now.ps - context->read_start.ps));
    /* Unwrap the reading: it lies within half its range of the truth. */
    int bits = world->program->clock->clocksource->counter_bits;
    uint64_t truth = true_count(world);
    uint64_t mask = counter_mask(bits);
    uint64_t ahead = ((uint64_t)context->reg[RESULT_REGISTER] - truth) & mask;
    bool behind = ahead > mask / 2;
    uint64_t error = behind ? (mask - ahead) + 1 : ahead;
    uint64_t reading = behind ? truth - error : truth + error;
    histogram_add(&world->totals.staleness_ps, behind ? (uint64_t)((double)error * world->cycle_ps) : 0);
    if (error > world->time_error_max)
        world->time_error_max = error;
    /* Differences of counts that lie within half the range of 64 bits of each other. */
    bool ticks = world->program->clock->clocksource->rate == RATE_TICK;
    if (world->hold_promises)
        promise_reading(world, context, reading);
    if (!ticks && (int64_t)(reading - context->sample_floor) < 0)
        world->totals.early_samples++;
    if ((int64_t)(reading - context->read_floor) < 0) {
        world->totals.backward_reads++;
        if (context->read_floor - reading > world->backward_max)
            world->backward_max = context->read_floor - reading;
    }
    if ((int64_t)(reading - world->read_latest) > 0)
        world->read_latest = reading;
}

/* Opens the books anew at the end of the warm-up. */
void measure_reset(struct world *world)
{
    for (int32_t i = 0; i < world->cpu_count; i++)
        charge(world, &world->cpu[i]);
    if (world->watched)
        watch_measure(world);
    for (int32_t i = 0; i < world->cpu_count; i++) {
        struct cpu *cpu = &world->cpu[i];
        memset(cpu->cell_ps, 0, sizeof cpu->cell_ps);
        cpu->work_full_ps = cpu->work_shared_ps = cpu->user_full_ps = cpu->user_shared_ps = 0;
        cpu->kernel->counts = (struct kernel_counts){0};
    }
    bus_reset_books(&world->bus, world->now);
    world->load_steps = 0;
    for (int32_t i = 0; i < world->cpu_count; i++)
        world->load_steps += world->cpu[i].activity == ACTIVITY_TRAVEL_OUT;
    world->overshoot_q16 = 0;
    world->planned_q16 = books_work_left_q16(world);
    world->time_error_max = world->backward_max = 0;
    memset(&world->totals, 0, sizeof world->totals);
    histogram_init(&world->totals.clock_read_ps);
    histogram_init(&world->totals.staleness_ps);
    world->totals.measured_ps = -world->now.ps;
}

/* Fills the totals at the end of the run. */
void measure_close(struct world *world)
{
    struct world_totals *totals = &world->totals;
    totals->measured_ps += world->now.ps;
    totals->cpu_count = world->cpu_count;
    int64_t(*cells)[PLACE_COUNT][CAUSE_COUNT] = totals->books.ps;
    for (int32_t i = 0; i < world->cpu_count; i++) {
        struct cpu *cpu = &world->cpu[i];
        charge(world, cpu);
        for (int c = 0; c < CELL_COUNT; c++)
            (&cells[0][0][0])[c] += cpu->cell_ps[c];
        totals->user_work_ps +=
            (double)cpu->user_full_ps + (double)cpu->user_shared_ps * (double)world->shared_speed_q16 / 65536;
        const struct kernel_counts *counts = &cpu->kernel->counts;
        totals->kernel.ticks += counts->ticks;
        totals->kernel.lost_ticks += counts->lost_ticks;
        totals->kernel.late += counts->late;
        totals->kernel.hangs += counts->hangs;
        totals->kernel.switches += counts->switches;
        totals->kernel.preemptions += counts->preemptions;
    }
    bus_settle(&world->bus, world->now);
    totals->bus_busy_ps = world->bus.busy_ps;
    totals->bus_queue_integral_ps = world->bus.queue_integral_ps;
    totals->bus_inside_max = world->bus.inside_max;
    totals->device_reads = world->bus.accesses;
    totals->backward_max_ns = (double)world->backward_max * cycle_ns(world);
    totals->time_error_max_ns = (double)world->time_error_max * cycle_ns(world);
    totals->events = world->events;
    totals->event_hash = world->event_hash;
}
