/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/run/run.h"

#include "sim/run/replicate.h"
#include "sim/run/workers.h"
#include "sim/world/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct campaign {
    const struct scenario *scenario;
    const struct run_options *options;
    struct program **program; /* [clock_count] */
};

/* Jobs go round the clocks within each replication, so that an interrupted run keeps its pairs. */
static void run_job(void *context, size_t job, void *result)
{
    const struct campaign *campaign = context;
    size_t clocks = campaign->scenario->clock_count;
    replicate(campaign->scenario, campaign->program[job % clocks], (int64_t)(job / clocks), campaign->options, result);
}

static void unlink_programs(struct program **program, size_t count)
{
    for (size_t i = 0; program && i < count; i++)
        program_destroy(program[i]);
    free(program);
}

static int link_programs(const struct scenario *scenario, struct program ***programs, struct error *error)
{
    struct program **program = calloc(scenario->clock_count, sizeof(struct program *));
    if (!program)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    for (size_t i = 0; i < scenario->clock_count; i++)
        if (program_link(scenario, &scenario->clock[i], &program[i], error)) {
            unlink_programs(program, scenario->clock_count);
            return -1;
        }
    *programs = program;
    return 0;
}

int run_check(const struct scenario *scenario, struct error *error)
{
    struct program **program = NULL;
    if (link_programs(scenario, &program, error))
        return -1;
    const struct world_options options = {.key = {(uint64_t)scenario->run.seed, 0}};
    struct world *world = NULL;
    int failed = world_create(program[0], scenario, &options, &world, error);
    world_destroy(world);
    unlink_programs(program, scenario->clock_count);
    return failed;
}

/* Copies out what ran of one clock: as many replications in a row as all clocks have. */
static int collect(struct run_result *result, const struct replication *finished, size_t clock, size_t clocks,
                   size_t replications)
{
    result->replication = calloc(replications + 1, sizeof *result->replication);
    if (!result->replication)
        return -1;
    result->replications = replications;
    for (size_t r = 0; r < replications; r++)
        result->replication[r] = finished[r * clocks + clock];
    return 0;
}

static void sum_up(struct run_result *result)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a of the hashes, byte by byte */
    for (size_t r = 0; r < result->replications; r++) {
        const struct replication *from = &result->replication[r];
        for (int byte = 0; byte < 8; byte++)
            hash = (hash ^ (from->event_hash >> 8 * byte & 0xff)) * 0x100000001b3u;
        result->events += from->events;
        result->wall_s += from->wall_s;
        if (from->status != STATUS_OK && result->status == STATUS_OK) {
            result->status = from->status;
            snprintf(result->failure, sizeof result->failure, "%s", from->failure);
        }
    }
    result->event_hash = result->replications == 1 ? result->replication[0].event_hash : hash;
}

static void estimate_metric(struct run_result *result, enum metric metric, double *scratch)
{
    size_t n = 0;
    for (size_t r = 0; r < result->replications; r++)
        if (!isnan(result->replication[r].value[metric]))
            scratch[n++] = result->replication[r].value[metric];
    result->metric[metric] = (struct estimate){NAN, NAN, 0};
    if (n > 0 && result->status == STATUS_OK)
        result->metric[metric] = estimate_mean(scratch, n);
    if (metrics[metric].no_interval)
        result->metric[metric].ci95 = NAN;
}

/* Loss against the baseline, paired by replication: the same draws met both clocks. */
static void estimate_loss(struct run_result *result, const struct run_result *baseline, double *scratch)
{
    double *ours = scratch, *theirs = scratch + result->replications;
    result->metric[METRIC_LOSS] = (struct estimate){NAN, NAN, 0};
    if (result->status != STATUS_OK || baseline->status != STATUS_OK)
        return;
    for (size_t r = 0; r < result->replications; r++) {
        ours[r] = result->replication[r].value[METRIC_THROUGHPUT];
        theirs[r] = baseline->replication[r].value[METRIC_THROUGHPUT];
        if (isnan(ours[r]) || isnan(theirs[r]))
            return;
        result->replication[r].value[METRIC_LOSS] = 100 * (1 - ours[r] / theirs[r]);
    }
    result->metric[METRIC_LOSS] = estimate_loss_percent(ours, theirs, result->replications);
}

int run_results_estimate(struct run_results *results, const struct scenario *scenario)
{
    const size_t replications = results->count > 0 ? results->result[0].replications : 0;
    double *scratch = calloc(2 * replications + 1, sizeof *scratch);
    if (!scratch)
        return -1;
    for (size_t c = 0; c < results->count; c++) {
        struct run_result *result = &results->result[c];
        ensure(result->replications == replications);
        result->scenario = scenario;
        result->clock = &scenario->clock[c];
        sum_up(result);
        for (int m = 0; m < METRIC_COUNT; m++)
            estimate_metric(result, (enum metric)m, scratch);
    }
    if (scenario->baseline != SCENARIO_BASELINE_NONE)
        for (size_t c = 0; c < results->count; c++)
            estimate_loss(&results->result[c], &results->result[scenario->baseline], scratch);
    free(scratch);
    return 0;
}

static int fill_results(struct run_results *results, const struct scenario *scenario,
                        const struct replication *finished, size_t replications)
{
    for (size_t c = 0; c < results->count; c++)
        if (collect(&results->result[c], finished, c, results->count, replications))
            return -1;
    return run_results_estimate(results, scenario);
}

/* Replications that every clock has finished. */
static size_t complete(const bool *done, size_t clocks, size_t replications)
{
    size_t jobs = 0;
    while (jobs < clocks * replications && done[jobs])
        jobs++;
    return jobs / clocks;
}

static int run_campaign(struct campaign *campaign, struct run_results *results, struct error *error)
{
    const struct scenario *scenario = campaign->scenario;
    size_t clocks = scenario->clock_count, replications = (size_t)scenario->run.replications;
    size_t jobs = clocks * replications;
    struct replication *finished = calloc(jobs, sizeof *finished);
    bool *done = calloc(jobs, sizeof *done);
    results->result = calloc(clocks, sizeof *results->result);
    results->count = clocks;
    int failed = -1;
    if (!finished || !done || !results->result) {
        error_set(error, STATUS_INTERNAL, "out of memory for %zu results", jobs);
    } else {
        const struct workers_plan plan = {
            .jobs = jobs,
            .here = campaign->options->trace ? clocks : 0,
            .result_size = sizeof *finished,
            .results = (char *)finished,
            .done = done,
            .run = run_job,
            .context = campaign,
        };
        failed = workers_run(&plan, campaign->options, error);
        size_t ran = complete(done, clocks, replications);
        results->interrupted = ran < replications;
        if (!failed && fill_results(results, scenario, finished, ran))
            failed = error_set(error, STATUS_INTERNAL, "out of memory for results");
    }
    free(finished);
    free(done);
    return failed;
}

int run_scenario(const struct scenario *scenario, const struct run_options *options, struct run_results **results,
                 struct error *error)
{
    struct campaign campaign = {scenario, options, NULL};
    if (link_programs(scenario, &campaign.program, error))
        return -1;
    struct run_results *made = calloc(1, sizeof *made);
    int failed = made ? run_campaign(&campaign, made, error) : error_set(error, STATUS_INTERNAL, "out of memory");
    unlink_programs(campaign.program, scenario->clock_count);
    if (failed) {
        run_results_destroy(made);
        return -1;
    }
    *results = made;
    return 0;
}

void run_results_destroy(struct run_results *results)
{
    if (!results)
        return;
    for (size_t i = 0; results->result && i < results->count; i++)
        free(results->result[i].replication);
    free(results->result);
    free(results);
}

uint64_t run_libm_fingerprint(void)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 1; i <= 1000; i++) {
        const double x = i * 0.0123;
        const double value = log(x) + exp(x / 3) + pow(x, 0.37);
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        for (int byte = 0; byte < 8; byte++)
            hash = (hash ^ (bits >> 8 * byte & 0xff)) * 0x100000001b3u;
    }
    return hash;
}
