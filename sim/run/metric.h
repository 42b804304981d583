/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The metrics of a run: stable names with their unit, one table. */
#ifndef SIM_RUN_METRIC_H
#define SIM_RUN_METRIC_H

#include <stddef.h>

enum metric {
    METRIC_THROUGHPUT,           /* throughput_jobs_per_min */
    METRIC_COMPLETIONS,          /* completions_per_min */
    METRIC_LOSS,                 /* loss_percent: filled after the runs, against the baseline, paired */
    METRIC_CLOCK_READ_SHARE,     /* clock_read_share_percent */
    METRIC_CLOCK_PATH_SHARE,     /* clock_path_share_percent */
    METRIC_CLOCK_READ_MEAN,      /* clock_read_mean_ns */
    METRIC_CLOCK_READ_P50,
    METRIC_CLOCK_READ_P99,
    METRIC_CLOCK_READ_MAX,
    METRIC_BUS_UTILISATION,
    METRIC_BUS_QUEUE_MEAN,
    METRIC_BUS_QUEUE_MAX,
    METRIC_TICK_SHARE,
    METRIC_TICKS,                /* ticks_per_s */
    METRIC_LATE_TICKS,           /* late_ticks_per_s */
    METRIC_LOST_TICKS,           /* lost_ticks_per_s */
    METRIC_TICK_HANGS,           /* tick_hangs_per_s */
    METRIC_CLOCK_READS_PER_TICK,
    METRIC_SEQCOUNT_RETRIES,
    METRIC_DEVICE_READS,
    METRIC_SWITCH_RATE,
    METRIC_PREEMPTIONS,
    METRIC_SWITCH_COST,
    METRIC_CLOCK_READS_PER_SWITCH,
    METRIC_SWITCH_CLOCK_SHARE,
    METRIC_USER_SHARE,           /* user_share_percent */
    METRIC_BACKWARD_READS,       /* backward_reads_per_million */
    METRIC_BACKWARD_MAX,
    METRIC_TIME_ERROR_MAX,       /* time_error_max_ns */
    METRIC_STALENESS_MEAN,       /* clock_staleness_mean_ns */
    METRIC_STALENESS_P99,
    METRIC_STALENESS_MAX,
    METRIC_EARLY_SAMPLES,        /* early_samples_per_million */
    METRIC_COUNT
};

enum metric_sense { SENSE_NONE, SENSE_HIGHER_IS_BETTER, SENSE_LOWER_IS_BETTER };

struct metric_info {
    const char *name; /* unit last; never renamed */
    const char *unit;
    const char *help;
    const char *no_interval; /* why this metric carries no interval, or NULL when it does */
    enum metric_sense sense;
};
extern const struct metric_info metrics[METRIC_COUNT];

/* METRIC_COUNT when there is none of that name. */
enum metric metric_by_name(const char *name);

#endif
