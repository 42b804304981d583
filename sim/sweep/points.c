/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/sweep/points.h"

#include <stdio.h>
#include <stdlib.h>

void points_destroy(struct points *points)
{
    if (!points)
        return;
    for (size_t i = 0; points->results && i < points->count; i++)
        run_results_destroy(points->results[i]);
    free(points->results);
    free(points->reused);
    free(points);
}

static struct points *points_create(size_t count)
{
    struct points *points = calloc(1, sizeof *points);
    if (!points)
        return NULL;
    points->count = count;
    points->results = calloc(count, sizeof *points->results);
    points->reused = calloc(count, sizeof *points->reused);
    if (points->results && points->reused)
        return points;
    points_destroy(points);
    return NULL;
}

enum exit_status points_status(const struct run_results *results, const char **failure)
{
    for (size_t c = 0; c < results->count; c++) {
        if (results->result[c].status == STATUS_OK)
            continue;
        *failure = results->result[c].failure;
        return results->result[c].status;
    }
    return STATUS_OK;
}

/* A point that could not be started: one failed replication of each clock says why. */
static struct run_results *failed_results(const struct scenario *scenario, const struct error *cause)
{
    struct run_results *results = calloc(1, sizeof *results);
    if (results)
        results->result = calloc(scenario->clock_count, sizeof *results->result);
    for (size_t c = 0; results && results->result && c < scenario->clock_count; c++) {
        struct run_result *result = &results->result[c];
        result->replication = calloc(1, sizeof *result->replication);
        if (!result->replication)
            break;
        result->replications = 1;
        result->replication->status = cause->status;
        snprintf(result->replication->failure, sizeof result->replication->failure, "%s", cause->message);
        results->count++;
    }
    if (results && results->count == scenario->clock_count && run_results_estimate(results, scenario) == 0)
        return results;
    run_results_destroy(results);
    return NULL;
}

static bool is_stopped(const struct points_options *options)
{
    return options->run.stop && *options->run.stop;
}

/* Runs the point; results stay NULL when it was interrupted. */
static int run_point(const struct sweep_point *point, const struct points_options *options,
                     struct run_results **results, struct error *error)
{
    struct error cause;
    struct run_results *ran = NULL;
    if (options->begin)
        options->begin(options->context, point);
    if (run_scenario(point->scenario, &options->run, &ran, &cause))
        ran = failed_results(point->scenario, &cause);
    if (!ran)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    if (ran->interrupted) {
        run_results_destroy(ran);
        ran = NULL;
    }
    *results = ran;
    if (options->end)
        options->end(options->context, point, ran);
    return 0;
}

static int do_point(const struct sweep *sweep, size_t i, const struct points_options *options, struct points *points,
                    struct error *error)
{
    const struct store_plan plan = {sweep->sha256, sweep->file, sweep->text, (int64_t)i};
    struct run_results **results = &points->results[i];
    if (options->store && store_load_point(options->store, sweep->point[i].scenario, &plan, options->version,
                                           options->libm, results, error))
        return -1;
    points->reused[i] = *results != NULL;
    if (points->reused[i])
        return 0;
    if (run_point(&sweep->point[i], options, results, error))
        return -1;
    if (!*results)
        return 0;
    const char *failure;
    points->failed += points_status(*results, &failure) != STATUS_OK;
    return options->store
               ? store_save_point(options->store, *results, &plan, options->version, options->libm, error)
               : 0;
}

int points_run(const struct sweep *sweep, const struct points_options *options, struct points **points,
               struct error *error)
{
    *points = points_create(sweep->count);
    if (!*points)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    for (size_t i = 0; i < sweep->count; i++) {
        if (is_stopped(options))
            (*points)->interrupted = true;
        else if (do_point(sweep, i, options, *points, error))
            return -1;
        (*points)->interrupted = (*points)->interrupted || !(*points)->results[i];
    }
    return 0;
}
