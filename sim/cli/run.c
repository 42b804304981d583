/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/claims.h"
#include "sim/cli/command.h"
#include "sim/cli/complain.h"
#include "sim/cli/formats.h"
#include "sim/cli/interrupt.h"
#include "sim/cli/memory.h"
#include "sim/cli/overrides.h"
#include "sim/cli/progress.h"
#include "sim/cli/trace_options.h"
#include "sim/report/results.h"
#include "sim/store/store.h"
#include "version.h"

#include "models/hardware/topology.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct run_settings {
    struct override_settings overrides;
    const char *db;
    int format;
    int64_t workers;
    bool explain, quiet;
    struct trace_settings trace;
};

static const struct option_row rows[] = {
    OVERRIDE_ROWS(struct run_settings),
    {.name = "db",
     .takes = TAKES_TEXT,
     .argument = "FILE",
     .help = "save the results in this SQLite database, which is created when missing",
     .offset = offsetof(struct run_settings, db),
     .is_output = true,
     .completion = OPTION_FILES},
    FORMAT_ROW(struct run_settings),
    WORKERS_ROW(struct run_settings),
    {.name = "explain",
     .letter = 'e',
     .takes = TAKES_NOTHING,
     .help = "also print where the CPUs' time went with each clock",
     .offset = offsetof(struct run_settings, explain)},
    TRACE_ROWS(struct run_settings),
    QUIET_ROW(struct run_settings),
};

static const struct command_example examples[] = {
    {"run scenarios/seed-003-haswell-ex-72.yaml", "compares the clocks that the scenario names"},
    {"run -c tsc,hpet,hpet+unstable --set kernel.hz=250 --explain scenarios/seed-003-haswell-ex-72.yaml",
     "the same with other clocks and 250 ticks a second, and where the time went"},
    {"run scenarios/seed-003-*.yaml --db results.db --format json", "saves the results, and prints them as JSON"},
    {NULL, NULL},
};

/* All that the parts of the command share. */
struct session {
    const struct run_settings *settings;
    struct scenario **scenario;   /* [count] */
    struct run_results **results; /* [count]; NULL: not run */
    size_t count;
    struct store *store; /* NULL: nothing is saved */
    struct published *published;
    struct progress progress;
    struct tracing tracing;
    struct run_options options;
    int status;
};

static double weight_of(const struct scenario *scenario)
{
    return (double)machine_cpu_count(&scenario->machine) *
           (double)(scenario->run.duration_ps + scenario->run.warm_up_ps) * (double)scenario->run.replications *
           (double)scenario->clock_count;
}

/* The first status that is not 0 is the one to exit with. */
static void note_status(struct session *session, int status)
{
    session->status = session->status ? session->status : status;
}

/* Replications that every clock has completed. */
static size_t completed(const struct run_results *results)
{
    return results->count > 0 ? results->result[0].replications : 0;
}

/* Returns whether the results are in the database. */
static bool save(struct session *session, const struct run_results *results)
{
    struct error error;
    if (!session->store || completed(results) == 0)
        return false;
    if (store_save(session->store, results, CLOCKSIM_VERSION, run_libm_fingerprint(), &error)) {
        note_status(session, complain_error(&error));
        return false;
    }
    return true;
}

static void complain_interrupt(const struct scenario *scenario, const struct run_results *results, bool saved)
{
    if (completed(results) == 0)
        complain("interrupted: nothing to save, no replication was complete");
    else
        complain("interrupted: %zu of %" PRId64 " replications %s", completed(results), scenario->run.replications,
                 saved ? "saved" : "complete");
}

/* Keys of `run` say how long is simulated, not what: they leave published numbers comparable. */
static struct results_change change_of(const struct override_settings *overrides)
{
    struct results_change change = {.machine = overrides->machine, .kernel = overrides->kernel};
    for (size_t i = 0; i < overrides->set.count; i++)
        change.settings = change.settings || strncmp(overrides->set.text[i], "run.", strlen("run.")) != 0;
    return change;
}

static void print_text(struct session *session, const struct run_results *results)
{
    const struct scenario *scenario = results->result[0].scenario;
    const bool bold = colour_suits(stdout);
    if (session->settings->format == FORMAT_CSV) {
        results_print_csv(results, stdout);
    } else if (session->settings->format == FORMAT_TABLE) {
        struct results_published *claims;
        const struct results_change change = change_of(&session->settings->overrides);
        const size_t all = claims_of(scenario, session->published, &claims);
        const size_t count = change.machine || change.kernel ? 0 : all;
        fputs(scenario == session->scenario[0] ? "" : "\n\n", stdout);
        int failed = results_print_table(results, claims, count, change, bold, stdout);
        if (!failed && session->settings->explain)
            failed = results_print_books(results, bold, stdout);
        free(claims);
        if (failed) {
            complain("out of memory");
            note_status(session, STATUS_INTERNAL);
        }
    }
    fflush(stdout);
}

static void complain_failures(struct session *session, const struct run_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct run_result *result = &results->result[i];
        if (result->status == STATUS_OK)
            continue;
        complain("%s: %s: %s", result->scenario->file, result->clock->name, result->failure);
        note_status(session, (int)result->status);
    }
}

/* Runs one scenario, saves and prints it. Returns -1 when no other should follow. */
static int run_one(struct session *session, size_t i)
{
    struct scenario *scenario = session->scenario[i];
    struct error error;
    progress_part(&session->progress, scenario->title, weight_of(scenario));
    tracing_turn_to(&session->tracing, &session->settings->trace, scenario, &session->options);
    const int failed = run_scenario(scenario, &session->options, &session->results[i], &error);
    progress_clear(&session->progress);
    if (failed) {
        complain("%s: %s", scenario->file, error.message);
        note_status(session, (int)error.status);
        return -1;
    }
    const struct run_results *results = session->results[i];
    const bool interrupted = results->interrupted || *session->options.stop;
    complain_failures(session, results);
    const bool saved = save(session, results);
    if (completed(results) > 0)
        print_text(session, results);
    if (interrupted)
        complain_interrupt(scenario, results, saved);
    return interrupted ? -1 : 0;
}

static void run_all(struct session *session)
{
    double whole = 0;
    for (size_t i = 0; i < session->count; i++)
        whole += weight_of(session->scenario[i]);
    progress_begin(&session->progress, session->settings->quiet, whole);
    session->options = (struct run_options){
        .workers = workers_for(session->settings->workers),
        .progress = progress_step,
        .progress_context = &session->progress,
        .stop = interrupt_watch(),
    };
    size_t ran = 0;
    if (session->settings->format == FORMAT_CSV)
        results_print_csv_head(stdout);
    while (ran < session->count && run_one(session, ran) == 0)
        ran++;
    ran += ran < session->count && session->results[ran];
    if (session->settings->format == FORMAT_JSON)
        results_print_json((const struct run_results *const *)session->results, ran, CLOCKSIM_VERSION, stdout);
    session->status = interrupt_status(session->status);
}

/* Whatever can be refused is refused before anything is run. */
static int prepare(struct session *session, const struct text_list *files)
{
    struct error error;
    const int status = overrides_load(&session->settings->overrides, files, &session->scenario);
    if (status)
        return status;
    session->count = files->count;
    session->results = memory_zeroed(session->count, sizeof(struct run_results *));
    for (size_t i = 0; i < session->count; i++) {
        if (trace_check(&session->settings->trace, session->scenario[i], &error))
            return complain_error(&error);
        if (run_check(session->scenario[i], &error)) {
            complain("%s: %s", session->scenario[i]->file, error.message);
            return (int)error.status;
        }
    }
    if (published_read(NULL, &session->published, &error))
        return complain_error(&error);
    if (session->settings->db && store_open(session->settings->db, &session->store, &error))
        return complain_error(&error);
    if (tracing_open(&session->tracing, &session->settings->trace, &error))
        return complain_error(&error);
    return STATUS_OK;
}

static int execute(const void *settings, const struct text_list *operands)
{
    struct session session = {.settings = settings};
    struct error error;
    session.status = prepare(&session, operands);
    if (session.status == STATUS_OK)
        run_all(&session);
    if (store_close(session.store, &error))
        note_status(&session, complain_error(&error));
    if (tracing_close(&session.tracing, &error))
        note_status(&session, complain_error(&error));
    for (size_t i = 0; i < session.count; i++)
        run_results_destroy(session.results[i]);
    free(session.results);
    overrides_unload(session.scenario, session.count);
    published_destroy(session.published);
    return session.status;
}

const struct command command_run = {
    .name = "run",
    .summary = "simulate scenarios, and compare their clocks",
    .description =
        "Simulates every clock of each scenario, as often as it asks for, and prints for each clock: throughput and "
        "its loss against the baseline clock with 95 % intervals, the share of CPU time inside the clocksource's read "
        "function, how long a read took, how busy the HPET's bus was, and how many ticks came late or were lost. "
        "Where the scenario names published measurements of the same machine, they stand beneath; with a * when --set "
        "changed more than the keys of `run`, and not at all with --machine or --kernel.\n"
        "\n"
        "The same seed gives the same results, for any number of processes. The first Ctrl-C lets running replications "
        "end; the second does not wait for them. Whole replications count: what is printed, and saved with --db, are "
        "those that every clock has completed.",
    .table = {rows, sizeof rows / sizeof *rows, sizeof(struct run_settings), 1, SIZE_MAX, "FILE..."},
    .operand_completion = OPTION_FILES,
    .example = examples,
    .execute = execute,
};
