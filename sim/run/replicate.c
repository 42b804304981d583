/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/run/replicate.h"

#include "sim/world/world.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : NAN;
}

/* Time of all cells with a context and place in the given sets (bit masks), in ps. */
static double cells_ps(const struct books *books, unsigned contexts, unsigned places)
{
    double ps = 0;
    for (int context = 0; context < CONTEXT_COUNT; context++)
        for (int place = 0; place < PLACE_COUNT; place++)
            if (contexts >> context & 1 && places >> place & 1)
                for (int cause = 0; cause < CAUSE_COUNT; cause++)
                    ps += (double)books->ps[context][place][cause];
    return ps;
}

enum {
    EVERYWHERE = (1 << PLACE_COUNT) - 1,
    EVER = (1 << CONTEXT_COUNT) - 1,
    IN_READ = 1 << PLACE_CLOCK_READ | 1 << PLACE_CLOCK_READ_RETRY,
    IN_PATH = IN_READ | 1 << PLACE_CLOCK_PATH | 1 << PLACE_CLOCK_PATH_RETRY,
    IN_ANY_CLOCK = IN_PATH | 1 << PLACE_SCHED_CLOCK,
};

static void fill_clock_metrics(double *value, const struct world_totals *totals, double cpu_ps)
{
    const struct histogram *read = &totals->clock_read_ps;
    value[METRIC_CLOCK_READ_SHARE] = 100 * cells_ps(&totals->books, EVER, IN_READ) / cpu_ps;
    value[METRIC_CLOCK_PATH_SHARE] = 100 * cells_ps(&totals->books, EVER, IN_PATH) / cpu_ps;
    if (read->count > 0) {
        value[METRIC_CLOCK_READ_MEAN] = histogram_mean(read) * 1e-3;
        value[METRIC_CLOCK_READ_P50] = histogram_quantile(read, 0.5) * 1e-3;
        value[METRIC_CLOCK_READ_P99] = histogram_quantile(read, 0.99) * 1e-3;
        value[METRIC_CLOCK_READ_MAX] = (double)read->greatest * 1e-3;
        value[METRIC_BACKWARD_READS] = 1e6 * (double)totals->backward_reads / (double)read->count;
        value[METRIC_BACKWARD_MAX] = totals->backward_max_ns;
        value[METRIC_TIME_ERROR_MAX] = totals->time_error_max_ns;
        value[METRIC_STALENESS_MEAN] = histogram_mean(&totals->staleness_ps) * 1e-3;
        value[METRIC_STALENESS_P99] = histogram_quantile(&totals->staleness_ps, 0.99) * 1e-3;
        value[METRIC_STALENESS_MAX] = (double)totals->staleness_ps.greatest * 1e-3;
        value[METRIC_EARLY_SAMPLES] = 1e6 * (double)totals->early_samples / (double)read->count;
    }
}

static void fill_bus_metrics(double *value, const struct world_totals *totals, double seconds)
{
    double measured_ps = (double)totals->measured_ps;
    value[METRIC_BUS_UTILISATION] = 100 * (double)totals->bus_busy_ps / measured_ps;
    value[METRIC_BUS_QUEUE_MEAN] = (double)totals->bus_queue_integral_ps / measured_ps;
    value[METRIC_BUS_QUEUE_MAX] = totals->bus_inside_max > 0 ? (double)totals->bus_inside_max - 1 : 0;
    value[METRIC_DEVICE_READS] = (double)totals->device_reads / seconds;
}

static void fill_tick_metrics(double *value, const struct world_totals *totals, double cpu_ps, double seconds)
{
    const struct kernel_counts *counts = &totals->kernel;
    double ticks = (double)counts->ticks;
    value[METRIC_TICK_SHARE] = 100 * cells_ps(&totals->books, 1u << CONTEXT_TICK, EVERYWHERE) / cpu_ps;
    value[METRIC_TICKS] = ticks / seconds;
    value[METRIC_LATE_TICKS] = (double)counts->late / seconds;
    value[METRIC_LOST_TICKS] = (double)counts->lost_ticks / seconds;
    value[METRIC_TICK_HANGS] = (double)counts->hangs / seconds;
    value[METRIC_CLOCK_READS_PER_TICK] = ratio((double)totals->reads[CLOCK_CLOCKSOURCE][CONTEXT_TICK], ticks);
    value[METRIC_SEQCOUNT_RETRIES] = ratio((double)totals->retries, ticks);
}

static void fill_switch_metrics(double *value, const struct world_totals *totals, double seconds)
{
    const unsigned in_switch = 1u << CONTEXT_SWITCH;
    double switches = (double)totals->kernel.switches;
    double switch_ps = cells_ps(&totals->books, in_switch, EVERYWHERE);
    double reads = 0;
    for (int kind = 0; kind < CLOCK_KIND_COUNT; kind++)
        reads += (double)totals->reads[kind][CONTEXT_SWITCH];
    value[METRIC_SWITCH_RATE] = switches / seconds;
    value[METRIC_PREEMPTIONS] = (double)totals->kernel.preemptions / seconds;
    value[METRIC_SWITCH_COST] = ratio(switch_ps * 1e-3, switches);
    value[METRIC_CLOCK_READS_PER_SWITCH] = ratio(reads, switches);
    value[METRIC_SWITCH_CLOCK_SHARE] = ratio(100 * cells_ps(&totals->books, in_switch, IN_ANY_CLOCK), switch_ps);
}

static void fill_metrics(const struct scenario *scenario, const struct world_totals *totals, double *value)
{
    double seconds = (double)totals->measured_ps * 1e-12;
    double cpu_ps = (double)totals->measured_ps * totals->cpu_count;
    for (int i = 0; i < METRIC_COUNT; i++)
        value[i] = NAN;
    if (scenario->workload.kind == WORKLOAD_COMPUTE_JOBS) {
        double work_ps = distribution_mean_ps(&scenario->workload.work_per_job);
        value[METRIC_THROUGHPUT] = totals->user_work_ps / work_ps / seconds * 60;
    }
    value[METRIC_COMPLETIONS] = (double)totals->jobs / seconds * 60;
    value[METRIC_USER_SHARE] = 100 * cells_ps(&totals->books, 1u << CONTEXT_USER, EVERYWHERE) / cpu_ps;
    fill_clock_metrics(value, totals, cpu_ps);
    fill_bus_metrics(value, totals, seconds);
    fill_tick_metrics(value, totals, cpu_ps, seconds);
    fill_switch_metrics(value, totals, seconds);
}

void replicate(const struct scenario *scenario, const struct program *program, int64_t number,
               const struct run_options *options, struct replication *replication)
{
    memset(replication, 0, sizeof *replication);
    replication->replication = number;
    for (int i = 0; i < METRIC_COUNT; i++)
        replication->value[i] = NAN;
    histogram_init(&replication->clock_read_ps);
    struct error error = {.status = STATUS_OK};
    struct world *world = NULL;
    struct world_options world_options = {
        .key = {(uint64_t)scenario->run.seed, (uint64_t)number},
        .slot_permutation = options->slot_permutation ? options->slot_permutation + (uint64_t)number : 0,
    };
    if (options->trace && number == 0)
        world_options.trace = options->trace(options->trace_context, scenario, program, number);
    double start_s = seconds_now();
    if (world_create(program, scenario, &world_options, &world, &error) || world_run(world, &error)) {
        replication->status = error.status;
        snprintf(replication->failure, sizeof replication->failure, "%s", error.message);
    } else {
        const struct world_totals *totals = world_totals(world);
        fill_metrics(scenario, totals, replication->value);
        replication->event_hash = totals->event_hash;
        replication->events = totals->events;
        replication->books = totals->books;
        replication->clock_read_ps = totals->clock_read_ps;
    }
    replication->wall_s = seconds_now() - start_s;
    world_destroy(world);
}
