/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/run/metric.h"

#include <string.h>

static const char greatest[] = "a greatest value grows with the time simulated: shown is the mean over replications";

const struct metric_info metrics[METRIC_COUNT] = {
    [METRIC_THROUGHPUT] = {"throughput_jobs_per_min", "jobs/min", "work finished by tasks, over the work of one job",
                           NULL, SENSE_HIGHER_IS_BETTER},
    [METRIC_COMPLETIONS] = {"completions_per_min", "jobs/min", "jobs that came to their end", NULL,
                            SENSE_HIGHER_IS_BETTER},
    [METRIC_LOSS] = {"loss_percent", "%", "throughput lost against the baseline clock, paired by replication", NULL,
                     SENSE_LOWER_IS_BETTER},
    [METRIC_CLOCK_READ_SHARE] = {"clock_read_share_percent", "%",
                                 "CPU time inside the clocksource's read function, with all its waiting", NULL,
                                 SENSE_LOWER_IS_BETTER},
    [METRIC_CLOCK_PATH_SHARE] = {"clock_path_share_percent", "%",
                                 "CPU time in clocksource reads and the code around them, retries included", NULL,
                                 SENSE_LOWER_IS_BETTER},
    [METRIC_CLOCK_READ_MEAN] = {"clock_read_mean_ns", "ns", "mean time of a clocksource read", NULL,
                                SENSE_LOWER_IS_BETTER},
    [METRIC_CLOCK_READ_P50] = {"clock_read_p50_ns", "ns", "half of the clocksource reads are faster", NULL,
                               SENSE_LOWER_IS_BETTER},
    [METRIC_CLOCK_READ_P99] = {"clock_read_p99_ns", "ns", "99 of 100 clocksource reads are faster", NULL,
                               SENSE_LOWER_IS_BETTER},
    [METRIC_CLOCK_READ_MAX] = {"clock_read_max_ns", "ns", "slowest clocksource read", greatest, SENSE_LOWER_IS_BETTER},
    [METRIC_BUS_UTILISATION] = {"bus_utilisation_percent", "%", "time in which the device's bus was serving an access",
                                NULL, SENSE_NONE},
    [METRIC_BUS_QUEUE_MEAN] = {"bus_queue_mean", "accesses", "accesses waiting at the device, averaged over time", NULL,
                               SENSE_LOWER_IS_BETTER},
    [METRIC_BUS_QUEUE_MAX] = {"bus_queue_max", "accesses", "most accesses that waited at the device at once", greatest,
                              SENSE_LOWER_IS_BETTER},
    [METRIC_TICK_SHARE] = {"tick_share_percent", "%", "CPU time in the tick", NULL, SENSE_LOWER_IS_BETTER},
    [METRIC_TICKS] = {"ticks_per_s", "1/s", "ticks handled, on all CPUs together", NULL, SENSE_NONE},
    [METRIC_LATE_TICKS] = {"late_ticks_per_s", "1/s", "times the next tick was already due when it was programmed",
                           NULL, SENSE_LOWER_IS_BETTER},
    [METRIC_LOST_TICKS] = {"lost_ticks_per_s", "1/s", "tick periods skipped because the handler came too late", NULL,
                           SENSE_LOWER_IS_BETTER},
    [METRIC_TICK_HANGS] = {"tick_hangs_per_s", "1/s", "times the timer interrupt gave up and put off its next event",
                           NULL, SENSE_LOWER_IS_BETTER},
    [METRIC_CLOCK_READS_PER_TICK] = {"clock_reads_per_tick", "reads", "clocksource reads per tick, retries included",
                                     NULL, SENSE_LOWER_IS_BETTER},
    [METRIC_SEQCOUNT_RETRIES] = {"seqcount_retries_per_tick", "retries",
                                 "reads repeated because the timekeeper had updated meanwhile, per tick", NULL,
                                 SENSE_LOWER_IS_BETTER},
    [METRIC_DEVICE_READS] = {"device_reads_per_s", "1/s", "accesses served by the device", NULL, SENSE_NONE},
    [METRIC_SWITCH_RATE] = {"switch_rate_per_s", "1/s", "context switches, on all CPUs together", NULL, SENSE_NONE},
    [METRIC_PREEMPTIONS] = {"preemptions_per_s", "1/s", "context switches at the end of a time slice", NULL,
                            SENSE_NONE},
    [METRIC_SWITCH_COST] = {"switch_cost_ns", "ns", "mean time of a context switch", NULL, SENSE_LOWER_IS_BETTER},
    [METRIC_CLOCK_READS_PER_SWITCH] = {"clock_reads_per_switch", "reads", "reads of either clock per context switch",
                                       NULL, SENSE_LOWER_IS_BETTER},
    [METRIC_SWITCH_CLOCK_SHARE] = {"switch_clock_share_percent", "%",
                                   "part of a context switch that is spent reading clocks", NULL,
                                   SENSE_LOWER_IS_BETTER},
    [METRIC_USER_SHARE] = {"user_share_percent", "%", "CPU time left to tasks", NULL, SENSE_HIGHER_IS_BETTER},
    [METRIC_BACKWARD_READS] = {"backward_reads_per_million", "reads per million",
                               "reads that were behind one finished before they began", NULL, SENSE_LOWER_IS_BETTER},
    [METRIC_BACKWARD_MAX] = {"backward_max_ns", "ns", "furthest step backward between two such reads", greatest,
                             SENSE_LOWER_IS_BETTER},
    [METRIC_TIME_ERROR_MAX] = {"time_error_max_ns", "ns", "greatest difference of a reading and true time", greatest,
                               SENSE_LOWER_IS_BETTER},
    [METRIC_STALENESS_MEAN] = {"clock_staleness_mean_ns", "ns", "mean age of a reading when it is returned", NULL,
                               SENSE_LOWER_IS_BETTER},
    [METRIC_STALENESS_P99] = {"clock_staleness_p99_ns", "ns", "99 % of readings are younger than this when returned",
                              NULL, SENSE_LOWER_IS_BETTER},
    [METRIC_STALENESS_MAX] = {"clock_staleness_max_ns", "ns", "age of the oldest reading that was returned", greatest,
                              SENSE_LOWER_IS_BETTER},
    [METRIC_EARLY_SAMPLES] = {"early_samples_per_million", "reads per million",
                              "readings sampled before the device read that was under way when their read began", NULL,
                              SENSE_LOWER_IS_BETTER},
};

enum metric metric_by_name(const char *name)
{
    int metric = 0;
    while (metric < METRIC_COUNT && strcmp(metrics[metric].name, name) != 0)
        metric++;
    return (enum metric)metric;
}
