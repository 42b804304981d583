/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/sweep.h"

#include "models/hardware/topology.h"
#include "sim/cli/command.h"
#include "sim/cli/complain.h"
#include "sim/cli/formats.h"
#include "sim/cli/interrupt.h"
#include "sim/cli/overrides.h"
#include "sim/cli/progress.h"
#include "sim/report/sweep_results.h"
#include "version.h"

struct sweep_settings {
    struct override_settings overrides;
    const char *db;
    int format;
    int64_t workers;
    bool quiet;
};

static const struct option_row rows[] = {
    {.name = "db",
     .takes = TAKES_TEXT,
     .argument = "FILE",
     .help = "save each point in this SQLite database as it is done, and leave out those that are there",
     .offset = offsetof(struct sweep_settings, db),
     .is_output = true,
     .completion = OPTION_FILES},
    OVERRIDE_ROWS(struct sweep_settings),
    FORMAT_ROW(struct sweep_settings),
    WORKERS_ROW(struct sweep_settings),
    QUIET_ROW(struct sweep_settings),
};

static const struct command_example examples[] = {
    {"sweep scenarios/hpet-scaling.yaml --db scaling.db", "runs every point, or those that are missing in scaling.db"},
    {"sweep scenarios/hpet-scaling.yaml -n 2 --set run.duration=50ms -c tsc,hpet", "a rough look at two clocks"},
    {"plot scaling.db --plot cores -o scaling.svg", "draws what was saved"},
    {NULL, NULL},
};

struct session {
    const struct sweep *sweep;
    struct progress progress;
    size_t begun; /* points */
    char label[300];
};

static double weight_of(const struct scenario *scenario)
{
    return (double)machine_cpu_count(&scenario->machine) *
           (double)(scenario->run.duration_ps + scenario->run.warm_up_ps) * (double)scenario->run.replications *
           (double)scenario->clock_count;
}

static void begin_point(void *context, const struct sweep_point *point)
{
    struct session *session = context;
    const size_t number = (size_t)(point - session->sweep->point);
    /* points that were in the database already count as done */
    for (; session->begun < number; session->begun++)
        progress_part(&session->progress, "", weight_of(session->sweep->point[session->begun].scenario));
    snprintf(session->label, sizeof session->label, "point %zu of %zu", number + 1, session->sweep->count);
    progress_part(&session->progress, session->label, weight_of(point->scenario));
    session->begun = number + 1;
}

static void end_point(void *context, const struct sweep_point *point, const struct run_results *results)
{
    struct session *session = context;
    const char *failure;
    progress_clear(&session->progress);
    if (results && points_status(results, &failure) != STATUS_OK)
        complain("%s: point %zu: %s", session->sweep->file, (size_t)(point - session->sweep->point), failure);
}

static int print(const struct sweep_settings *settings, const struct sweep *sweep, const struct points *points)
{
    int failed = 0;
    if (settings->format == FORMAT_JSON)
        sweep_print_json(sweep, points, CLOCKSIM_VERSION, stdout);
    else if (settings->format == FORMAT_CSV)
        sweep_print_csv(sweep, points, stdout);
    else
        failed = sweep_print_table(sweep, points, colour_suits(stdout), stdout);
    if (failed)
        complain("out of memory");
    return failed ? STATUS_INTERNAL : STATUS_OK;
}

static int run(const struct sweep_settings *settings, const struct sweep *sweep, struct store *store)
{
    struct session session = {.sweep = sweep};
    double whole = 0;
    for (size_t i = 0; i < sweep->count; i++)
        whole += weight_of(sweep->point[i].scenario);
    progress_begin(&session.progress, settings->quiet, whole);
    const struct points_options options = {
        .run = {.workers = workers_for(settings->workers),
                .progress = progress_step,
                .progress_context = &session.progress,
                .stop = interrupt_watch()},
        .store = store,
        .version = CLOCKSIM_VERSION,
        .libm = run_libm_fingerprint(),
        .begin = begin_point,
        .end = end_point,
        .context = &session,
    };
    struct points *points = NULL;
    struct error error;
    int status = points_run(sweep, &options, &points, &error) ? complain_error(&error) : STATUS_OK;
    if (points) {
        if (!status && points->failed > 0)
            status = STATUS_NO;
        const int printed = print(settings, sweep, points);
        status = status ? status : printed;
        points_destroy(points);
    }
    return interrupt_status(status);
}

static int execute(const void *given, const struct text_list *operands)
{
    const struct sweep_settings *settings = given;
    const struct scenario_overrides overrides = overrides_of(&settings->overrides);
    struct diagnostics diagnostics = {0};
    struct sweep *sweep;
    struct store *store = NULL;
    struct error error;
    if (sweep_load(operands->text[0], NULL, &overrides, &sweep, &diagnostics)) {
        fputs(diagnostics.text, stderr);
        const int refused = (int)diagnostics.status;
        diagnostics_clear(&diagnostics);
        return refused;
    }
    int status = STATUS_OK;
    if (settings->db && store_open(settings->db, &store, &error))
        status = complain_error(&error);
    else
        status = run(settings, sweep, store);
    if (store_close(store, &error)) {
        const int closing = complain_error(&error);
        status = status ? status : closing;
    }
    sweep_destroy(sweep);
    return status;
}

const struct command command_sweep = {
    .name = "sweep",
    .summary = "simulate a scenario at many points, and find where clocks begin to cost",
    .description =
        "Runs the scenario of a sweep file with every combination of the values that it lists (docs/scenario-format.md), "
        "one point after another. Prints a row for each point with what each clock loses against the baseline clock, "
        "with 95 % intervals, and each clock's knee: the size of machine from which on it loses 5 %, between the "
        "neighbouring sizes.\n"
        "\n"
        "With --db each point is saved in one transaction when it is done. The same sweep with the same database goes "
        "on where it was stopped: points that are there with all their runs, from the same scenario text (seed and "
        "replications included) and the same version of this program, are not run again. A point that failed is saved "
        "with its reason, and is tried again.\n"
        "\n"
        "Exits with 1 when a point failed. The first Ctrl-C lets running replications end and keeps the points that are "
        "done; the second does not wait for them.",
    .table = {rows, sizeof rows / sizeof *rows, sizeof(struct sweep_settings), 1, 1, "FILE"},
    .operand_completion = OPTION_FILES,
    .example = examples,
    .execute = execute,
};
