/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/study/validate.h"

#include "sim/scenario/sweep.h"

#include "models/hardware/topology.h"

#include <ctype.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK_REPLICATIONS = 3, PROGRESS_STEPS = 1000000, CLOCKS_MAX = 32, SETTINGS_MAX = 64 };

static const int64_t QUICK_DURATION_PS = 250000000000; /* chosen: some hundred ticks, so that intervals stay useful */
#define QUICK_DURATION "run.duration=250 ms"

/* What all the functions below share. */
struct validation {
    const struct published *published;
    const struct validate_options *options;
    struct validate_report *report;
    double done, part, whole; /* weights of the runs that are over, of the one under way, of all */
};

/* The clocks and settings with which a scenario is loaded again. */
struct variant {
    const char *clock[CLOCKS_MAX], *set[SETTINGS_MAX];
    struct scenario_overrides overrides;
};

/* The scenario may be a variant already: what makes it quick must be said again, for its file is loaded afresh. */
static void variant_init(struct variant *variant, const struct scenario *scenario, bool quick)
{
    variant->overrides = (struct scenario_overrides){.clock = variant->clock, .set = variant->set, .seed = -1};
    variant->overrides.replications = -1;
    if (quick)
        variant->overrides.replications =
            scenario->run.replications < QUICK_REPLICATIONS ? scenario->run.replications : QUICK_REPLICATIONS;
    if (scenario->baseline != SCENARIO_BASELINE_NONE)
        variant->clock[variant->overrides.clock_count++] = scenario->clock[scenario->baseline].name;
    if (quick && scenario->run.duration_ps >= QUICK_DURATION_PS)
        variant->set[variant->overrides.set_count++] = QUICK_DURATION;
}

static void variant_add_clock(struct variant *variant, const char *clock)
{
    for (size_t i = 0; i < variant->overrides.clock_count; i++)
        if (strcmp(variant->clock[i], clock) == 0)
            return;
    ensure(variant->overrides.clock_count < CLOCKS_MAX);
    variant->clock[variant->overrides.clock_count++] = clock;
}

static int load(const struct validation *validation, const char *file, const struct scenario_overrides *overrides,
                struct scenario **scenario, struct error *error)
{
    struct diagnostics diagnostics = {0};
    const int failed = scenario_load(file, validation->options->data_dir, overrides, scenario, &diagnostics);
    if (failed)
        error_set(error, diagnostics.status, "%s does not load:\n%s", file, diagnostics.text);
    diagnostics_clear(&diagnostics);
    return failed;
}

static bool is_wanted(const struct validation *validation, const struct published_claim *claim)
{
    const char *only = validation->options->only;
    return !only || strncmp(claim->row, only, strlen(only)) == 0;
}

/* Looks up the row of a claim and sees whether it can be held against the metric. */
static const struct published_row *find_row(const struct validation *validation, const struct published_claim *claim,
                                            struct error *error)
{
    const struct published_row *row = published_find(validation->published, claim->row);
    if (!row) {
        error_set(error, STATUS_BAD_INPUT, "%s:%u:%u: there is no published row `%s`", claim->place.file,
                  claim->place.line, claim->place.column, claim->row);
        return NULL;
    }
    const char *unit = metrics[metric_by_name(claim->metric)].unit;
    if (strcmp(unit, row->unit) != 0 && !(strcmp(unit, "%") == 0 && strcmp(row->unit, "percent") == 0)) {
        error_set(error, STATUS_BAD_INPUT, "%s:%u:%u: row `%s` is in %s, but metric `%s` is in %s", claim->place.file,
                  claim->place.line, claim->place.column, claim->row, row->unit, claim->metric, unit);
        return NULL;
    }
    return row;
}

double validate_effect(const struct published *published, const struct published_row *row, const char *clock)
{
    const struct published_row *other = published_of_clock(published, row, clock);
    return other && other != row ? 100 * (row->value / other->value - 1) : NAN;
}

static const char *baseline_of(const struct scenario *scenario)
{
    return scenario->baseline == SCENARIO_BASELINE_NONE ? "" : scenario->clock[scenario->baseline].name;
}

static const struct run_result *result_of(const struct run_results *results, const char *clock)
{
    for (size_t i = 0; i < results->count; i++)
        if (strcmp(results->result[i].clock->name, clock) == 0)
            return &results->result[i];
    return NULL;
}

/* Loss turned into a change; there is one only for throughput, and not for the baseline itself. */
static struct estimate effect_of(const struct run_result *result, enum metric metric)
{
    struct estimate effect = {NAN, NAN, 0};
    if (metric == METRIC_THROUGHPUT && result->clock - result->scenario->clock != result->scenario->baseline) {
        effect = result->metric[METRIC_LOSS];
        effect.value = -effect.value;
    }
    return effect;
}

static bool is_met(const struct validate_row *row)
{
    const bool by_effect = !isnan(row->effect_published);
    const double predicted = by_effect ? row->effect_predicted.value : row->predicted.value;
    const double beyond = predicted - (by_effect ? row->effect_published : row->published->value);
    if (row->published->bound == BOUND_LOWER)
        return beyond >= -row->within;
    if (row->published->bound == BOUND_UPPER)
        return beyond <= row->within;
    return fabs(beyond) <= row->within;
}

static void judge(const struct validation *validation, struct validate_row *row, const struct run_result *result)
{
    row->status = result->status;
    snprintf(row->failure, sizeof row->failure, "%s", result->failure);
    row->predicted = result->metric[row->metric];
    row->error_percent = 100 * (row->predicted.value / row->published->value - 1);
    row->effect_published = NAN;
    if (row->metric == METRIC_THROUGHPUT)
        row->effect_published = validate_effect(validation->published, row->published, baseline_of(row->scenario));
    row->effect_predicted = effect_of(result, row->metric);
    row->met = !isnan(row->within) && is_met(row);
}

/* Passes the progress of one run on as that of them all. */
static void step(void *context, size_t done, size_t all)
{
    const struct validation *validation = context;
    const double weight = validation->done + validation->part * (double)done / (double)all;
    validation->options->progress(validation->options->progress_context,
                                  (size_t)(PROGRESS_STEPS * weight / validation->whole), PROGRESS_STEPS);
}

static double weight_of(const struct scenario *scenario, size_t clocks)
{
    return (double)machine_cpu_count(&scenario->machine) *
           (double)(scenario->run.duration_ps + scenario->run.warm_up_ps) * (double)scenario->run.replications *
           (double)clocks;
}

static int run(struct validation *validation, const struct scenario *scenario, struct run_results **results,
               struct error *error)
{
    const struct run_options options = {
        .workers = validation->options->workers,
        .progress = validation->options->progress ? step : NULL,
        .progress_context = validation,
        .stop = validation->options->stop,
    };
    validation->part = weight_of(scenario, scenario->clock_count);
    const int failed = run_scenario(scenario, &options, results, error);
    validation->done += validation->part;
    if (!failed && (*results)->interrupted)
        validation->report->interrupted = true;
    return failed;
}

/* Runs a scenario as a neighbour has it, and takes what would have been predicted. */
static int run_neighbour(struct validation *validation, const struct validate_row *row,
                         const struct scenario_neighbour *neighbour, struct validate_neighbour *outcome,
                         struct error *error)
{
    struct variant variant;
    struct scenario *scenario;
    struct run_results *results;
    variant_init(&variant, row->scenario, validation->options->quick);
    variant_add_clock(&variant, row->published->clock);
    for (size_t i = 0; i < neighbour->set_count; i++) {
        ensure(variant.overrides.set_count < SETTINGS_MAX);
        variant.set[variant.overrides.set_count++] = neighbour->set[i];
    }
    if (load(validation, row->scenario->file, &variant.overrides, &scenario, error))
        return -1;
    const int failed = run(validation, scenario, &results, error);
    if (!failed) {
        const struct run_result *result = result_of(results, row->published->clock);
        const struct estimate effect = effect_of(result, row->metric);
        outcome->change = neighbour->change;
        outcome->predicted = isnan(row->effect_published) ? result->metric[row->metric].value : effect.value;
        run_results_destroy(results);
    }
    scenario_destroy(scenario);
    return failed;
}

static int run_neighbours(struct validation *validation, struct validate_row *row, const struct published_claim *claim,
                          struct error *error)
{
    row->neighbour = calloc(claim->neighbour_count + 1, sizeof *row->neighbour);
    if (!row->neighbour)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    for (size_t i = 0; i < claim->neighbour_count; i++) {
        if (run_neighbour(validation, row, &claim->neighbour[i], &row->neighbour[i], error))
            return -1;
        if (validation->report->interrupted)
            return 0;
        row->neighbour_count++;
    }
    return 0;
}

/* Whether a source says `fitted to row ID`; it may go on to speak of other rows. */
static bool names_row(const char *source, const char *id)
{
    static const char words[] = "fitted to row ";
    const char *found = strstr(source, words);
    const size_t length = strlen(id);
    if (!found || strncmp(found + sizeof words - 1, id, length) != 0)
        return false;
    const char after = found[sizeof words - 1 + length];
    return !isalnum((unsigned char)after) && after != '-';
}

/* Keys whose source says that they were fitted to the row. */
static int find_fitted(struct validate_row *row, struct error *error)
{
    row->fitted = calloc(row->scenario->value_source_count + 1, sizeof *row->fitted);
    if (!row->fitted)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    for (size_t i = 0; i < row->scenario->value_source_count; i++) {
        const struct value_source *source = &row->scenario->value_source[i];
        if (names_row(source->source, row->published->id))
            row->fitted[row->fitted_count++] = source->path;
    }
    return 0;
}

static int add_row(struct validation *validation, const struct scenario *scenario, const struct published_claim *claim,
                   const struct run_results *results, struct error *error)
{
    struct validate_report *report = validation->report;
    struct validate_row *grown = reallocarray(report->row, report->count + 1, sizeof *grown);
    if (!grown)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    report->row = grown;
    struct validate_row *row = &grown[report->count++];
    *row = (struct validate_row){
        .scenario = scenario,
        .published = published_find(validation->published, claim->row),
        .metric = metric_by_name(claim->metric),
        .within = claim->within_e6 < 0 ? NAN : 1e-6 * (double)claim->within_e6,
    };
    judge(validation, row, result_of(results, row->published->clock));
    return find_fitted(row, error) ? -1 : run_neighbours(validation, row, claim, error);
}

static int validate_scenario(struct validation *validation, const struct scenario *scenario, struct error *error)
{
    struct run_results *results;
    if (run(validation, scenario, &results, error))
        return -1;
    int failed = 0;
    for (size_t i = 0; i < scenario->published_count && !failed && !validation->report->interrupted; i++)
        if (is_wanted(validation, &scenario->published[i]))
            failed = add_row(validation, scenario, &scenario->published[i], results, error);
    run_results_destroy(results);
    return failed;
}

/* Keeps a scenario that has rows to validate, loaded with the clocks that these need. */
static int take_scenario(struct validation *validation, const struct scenario *plain, struct error *error)
{
    struct validate_report *report = validation->report;
    struct variant variant;
    size_t wanted = 0, neighbours = 0;
    variant_init(&variant, plain, validation->options->quick);
    for (size_t i = 0; i < plain->published_count; i++) {
        const struct published_claim *claim = &plain->published[i];
        const struct published_row *row = is_wanted(validation, claim) ? find_row(validation, claim, error) : NULL;
        if (!row && is_wanted(validation, claim))
            return -1;
        if (!row)
            continue;
        variant_add_clock(&variant, row->clock);
        wanted++;
        neighbours += claim->neighbour_count;
    }
    if (wanted == 0)
        return 0;
    struct scenario **grown = reallocarray(report->scenario, report->scenario_count + 1, sizeof *grown);
    if (!grown)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    report->scenario = grown;
    if (load(validation, plain->file, &variant.overrides, &grown[report->scenario_count], error))
        return -1;
    const struct scenario *taken = grown[report->scenario_count++];
    validation->whole += weight_of(taken, taken->clock_count + 2 * neighbours);
    return 0;
}

static int take_files(struct validation *validation, struct error *error)
{
    const struct scenario_overrides none = {.seed = -1, .replications = -1};
    char *pattern;
    glob_t found;
    ensure(asprintf(&pattern, "%s/*.yaml", validation->options->data_dir) >= 0);
    const int nothing = glob(pattern, 0, NULL, &found);
    free(pattern);
    if (nothing)
        return error_set(error, STATUS_NO_INPUT, "there are no scenarios in %s", validation->options->data_dir);
    int failed = 0;
    for (size_t i = 0; i < found.gl_pathc && !failed; i++) {
        struct scenario *plain;
        if (sweep_is_file(found.gl_pathv[i]))
            continue;
        failed = load(validation, found.gl_pathv[i], &none, &plain, error);
        if (!failed) {
            failed = take_scenario(validation, plain, error);
            scenario_destroy(plain);
        }
    }
    globfree(&found);
    return failed;
}

int validate(const struct published *published, const struct validate_options *options, struct validate_report **report,
             struct error *error)
{
    struct validation validation = {published, options, calloc(1, sizeof(struct validate_report)), 0, 0, 0};
    if (!validation.report)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    int failed = take_files(&validation, error);
    if (!failed && validation.report->scenario_count == 0)
        failed = error_set(error, STATUS_NO_INPUT, "no scenario in %s names a published row%s%s", options->data_dir,
                           options->only ? " that starts with " : "", options->only ? options->only : "");
    for (size_t i = 0; i < validation.report->scenario_count && !failed && !validation.report->interrupted; i++)
        failed = validate_scenario(&validation, validation.report->scenario[i], error);
    if (failed)
        validate_destroy(validation.report);
    else
        *report = validation.report;
    return failed;
}

void validate_destroy(struct validate_report *report)
{
    if (!report)
        return;
    for (size_t i = 0; i < report->count; i++) {
        free(report->row[i].neighbour);
        free(report->row[i].fitted);
    }
    for (size_t i = 0; i < report->scenario_count; i++)
        scenario_destroy(report->scenario[i]);
    free(report->row);
    free(report->scenario);
    free(report);
}
