/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/store/save.h"

#include "sim/store/param.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum statement {
    INSERT_SCENARIO,
    FIND_SCENARIO,
    INSERT_CLAIM,
    INSERT_SWEEP,
    FIND_SWEEP,
    RELEASE_POINT,
    INSERT_POINT,
    INSERT_PARAM,
    INSERT_RUN,
    INSERT_METRIC,
    INSERT_HIST,
    INSERT_BOOK,
    STATEMENT_COUNT
};

static const char *const statement_sql[STATEMENT_COUNT] = {
    [INSERT_SCENARIO] = "INSERT INTO scenario (sha256, file, title, text) VALUES (?, ?, ?, ?)"
                        " ON CONFLICT (sha256) DO NOTHING",
    [FIND_SCENARIO] = "SELECT id FROM scenario WHERE sha256 = ?",
    [INSERT_CLAIM] = "INSERT INTO claim (scenario, published_row, metric, within_points) VALUES (?, ?, ?, ?)"
                     " ON CONFLICT DO NOTHING",
    [INSERT_SWEEP] = "INSERT INTO sweep (sha256, file, text) VALUES (?, ?, ?) ON CONFLICT (sha256) DO NOTHING",
    [FIND_SWEEP] = "SELECT id FROM sweep WHERE sha256 = ?",
    [RELEASE_POINT] = "UPDATE point SET sweep = NULL, number = NULL WHERE sweep = ? AND number = ?",
    [INSERT_POINT] = "INSERT INTO point (scenario, baseline, sweep, number) VALUES (?, ?, ?, ?)",
    [INSERT_PARAM] = "INSERT INTO param (point, key, text, si, unit) VALUES (?, ?, ?, ?, ?)",
    [INSERT_RUN] = "INSERT INTO run (point, clock, clocksource, sched_clock, replication, seed, status, failure,"
                   " event_hash, events, wall_s, tool_version, libm_fingerprint)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [INSERT_METRIC] = "INSERT INTO metric (run, name, value) VALUES (?, ?, ?)",
    [INSERT_HIST] = "INSERT INTO hist (run, name, from_ps, to_ps, count) VALUES (?, ?, ?, ?, ?)",
    [INSERT_BOOK] = "INSERT INTO book (run, context, place, cause, ps) VALUES (?, ?, ?, ?, ?)",
};

struct saving {
    const struct database *database;
    sqlite3_stmt *statement[STATEMENT_COUNT];
    int64_t scenario, point;
    const struct store_plan *plan;
    const char *version;
    char libm[17];
    struct error *error;
};

/* Binds as many values as the format has letters: i int64_t, p const int64_t * (NULL: NULL), d double (NaN: NULL),
 * t text (NULL: NULL). Steps to the end; 0 or -1. */
static int insert(struct saving *saving, enum statement which, const char *format, ...)
{
    sqlite3_stmt *statement = saving->statement[which];
    va_list values;
    va_start(values, format);
    int bound = SQLITE_OK;
    for (int i = 0; format[i] && bound == SQLITE_OK; i++) {
        const int64_t *number;
        if (format[i] == 'i')
            bound = sqlite3_bind_int64(statement, i + 1, va_arg(values, int64_t));
        else if (format[i] == 'd')
            bound = sqlite3_bind_double(statement, i + 1, va_arg(values, double));
        else if (format[i] == 't')
            bound = sqlite3_bind_text(statement, i + 1, va_arg(values, const char *), -1, SQLITE_STATIC);
        else if ((number = va_arg(values, const int64_t *)))
            bound = sqlite3_bind_int64(statement, i + 1, *number);
        else
            bound = sqlite3_bind_null(statement, i + 1);
    }
    va_end(values);
    int failed = bound != SQLITE_OK ? database_fail(saving->database, saving->error)
                                    : database_step(saving->database, statement, saving->error);
    sqlite3_reset(statement);
    return failed < 0 ? -1 : 0;
}

/* Counts of this size cannot be reached; SQLite's integers have a sign. */
static int64_t signed_count(uint64_t count)
{
    ensure(count <= INT64_MAX);
    return (int64_t)count;
}

static void put_hash(uint64_t hash, char text[17])
{
    snprintf(text, 17, "%016" PRIx64, hash);
}

/* The id of the row that has this hash. */
static int find(struct saving *saving, enum statement which, const char *sha256, int64_t *id)
{
    sqlite3_stmt *statement = saving->statement[which];
    sqlite3_bind_text(statement, 1, sha256, -1, SQLITE_STATIC);
    int row = database_step(saving->database, statement, saving->error);
    if (row == 1)
        *id = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return row == 1 ? 0 : -1;
}

static int save_scenario(struct saving *saving, const struct scenario *scenario)
{
    if (insert(saving, INSERT_SCENARIO, "tttt", scenario->sha256, scenario->file, scenario->title, scenario->text) ||
        find(saving, FIND_SCENARIO, scenario->sha256, &saving->scenario))
        return -1;
    for (size_t i = 0; i < scenario->published_count; i++) {
        const struct published_claim *claim = &scenario->published[i];
        double within = claim->within_e6 < 0 ? NAN : (double)claim->within_e6 * 1e-6;
        if (insert(saving, INSERT_CLAIM, "ittd", saving->scenario, claim->row, claim->metric, within))
            return -1;
    }
    return 0;
}

static int save_params(struct saving *saving, const struct scenario *scenario)
{
    struct param param[PARAM_MAX];
    const size_t count = param_list(param);
    for (size_t i = 0; i < count; i++) {
        struct param_value value;
        if (!param_value(&param[i], scenario, &value))
            continue;
        int failed =
            insert(saving, INSERT_PARAM, "ittdt", saving->point, param[i].key, value.text, value.si, value.unit);
        free(value.text);
        if (failed)
            return -1;
    }
    return 0;
}

/* What was saved before under the same number of the sweep stays, as a point of its own. */
static int save_sweep(struct saving *saving, int64_t *sweep)
{
    const struct store_plan *plan = saving->plan;
    if (insert(saving, INSERT_SWEEP, "ttt", plan->sha256, plan->file, plan->text) ||
        find(saving, FIND_SWEEP, plan->sha256, sweep))
        return -1;
    return insert(saving, RELEASE_POINT, "ii", *sweep, plan->number);
}

static int save_point(struct saving *saving, const struct scenario *scenario)
{
    bool has_baseline = scenario->baseline != SCENARIO_BASELINE_NONE;
    int64_t sweep = 0;
    if (saving->plan && save_sweep(saving, &sweep))
        return -1;
    if (insert(saving, INSERT_POINT, "itpp", saving->scenario,
               has_baseline ? scenario->clock[scenario->baseline].name : NULL, saving->plan ? &sweep : NULL,
               saving->plan ? &saving->plan->number : NULL))
        return -1;
    saving->point = sqlite3_last_insert_rowid(saving->database->handle);
    return save_params(saving, scenario);
}

static int save_metrics(struct saving *saving, int64_t run, const double *value)
{
    for (int i = 0; i < METRIC_COUNT; i++)
        if (!isnan(value[i]) && insert(saving, INSERT_METRIC, "itd", run, metrics[i].name, value[i]))
            return -1;
    return 0;
}

static int save_histogram(struct saving *saving, int64_t run, const char *name, const struct histogram *histogram)
{
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        if (histogram->bucket[i] == 0)
            continue;
        uint64_t from = 0, to = 0;
        histogram_bounds(i, &from, &to);
        if (insert(saving, INSERT_HIST, "itiii", run, name, signed_count(from), signed_count(to),
                   signed_count(histogram->bucket[i])))
            return -1;
    }
    return 0;
}

static int save_books(struct saving *saving, int64_t run, const struct books *books)
{
    for (int context = 0; context < CONTEXT_COUNT; context++)
        for (int place = 0; place < PLACE_COUNT; place++)
            for (int cause = 0; cause < CAUSE_COUNT; cause++) {
                const int64_t ps = books->ps[context][place][cause];
                if (ps != 0 && insert(saving, INSERT_BOOK, "ittti", run, context_names[context], place_names[place],
                                      cause_names[cause], ps))
                    return -1;
            }
    return 0;
}

static int save_replication(struct saving *saving, const struct run_result *result,
                            const struct replication *replication)
{
    const struct clock_choice *clock = result->clock;
    bool failed = replication->status != STATUS_OK;
    const int64_t events = signed_count(replication->events);
    char hash[17];
    put_hash(replication->event_hash, hash);
    if (insert(saving, INSERT_RUN, "itttiiittpdtt", saving->point, clock->name, clock->clocksource->name,
               clock->sched_clock->name, replication->replication, result->scenario->run.seed,
               (int64_t)replication->status, failed ? replication->failure : NULL, failed ? NULL : hash,
               failed ? NULL : &events, replication->wall_s, saving->version, saving->libm))
        return -1;
    const int64_t run = sqlite3_last_insert_rowid(saving->database->handle);
    if (!failed && (save_metrics(saving, run, replication->value) ||
                    save_histogram(saving, run, "clock_read", &replication->clock_read_ps) ||
                    save_books(saving, run, &replication->books)))
        return -1;
    return 0;
}

static int save_runs(struct saving *saving, const struct run_results *results)
{
    for (size_t i = 0; i < results->count; i++)
        for (size_t r = 0; r < results->result[i].replications; r++)
            if (save_replication(saving, &results->result[i], &results->result[i].replication[r]))
                return -1;
    return 0;
}

int save_results(const struct database *database, const struct run_results *results, const struct store_plan *plan,
                 const char *version, uint64_t libm, struct error *error)
{
    struct saving saving = {.database = database, .plan = plan, .version = version, .error = error};
    put_hash(libm, saving.libm);
    const struct scenario *scenario = results->count > 0 ? results->result[0].scenario : NULL;
    size_t runs = 0;
    for (size_t i = 0; i < results->count; i++) {
        ensure(results->result[i].scenario == scenario);
        runs += results->result[i].replications;
    }
    if (runs == 0) /* interrupted before anything had finished: a point without runs would say nothing */
        return 0;
    int failed = 0;
    for (int i = 0; i < STATEMENT_COUNT && !failed; i++)
        failed = database_prepare(database, statement_sql[i], &saving.statement[i], error);
    if (!failed)
        failed = save_scenario(&saving, scenario) || save_point(&saving, scenario) || save_runs(&saving, results);
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(saving.statement[i]);
    return failed ? -1 : 0;
}
