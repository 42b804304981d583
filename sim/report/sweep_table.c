/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of a sweep for people. */
#include "models/hardware/topology.h"
#include "sim/base/quantity.h"
#include "sim/report/sweep_results.h"
#include "sim/report/table.h"
#include "sim/report/wrap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_SIZE = 96, WIDTH = 100 };

/* The table and the texts of its headings. */
struct matrix {
    const struct sweep *sweep;
    const struct points *points;
    struct table_column *column; /* logical CPUs, machine, what else varies, two for each clock */
    char (*head)[2][HEAD_SIZE];  /* [columns] */
    size_t columns, clocks;
    struct table *table;
};

static bool has_sizes(const struct sweep *sweep)
{
    for (size_t k = 0; k < sweep->key_count; k++)
        if (points_is_size(sweep->key[k]))
            return true;
    return false;
}

static void add_column(struct matrix *matrix, const char *head, size_t head_length, const char *unit, bool left)
{
    char(*texts)[HEAD_SIZE] = matrix->head[matrix->columns];
    snprintf(texts[0], HEAD_SIZE, "%.*s", (int)head_length, head);
    snprintf(texts[1], HEAD_SIZE, "%.*s", HEAD_SIZE - 1, unit);
    matrix->column[matrix->columns++] = (struct table_column){.head = texts[0], .unit = texts[1], .left = left};
}

/* `hpet` over `+unstable`, `acpi_pm` over `verified`: names are long. */
static void add_clock(struct matrix *matrix, const char *name)
{
    const size_t first = strcspn(name, "+-");
    add_column(matrix, name, first, name + first + (name[first] == '-'), false);
    add_column(matrix, "", 0, "", true);
    matrix->column[matrix->columns - 1].joined = true;
}

static void add_columns(struct matrix *matrix)
{
    const struct sweep *sweep = matrix->sweep;
    const struct scenario *scenario = sweep->point[0].scenario;
    if (has_sizes(sweep)) {
        add_column(matrix, "logical", HEAD_SIZE - 1, "CPUs", false);
        add_column(matrix, "sockets x cores", HEAD_SIZE - 1, "x threads", true);
    }
    for (size_t k = 0; k < sweep->key_count; k++) {
        const char *dot = strrchr(sweep->key[k], '.');
        if (!points_is_size(sweep->key[k]))
            add_column(matrix, dot ? dot + 1 : sweep->key[k], HEAD_SIZE - 1, "", false);
    }
    for (size_t c = 0; c < scenario->clock_count; c++)
        if ((int)c != scenario->baseline)
            add_clock(matrix, scenario->clock[c].name);
}

static void add_cell(struct table *table, const struct scenario *scenario, const struct run_result *result)
{
    const bool is_loss = scenario->baseline != SCENARIO_BASELINE_NONE;
    const struct estimate *estimate = &result->metric[is_loss ? METRIC_LOSS : METRIC_THROUGHPUT];
    const int decimals = is_loss ? 2 : 0;
    if (result->status != STATUS_OK || isnan(estimate->value))
        table_cell(table, result->status != STATUS_OK ? "failed" : "-");
    else
        table_cell(table, "%.*f", decimals, estimate->value);
    if (isnan(estimate->ci95))
        table_cell(table, "%s", "");
    else
        table_cell(table, "± %.*f", decimals, estimate->ci95);
}

static void add_row(struct matrix *matrix, size_t i)
{
    const struct sweep *sweep = matrix->sweep;
    const struct scenario *scenario = sweep->point[i].scenario;
    const struct machine_params *machine = &scenario->machine;
    if (has_sizes(sweep)) {
        table_cell(matrix->table, "%" PRId64, machine_cpu_count(machine));
        table_cell(matrix->table, "%" PRId64 " x %" PRId64 " x %" PRId64, machine->sockets, machine->cores_per_socket,
                   machine->threads_per_core);
    }
    for (size_t k = 0; k < sweep->key_count; k++)
        if (!points_is_size(sweep->key[k]))
            table_cell(matrix->table, "%s", sweep->point[i].value[k]);
    for (size_t c = 0; c < scenario->clock_count; c++)
        if ((int)c != scenario->baseline)
            add_cell(matrix->table, scenario, &matrix->points->results[i]->result[c]);
}

static void print_heading(const struct sweep *sweep, const struct points *points, bool bold, FILE *out)
{
    const struct scenario *scenario = sweep->point[0].scenario;
    size_t ran = 0, reused = 0;
    char duration[64];
    for (size_t i = 0; i < points->count; i++) {
        ran += points->results[i] != NULL;
        reused += points->reused[i];
    }
    quantity_format(QUANTITY_DURATION, scenario->run.duration_ps, duration, sizeof duration);
    fprintf(out, "%s%s%s\n", bold ? "\033[1m" : "", scenario->title, bold ? "\033[0m" : "");
    fprintf(out, "%s on %s: %zu of %zu points", scenario->machine_name, scenario->kernel_name, ran, points->count);
    if (reused > 0)
        fprintf(out, " (%zu from the database)", reused);
    fprintf(out, "; %" PRId64 " replication%s of %s, seed %" PRId64 "%s\n", scenario->run.replications,
            scenario->run.replications == 1 ? "" : "s", duration, scenario->run.seed,
            points->interrupted ? " (interrupted)" : "");
    const char *intervals =
        scenario->run.replications == 1 ? "no intervals: one replication" : "with its 95 % interval";
    if (scenario->baseline == SCENARIO_BASELINE_NONE)
        fprintf(out, "Throughput in jobs per minute, %s\n\n", intervals);
    else
        fprintf(out, "Throughput lost against %s in percent, %s\n\n", scenario->clock[scenario->baseline].name,
                intervals);
}

static void put_knee(const struct points_knee *knee, char *text, size_t size)
{
    if (knee->knee.place == KNEE_BELOW)
        snprintf(text, size, "below %.0f", knee->least);
    else if (knee->knee.place == KNEE_NONE)
        snprintf(text, size, "none up to %.0f", knee->greatest);
    else
        snprintf(text, size, "%.1f", knee->knee.at);
}

static int print_knees(const struct sweep *sweep, const struct points *points, bool bold, FILE *out)
{
    static const struct table_column columns[] = {
        {.head = "clock", .unit = "", .left = true}, {.head = "threads", .unit = "a core"},
        {.head = "", .unit = "", .left = true},      {.head = "loses 5 % from", .unit = "logical CPUs"},
        {.head = "", .unit = "cores"},
    };
    struct points_knee *knee;
    const size_t count = points_knees(sweep, points, &knee);
    struct table *table = table_create(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++) {
        char text[64];
        put_knee(&knee[i], text, sizeof text);
        table_cell(table, "%s", knee[i].clock);
        table_cell(table, "%" PRId64, knee[i].threads_per_core);
        table_cell(table, "%s", knee[i].others);
        table_cell(table, "%s", text);
        if (knee[i].knee.place == KNEE_BETWEEN)
            table_cell(table, "%.1f", knee[i].knee.at / (double)knee[i].threads_per_core);
        else
            table_cell(table, "%s", "");
    }
    if (count > 0)
        fputs("\nKnees: the first crossing of 5 % loss, linearly between neighbouring sizes\n\n", out);
    const int failed = count > 0 ? table_print(table, bold, out) : 0;
    table_destroy(table);
    points_knees_free(knee, count);
    return failed;
}

static void print_text(const char *name, const char *text, FILE *out)
{
    if (!text)
        return;
    const int column = fprintf(out, "%-13s", name);
    wrap_print(text, column, column, WIDTH, out);
}

static int print_matrix(struct matrix *matrix, bool bold, FILE *out)
{
    add_columns(matrix);
    matrix->table = table_create(matrix->column, matrix->columns);
    size_t rows = 0;
    for (size_t i = 0; i < matrix->points->count; i++) {
        if (!matrix->points->results[i])
            continue;
        add_row(matrix, i);
        rows++;
    }
    const int failed = rows > 0 ? table_print(matrix->table, bold, out) : 0;
    table_destroy(matrix->table);
    return failed;
}

int sweep_print_table(const struct sweep *sweep, const struct points *points, bool bold, FILE *out)
{
    const struct scenario *scenario = sweep->point[0].scenario;
    const size_t most = 2 + sweep->key_count + 2 * scenario->clock_count;
    struct matrix matrix = {.sweep = sweep, .points = points};
    matrix.column = calloc(most, sizeof *matrix.column);
    matrix.head = calloc(most, sizeof *matrix.head);
    int failed = -1;
    if (matrix.column && matrix.head) {
        print_heading(sweep, points, bold, out);
        failed = print_matrix(&matrix, bold, out) || print_knees(sweep, points, bold, out) ? -1 : 0;
        if (scenario->question || scenario->expectation)
            putc('\n', out);
        print_text("Question:", scenario->question, out);
        print_text("Expectation:", scenario->expectation, out);
    }
    free(matrix.column);
    free(matrix.head);
    return failed;
}
