/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running a scenario: every clock, every replication, on local workers; metrics with their intervals.
 *
 * Each (clock, replication) is one job. Results do not depend on the number of workers. Nothing is printed.
 */
#ifndef SIM_RUN_RUN_H
#define SIM_RUN_RUN_H

#include "models/step/step.h"
#include "sim/base/error.h"
#include "sim/base/histogram.h"
#include "sim/base/statistics.h"
#include "sim/run/metric.h"
#include "sim/scenario/scenario.h"
#include "sim/world/books.h"
#include "sim/world/program.h"
#include "sim/world/trace.h"

/* Jobs finished so far of all, and simulated share of the jobs under way (0..1); NULL callback: none. */
typedef void run_progress(void *context, size_t done, size_t all);

/* What is to be traced of a replication that is about to begin, or NULL: nothing. */
typedef const struct trace *run_trace(void *context, const struct scenario *scenario, const struct program *program,
                                      int64_t replication);

struct run_options {
    int workers;              /* processes; 1 runs in this process; at least 1 */
    uint64_t slot_permutation;/* 0: CPUs take agenda slots in order; else the seed of a permutation */
    run_progress *progress;
    void *progress_context;
    run_trace *trace;         /* asked for the first replication of each clock, which then runs in this process, clock after
                               * clock, before all others; NULL: no trace */
    void *trace_context;
    const volatile int *stop; /* becomes 1 on the first Ctrl-C, 2 on the second; may be NULL */
};

/* One replication of one clock. */
struct replication {
    int64_t replication;
    double value[METRIC_COUNT]; /* NaN: does not apply */
    uint64_t event_hash;
    uint64_t events;
    double wall_s;
    struct books books;
    struct histogram clock_read_ps; /* duration of each clocksource read */
    enum exit_status status;        /* STATUS_OK, or why there are no numbers */
    char failure[1024];
};

/* One clock of one scenario. */
struct run_result {
    const struct scenario *scenario;
    const struct clock_choice *clock;
    struct replication *replication; /* [replications] */
    size_t replications;             /* of those asked for, those that ran (fewer after an interrupt) */
    struct estimate metric[METRIC_COUNT]; /* over replications; value NaN: does not apply */
    uint64_t event_hash;             /* of the replications' hashes in order */
    uint64_t events;
    double wall_s; /* summed over replications */
    enum exit_status status;
    char failure[1024];
};

struct run_results {
    struct run_result *result; /* [count], in the scenario's order of clocks */
    size_t count;
    bool interrupted;
};

/* Returns 0 and results to be given to run_results_destroy() (a failed replication is in the results, with its
 * status); -1 when the scenario cannot be linked or is beyond its limits, or a worker could not be started. */
int run_scenario(const struct scenario *scenario, const struct run_options *options, struct run_results **results,
                 struct error *error) MUST_CHECK;
void run_results_destroy(struct run_results *results);

/* Works out a result's totals, status, metrics and loss from its replications, which are set for each clock of the
 * scenario, as many for each: what run_scenario() ends with, for results that come from elsewhere. -1: out of memory. */
int run_results_estimate(struct run_results *results, const struct scenario *scenario) MUST_CHECK;

/* Checks that a scenario links and fits its limits, without running it. */
int run_check(const struct scenario *scenario, struct error *error) MUST_CHECK;

/* FNV-1a of 1000 fixed calls of log, exp and pow: names which libm code this CPU picks. */
uint64_t run_libm_fingerprint(void);

#endif
