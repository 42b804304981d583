/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as run_scenario() would give them, made up: for what stores and draws them. */
#ifndef TESTS_UNIT_RESULTS_BY_HAND_H
#define TESTS_UNIT_RESULTS_BY_HAND_H

#include "sim/run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HAND_CLOCKS = 4, HAND_REPLICATIONS = 5 };

static const struct policy_descriptor hand_tsc = {.name = "tsc"}, hand_hpet = {.name = "hpet"},
                                      hand_jiffies = {.name = "jiffies"}, hand_stable = {.name = "stable"},
                                      hand_unstable = {.name = "unstable"};
static const struct clock_choice hand_clocks[HAND_CLOCKS] = {
    {"tsc", &hand_tsc, &hand_stable},
    {"hpet", &hand_hpet, &hand_stable},
    {"hpet+unstable", &hand_hpet, &hand_unstable},
    {"jiffies", &hand_jiffies, &hand_stable},
};
static const struct published_claim hand_claims_72[] = {
    {.row = "S003-72-tsc", .metric = "throughput_jobs_per_min", .within_e6 = -1},
    {.row = "S003-72-hpet", .metric = "throughput_jobs_per_min", .within_e6 = 3000000},
};
static const struct published_claim hand_claims_480[] = {
    {.row = "S003-240-tsc", .metric = "throughput_jobs_per_min", .within_e6 = -1},
    {.row = "S003-240-hpet", .metric = "throughput_jobs_per_min", .within_e6 = 5000000},
};

/* A scenario of `cpus` logical CPUs: hyper-threaded from 100 on, eighteen cores a socket up to 72. */
static inline struct scenario scenario_by_hand(int64_t cpus)
{
    bool small = cpus <= 100;
    struct scenario scenario = {
        .file = "scenarios/by-hand.yaml",
        .title = "A machine made up for tests",
        .question = "How much does a machine lose when its clock is the HPET instead of the TSC?",
        .machine_name = cpus == 72    ? "haswell-ex-72"
                        : cpus == 480 ? "ivybridge-ex-240"
                                      : "made-up",
        .kernel_name = "linux-4.6",
        .workload_name = "compute-jobs",
        .machine = {.sockets = small ? 4 : 8,
                    .cores_per_socket = small ? cpus / 4 : cpus / 16,
                    .threads_per_core = small ? 1 : 2,
                    .sockets_per_node = 4,
                    .thread_yield_e6 = 1250000,
                    .tsc_rate_uhz = 2500000000000000,
                    .hpet_rate_uhz = 14318180000000,
                    .hpet_bits = 32,
                    .hpet_occupancy = distribution_fixed(564700)},
        .kernel = {.hz = 1000, .tick_phase = TICK_ALIGNED, .seqcount_retry = 1, .late_tick_rule = 1},
        .workload = {.kind = WORKLOAD_COMPUTE_JOBS, .users = 1500, .work_per_job = distribution_fixed(6660000000)},
        .clock = hand_clocks,
        .clock_count = HAND_CLOCKS,
        .baseline = 0,
        .run = {.duration_ps = 1000000000000, .replications = HAND_REPLICATIONS, .seed = 3},
        .published = cpus == 72 ? hand_claims_72 : hand_claims_480,
        .published_count = cpus == 72 || cpus == 480 ? 2 : 0,
        .text = "clocksim: 1\n",
    };
    snprintf(scenario.sha256, sizeof scenario.sha256, "%064lld", (long long)cpus);
    return scenario;
}

static inline void replication_by_hand(struct replication *replication, int64_t number, double throughput, double loss)
{
    replication->replication = number;
    for (int i = 0; i < METRIC_COUNT; i++)
        replication->value[i] = NAN;
    replication->value[METRIC_THROUGHPUT] = throughput;
    replication->value[METRIC_LOSS] = loss;
    replication->event_hash = 0xfedcba9876543210u + (uint64_t)number;
    replication->events = 1000000 + (uint64_t)number;
    replication->wall_s = 0.25;
    histogram_init(&replication->clock_read_ps);
    for (uint64_t i = 0; i < 20; i++)
        histogram_add(&replication->clock_read_ps, 564700 + 1000 * (i % 3));
    replication->books.ps[CONTEXT_USER][PLACE_OUTSIDE][CAUSE_WORK] = 900000000000;
    replication->books.ps[CONTEXT_TICK][PLACE_CLOCK_READ][CAUSE_BUS_WAIT] = 100000000000;
}

/* `loss_percent` per clock; the replications scatter by a tenth of a percent of the throughput. */
static inline struct run_results *results_by_hand(const struct scenario *scenario, const double *loss_percent)
{
    struct run_results *results = calloc(1, sizeof *results);
    results->count = scenario->clock_count;
    results->result = calloc(results->count, sizeof *results->result);
    for (size_t c = 0; c < results->count; c++) {
        struct run_result *result = &results->result[c];
        result->scenario = scenario;
        result->clock = &scenario->clock[c];
        result->replications = (size_t)scenario->run.replications;
        result->replication = calloc(result->replications, sizeof *result->replication);
        for (size_t r = 0; r < result->replications; r++) {
            double scatter = 0.4 * sin(3.0 * (double)r + 2.0 * (double)c) * (loss_percent[c] > 0);
            double loss = loss_percent[c] + scatter;
            replication_by_hand(&result->replication[r], (int64_t)r, 646515 * (1 - loss / 100), loss);
        }
    }
    return results;
}

#endif
