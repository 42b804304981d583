/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results for people. */
#include "sim/report/results.h"

#include "models/hardware/topology.h"
#include "sim/base/quantity.h"
#include "sim/report/table.h"
#include "sim/report/wrap.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 100 };

/* A column of the table: a metric, and the power of ten by which it is shown. */
struct metric_column {
    enum metric metric;
    double scale;
    bool interval;
};

static const struct table_column columns[] = {
    {.head = "clock", .unit = "", .left = true},
    {.head = "jobs", .unit = "per min"},
    {.head = "", .unit = "", .left = true, .joined = true},
    {.head = "loss", .unit = "%"},
    {.head = "", .unit = "", .left = true, .joined = true},
    {.head = "reading", .unit = "% CPU"},
    {.head = "a read", .unit = "mean us"},
    {.head = "", .unit = "p99 us"},
    {.head = "bus", .unit = "busy %"},
    {.head = "late", .unit = "ticks/s"},
    {.head = "lost", .unit = "ticks/s"},
};

static const struct metric_column metric_columns[] = {
    {METRIC_THROUGHPUT, 1, true},         {METRIC_LOSS, 1, true},
    {METRIC_CLOCK_READ_SHARE, 1, false},  {METRIC_CLOCK_READ_MEAN, 1e-3, false},
    {METRIC_CLOCK_READ_P99, 1e-3, false}, {METRIC_BUS_UTILISATION, 1, false},
    {METRIC_LATE_TICKS, 1, false},        {METRIC_LOST_TICKS, 1, false},
};

enum { METRIC_COLUMNS = sizeof metric_columns / sizeof *metric_columns };

/* Digits behind the point: none for large numbers, three for small ones. */
static int decimals(enum metric metric, double value)
{
    if (metric == METRIC_LOSS || metric == METRIC_CLOCK_READ_SHARE)
        return 2;
    if (metric == METRIC_THROUGHPUT || fabs(value) >= 1000 || value == 0)
        return 0;
    return fabs(value) >= 100 ? 1 : fabs(value) >= 10 ? 2 : 3;
}

static void add_number(struct table *table, enum metric metric, const char *before, double value)
{
    if (isnan(value))
        table_cell(table, "%s", "");
    else
        table_cell(table, "%s%.*f", before, decimals(metric, value), value);
}

static void add_result(struct table *table, const struct run_result *result)
{
    const bool is_baseline = result->clock - result->scenario->clock == result->scenario->baseline;
    table_cell(table, "%s", result->clock->name);
    for (size_t i = 0; i < METRIC_COLUMNS; i++) {
        const struct metric_column *column = &metric_columns[i];
        const struct estimate *estimate = &result->metric[column->metric];
        if (column->metric == METRIC_LOSS && is_baseline && !isnan(estimate->value)) {
            table_cell(table, "base");
            table_cell(table, "%s", "");
            continue;
        }
        add_number(table, column->metric, "", column->scale * estimate->value);
        if (column->interval)
            add_number(table, column->metric, "± ", column->scale * estimate->ci95);
    }
}

static const struct results_published *find_published(const struct results_published *published, size_t count,
                                                      const char *clock, enum metric metric)
{
    for (size_t i = 0; i < count; i++)
        if (published[i].metric == metric && strcmp(published[i].clock, clock) == 0)
            return &published[i];
    return NULL;
}

/* What was measured, in the same columns, beneath `label`. Returns false when none of them was. */
static bool add_published(struct table *table, const struct run_result *result,
                          const struct results_published *published, size_t count, const char *label)
{
    const struct results_published *found[METRIC_COLUMNS];
    bool any = false;
    for (size_t i = 0; i < METRIC_COLUMNS; i++) {
        found[i] = find_published(published, count, result->clock->name, metric_columns[i].metric);
        any = any || found[i];
    }
    if (!any)
        return false;
    table_cell(table, "  %s", label);
    for (size_t i = 0; i < METRIC_COLUMNS; i++) {
        const double value = found[i] ? metric_columns[i].scale * found[i]->value : NAN;
        add_number(table, metric_columns[i].metric, found[i] ? found[i]->before : "", value);
        if (metric_columns[i].interval)
            table_cell(table, "%s", "");
    }
    return true;
}

static void print_title(const struct scenario *scenario, struct results_change change, bool bold, FILE *out)
{
    fprintf(out, "%s%s", bold ? "\033[1m" : "", scenario->title);
    if (change.machine)
        fprintf(out, " (on %s)", scenario->machine_name);
    if (change.kernel)
        fprintf(out, " (with %s)", scenario->kernel_name);
    fprintf(out, "%s\n", bold ? "\033[0m" : "");
}

static void print_heading(const struct run_results *results, struct results_change change, bool bold, FILE *out)
{
    const struct scenario *scenario = results->result[0].scenario;
    const struct machine_params *machine = &scenario->machine;
    const size_t ran = results->result[0].replications;
    char duration[64];
    quantity_format(QUANTITY_DURATION, scenario->run.duration_ps, duration, sizeof duration);
    print_title(scenario, change, bold, out);
    fprintf(out, "%s: %" PRId64 " sockets × %" PRId64 " cores × %" PRId64 " thread%s = %" PRId64 " logical CPUs\n",
            scenario->machine_name, machine->sockets, machine->cores_per_socket, machine->threads_per_core,
            machine->threads_per_core == 1 ? "" : "s", machine_cpu_count(machine));
    fprintf(out, "%s: HZ %" PRId64 ", ticks %s; %zu replication%s of %s, seed %" PRId64 "%s\n\n", scenario->kernel_name,
            scenario->kernel.hz, tick_phase_names[scenario->kernel.tick_phase], ran, ran == 1 ? "" : "s", duration,
            scenario->run.seed, results->interrupted ? " (interrupted)" : "");
}

static void print_text(const char *name, const char *text, FILE *out)
{
    if (!text)
        return;
    const int column = fprintf(out, "%-13s", name);
    wrap_print(text, column, column, WIDTH, out);
}

int results_print_table(const struct run_results *results, const struct results_published *published, size_t count,
                        struct results_change change, bool bold, FILE *out)
{
    if (results->count == 0)
        return 0;
    bool any_published = false;
    struct table *table = table_create(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < results->count; i++) {
        const struct run_result *result = &results->result[i];
        if (result->status != STATUS_OK)
            table_note(table, "%s: failed, no numbers", result->clock->name);
        else
            add_result(table, result);
        if (add_published(table, result, published, count, change.settings ? "published*" : "published"))
            any_published = true;
    }
    print_heading(results, change, bold, out);
    const int failed = table_print(table, bold, out);
    table_destroy(table);
    if (any_published && change.settings)
        fputs("* measured with other settings\n", out);
    const struct scenario *scenario = results->result[0].scenario;
    if (change.machine || change.kernel)
        return failed;
    if (scenario->question || scenario->expectation)
        fputc('\n', out);
    print_text("Question:", scenario->question, out);
    print_text("Expectation:", scenario->expectation, out);
    return failed;
}
