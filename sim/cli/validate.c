/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/study/validate.h"

#include "sim/cli/command.h"
#include "sim/cli/complain.h"
#include "sim/cli/data.h"
#include "sim/cli/formats.h"
#include "sim/cli/interrupt.h"
#include "sim/cli/progress.h"
#include "sim/cli/validate_print.h"

#include <math.h>

struct validate_settings {
    const char *only;
    bool quick, quiet;
    int format;
    int64_t workers;
};

static const struct option_row rows[] = {
    {.name = "only",
     .letter = 'o',
     .takes = TAKES_TEXT,
     .argument = "ID",
     .help = "only rows whose id is this or starts with this, such as `S003-72`",
     .offset = offsetof(struct validate_settings, only)},
    {.name = "quick",
     .takes = TAKES_NOTHING,
     .help = "at most 3 replications of at most 0.25 s: wider intervals, sooner",
     .offset = offsetof(struct validate_settings, quick)},
    FORMAT_ROW(struct validate_settings),
    WORKERS_ROW(struct validate_settings),
    QUIET_ROW(struct validate_settings),
};

static const struct command_example examples[] = {
    {"validate", "every published number beside its prediction, and what small changes would have given"},
    {"validate --quick --only S003-72 --format json", "some of them, sooner, for another program"},
    {NULL, NULL},
};

static int status_of(const struct validate_report *report)
{
    int status = STATUS_OK;
    for (size_t i = 0; i < report->count; i++) {
        const struct validate_row *row = &report->row[i];
        if (row->status != STATUS_OK) {
            complain("%s: %s", row->published->id, row->failure);
            return (int)row->status;
        }
        if (!isnan(row->within) && !row->met)
            status = STATUS_NO;
    }
    return status;
}

static int run(const struct validate_settings *settings, const struct published *published,
               struct validate_report **report, struct error *error)
{
    struct progress progress;
    const struct validate_options options = {
        .data_dir = data_dir(),
        .only = settings->only,
        .quick = settings->quick,
        .workers = workers_for(settings->workers),
        .progress = progress_step,
        .progress_context = &progress,
        .stop = interrupt_watch(),
    };
    progress_begin(&progress, settings->quiet, 1);
    progress_part(&progress, "validate", 1);
    const int failed = validate(published, &options, report, error);
    progress_clear(&progress);
    return failed;
}

static int execute(const void *given, const struct text_list *operands)
{
    (void)operands;
    const struct validate_settings *settings = given;
    struct published *published;
    struct validate_report *report;
    struct error error;
    if (published_read(NULL, &published, &error))
        return complain_error(&error);
    int status;
    if (run(settings, published, &report, &error)) {
        status = complain_error(&error);
    } else {
        status = status_of(report);
        const bool nothing = report->interrupted && report->count == 0;
        if (nothing)
            complain("interrupted: no row was complete");
        if (nothing && settings->format != FORMAT_JSON) {
            /* a heading without rows tells nothing */
        } else if (validate_print(report, settings->format, colour_suits(stdout), stdout)) {
            complain("out of memory");
            status = STATUS_INTERNAL;
        }
        validate_destroy(report);
    }
    published_destroy(published);
    return interrupt_status(status);
}

const struct command command_validate = {
    .name = "validate",
    .summary = "hold predictions against published measurements",
    .description =
        "Replays every scenario that names published rows. Each row shows the published value, the prediction with its "
        "95 % interval, and the effect of the change of clock in both. A row whose role is `fit` had a constant fitted "
        "to it; nothing was fitted to a row whose role is `predict`. A row with a band is met or missed; those without "
        "are shown and judged by nobody. Beneath a row stands what its neighbours would have given: the same scenario "
        "with one thing changed.\n"
        "\n"
        "Exits with 1 when a band is missed.",
    .table = {rows, sizeof rows / sizeof *rows, sizeof(struct validate_settings), 0, 0, ""},
    .example = examples,
    .execute = execute,
};
