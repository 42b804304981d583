/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predictions against published numbers.
 *
 * Every scenario of the data folder that names published rows is replayed; each claim gives one row. The effect of a
 * change of clock is what counts: the published one is the difference of two published rows, the predicted one is the
 * paired loss. Nothing is printed here.
 */
#ifndef SIM_STUDY_VALIDATE_H
#define SIM_STUDY_VALIDATE_H

#include "sim/run/run.h"
#include "sim/study/published.h"

struct validate_neighbour {
    const char *change; /* as the scenario says it */
    double predicted;   /* effect in percent, or the metric where there is no effect; NaN: the run failed */
};

struct validate_row {
    const struct scenario *scenario;
    const struct published_row *published;
    enum metric metric;
    struct estimate predicted;
    double error_percent;             /* of the prediction against the published value */
    double effect_published;          /* change in percent against the baseline's row; NaN: none */
    struct estimate effect_predicted; /* the same of the prediction */
    double within;                    /* percentage points; NaN: judged by nobody */
    bool met;                         /* of a row that is judged */
    const char **fitted;              /* [fitted_count] keys whose source says `fitted to row ID` */
    size_t fitted_count;
    struct validate_neighbour *neighbour; /* [neighbour_count], in the claim's order */
    size_t neighbour_count;
    enum exit_status status; /* STATUS_OK, or why there is no prediction */
    char failure[1024];
};

struct validate_report {
    struct validate_row *row; /* [count] */
    size_t count;
    struct scenario **scenario; /* [scenario_count]; rows point into them */
    size_t scenario_count;
    bool interrupted; /* rows beyond the interrupt are missing */
};

struct validate_options {
    const char *data_dir; /* with scenarios and their presets */
    const char *only;     /* ids that start with this; NULL: all */
    bool quick;           /* at most 3 replications of at most 0.25 s */
    int workers;
    run_progress *progress; /* may be NULL */
    void *progress_context;
    const volatile int *stop; /* may be NULL */
};

/* Replays what names rows of `published`, which must outlive the report. Returns 0 and a report to be given to
 * validate_destroy() (a run that failed is in it). Errors: 65 a scenario that does not load, a row that is not
 * published, a metric that is not in the row's unit; 66 nothing to validate. */
int validate(const struct published *published, const struct validate_options *options, struct validate_report **report,
             struct error *error) MUST_CHECK;
void validate_destroy(struct validate_report *report);

/* The change in percent of a published value against that of `clock` in the same experiment; NaN when there is no such
 * row, or it is the row itself. */
double validate_effect(const struct published *published, const struct published_row *row, const char *clock);

#endif
