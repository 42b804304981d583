/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/store/load.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct loading {
    const struct database *database;
    const struct scenario *scenario;
    struct run_results *results;
    struct error *error;
};

/* The point, if every run that it should have is there, with numbers, and by the same program. */
static const char find_point[] =
    "SELECT point.id FROM point JOIN sweep ON sweep.id = point.sweep JOIN scenario ON scenario.id = point.scenario"
    " WHERE sweep.sha256 = ?1 AND point.number = ?2 AND scenario.sha256 = ?3 AND ?4 = (SELECT count(*) FROM run"
    " WHERE run.point = point.id AND status = 0 AND tool_version = ?5 AND libm_fingerprint = ?6)";
static const char find_runs[] = "SELECT id, clock, replication, event_hash, events, wall_s FROM run WHERE point = ? ORDER BY id";
static const char find_metrics[] = "SELECT metric.run, name, value FROM metric JOIN run ON run.id = metric.run"
                                   " WHERE run.point = ? ORDER BY metric.run";

static struct run_results *make_results(const struct scenario *scenario)
{
    struct run_results *results = calloc(1, sizeof *results);
    if (!results || !(results->result = calloc(scenario->clock_count, sizeof *results->result))) {
        free(results);
        return NULL;
    }
    results->count = scenario->clock_count;
    for (size_t c = 0; c < results->count; c++) {
        struct run_result *result = &results->result[c];
        result->replications = (size_t)scenario->run.replications;
        result->replication = calloc(result->replications, sizeof *result->replication);
        if (!result->replication) {
            run_results_destroy(results);
            return NULL;
        }
    }
    return results;
}

static struct replication *find_replication(const struct loading *loading, sqlite3_stmt *row)
{
    const char *clock = (const char *)sqlite3_column_text(row, 1);
    const int64_t number = sqlite3_column_int64(row, 2);
    for (size_t c = 0; clock && c < loading->scenario->clock_count; c++)
        if (strcmp(loading->scenario->clock[c].name, clock) == 0 && number < loading->scenario->run.replications)
            return &loading->results->result[c].replication[number];
    return NULL;
}

static void fill_metrics(struct replication *replication, int64_t run, sqlite3_stmt *metric, int *row,
                         const struct loading *loading)
{
    for (int m = 0; m < METRIC_COUNT; m++)
        replication->value[m] = NAN;
    while (*row == 1 && sqlite3_column_int64(metric, 0) < run)
        *row = database_step(loading->database, metric, loading->error);
    for (; *row == 1 && sqlite3_column_int64(metric, 0) == run;
         *row = database_step(loading->database, metric, loading->error)) {
        const enum metric which = metric_by_name((const char *)sqlite3_column_text(metric, 1));
        if (which != METRIC_COUNT)
            replication->value[which] = sqlite3_column_double(metric, 2);
    }
}

/* Both queries come in the order of runs. */
static int fill_runs(const struct loading *loading, sqlite3_stmt *run, sqlite3_stmt *metric)
{
    int metric_row = database_step(loading->database, metric, loading->error), row;
    while ((row = database_step(loading->database, run, loading->error)) == 1 && metric_row >= 0) {
        struct replication *replication = find_replication(loading, run);
        if (!replication)
            return error_set(loading->error, STATUS_BAD_INPUT, "%s: a run that its scenario does not have",
                             loading->database->path);
        const char *hash = (const char *)sqlite3_column_text(run, 3);
        replication->replication = sqlite3_column_int64(run, 2);
        replication->event_hash = hash ? strtoull(hash, NULL, 16) : 0;
        replication->events = (uint64_t)sqlite3_column_int64(run, 4);
        replication->wall_s = sqlite3_column_double(run, 5);
        fill_metrics(replication, sqlite3_column_int64(run, 0), metric, &metric_row, loading);
    }
    return row < 0 || metric_row < 0 ? -1 : 0;
}

static int load_runs(const struct loading *loading, int64_t point)
{
    sqlite3_stmt *run = NULL, *metric = NULL;
    int failed = database_prepare(loading->database, find_runs, &run, loading->error) ||
                 database_prepare(loading->database, find_metrics, &metric, loading->error);
    if (!failed) {
        sqlite3_bind_int64(run, 1, point);
        sqlite3_bind_int64(metric, 1, point);
        failed = fill_runs(loading, run, metric);
    }
    sqlite3_finalize(run);
    sqlite3_finalize(metric);
    return failed ? -1 : 0;
}

/* 1 it is there, 0 it is not, -1 an error. */
static int look_up(const struct loading *loading, const struct store_plan *plan, const char *version, uint64_t libm,
                   int64_t *point)
{
    const struct scenario *scenario = loading->scenario;
    sqlite3_stmt *statement = NULL;
    char fingerprint[17];
    if (database_prepare(loading->database, find_point, &statement, loading->error))
        return -1;
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, libm);
    sqlite3_bind_text(statement, 1, plan->sha256, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, plan->number);
    sqlite3_bind_text(statement, 3, scenario->sha256, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, (int64_t)scenario->clock_count * scenario->run.replications);
    sqlite3_bind_text(statement, 5, version, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 6, fingerprint, -1, SQLITE_STATIC);
    const int row = database_step(loading->database, statement, loading->error);
    *point = row == 1 ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return row;
}

int load_results(const struct database *database, const struct scenario *scenario, const struct store_plan *plan,
                 const char *version, uint64_t libm, struct run_results **results, struct error *error)
{
    struct loading loading = {database, scenario, NULL, error};
    int64_t point = 0;
    *results = NULL;
    const int found = look_up(&loading, plan, version, libm, &point);
    if (found <= 0)
        return found;
    loading.results = make_results(scenario);
    if (!loading.results)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    int failed = load_runs(&loading, point);
    if (!failed && run_results_estimate(loading.results, scenario))
        failed = error_set(error, STATUS_INTERNAL, "out of memory");
    if (failed) {
        run_results_destroy(loading.results);
        return -1;
    }
    *results = loading.results;
    return 0;
}
