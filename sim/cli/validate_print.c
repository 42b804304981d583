/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/validate_print.h"

#include "sim/cli/formats.h"
#include "sim/report/json.h"
#include "sim/report/results.h"
#include "sim/report/table.h"
#include "version.h"

#include <math.h>
#include <string.h>

struct counts {
    size_t judged, met, missed, failed;
};

static struct counts count_rows(const struct validate_report *report)
{
    struct counts counts = {0};
    for (size_t i = 0; i < report->count; i++) {
        const struct validate_row *row = &report->row[i];
        const bool judged = !isnan(row->within);
        counts.judged += judged;
        counts.met += judged && row->met;
        counts.missed += judged && !row->met;
        counts.failed += row->status != STATUS_OK;
    }
    return counts;
}

static void write_text(struct json *json, const char *key, const char *text)
{
    json_key(json, key);
    json_string(json, text);
}

static void write_number(struct json *json, const char *key, double value)
{
    json_key(json, key);
    json_number(json, value);
}

static void write_neighbours(struct json *json, const struct validate_row *row)
{
    json_key(json, "neighbours");
    json_open_array(json);
    for (size_t i = 0; i < row->neighbour_count; i++) {
        json_open_object(json);
        write_text(json, "change", row->neighbour[i].change);
        write_number(json, "predicted", row->neighbour[i].predicted);
        json_close(json);
    }
    json_close(json);
}

static void write_row(struct json *json, const struct validate_row *row)
{
    char scenario[256];
    results_scenario_name(row->scenario, scenario, sizeof scenario);
    json_open_object(json);
    write_text(json, "id", row->published->id);
    write_text(json, "seed", row->published->seed);
    write_text(json, "experiment", row->published->experiment);
    write_text(json, "quantity", row->published->quantity);
    write_text(json, "unit", row->published->unit);
    write_number(json, "published", row->published->value);
    write_number(json, "predicted", row->predicted.value);
    write_number(json, "ci95", row->predicted.ci95);
    write_number(json, "error_percent", row->error_percent);
    write_number(json, "effect_published", row->effect_published);
    write_number(json, "effect_predicted", row->effect_predicted.value);
    write_number(json, "effect_ci95", row->effect_predicted.ci95);
    write_text(json, "role", published_role_names[row->published->role]);
    write_text(json, "bound", row->published->bound ? published_bound_names[row->published->bound] : NULL);
    write_number(json, "within", row->within);
    json_key(json, "met");
    if (isnan(row->within))
        json_null(json);
    else
        json_boolean(json, row->met);
    json_key(json, "fitted");
    json_open_array(json);
    for (size_t i = 0; i < row->fitted_count; i++)
        json_string(json, row->fitted[i]);
    json_close(json);
    write_neighbours(json, row);
    write_text(json, "scenario", scenario);
    write_text(json, "clock", row->published->clock);
    json_close(json);
}

static void print_json(const struct validate_report *report, FILE *out)
{
    const struct counts counts = count_rows(report);
    const struct {
        const char *key;
        size_t count;
    } summary[] = {
        {"rows", report->count},   {"judged", counts.judged}, {"met", counts.met},
        {"missed", counts.missed}, {"failed", counts.failed},
    };
    struct json json = json_begin(out);
    json_open_object(&json);
    write_text(&json, "clocksim", CLOCKSIM_VERSION);
    json_key(&json, "rows");
    json_open_array(&json);
    for (size_t i = 0; i < report->count; i++)
        write_row(&json, &report->row[i]);
    json_close(&json);
    json_key(&json, "summary");
    json_open_object(&json);
    for (size_t i = 0; i < sizeof summary / sizeof *summary; i++) {
        json_key(&json, summary[i].key);
        json_unsigned(&json, summary[i].count);
    }
    json_key(&json, "interrupted");
    json_boolean(&json, report->interrupted);
    json_close(&json);
    json_close(&json);
    json_end(&json);
}

static const struct table_column columns[] = {
    {.head = "row", .unit = "", .left = true},
    {.head = "published", .unit = ""},
    {.head = "predicted", .unit = ""},
    {.head = "", .unit = "", .left = true, .joined = true},
    {.head = "unit", .unit = "", .left = true},
    {.head = "error", .unit = "%"},
    {.head = "effect, %", .unit = "published"},
    {.head = "", .unit = "predicted"},
    {.head = "", .unit = "", .left = true, .joined = true},
    {.head = "band", .unit = "points"},
    {.head = "role", .unit = "", .left = true},
    {.head = "met", .unit = "", .left = true},
};

/* A number with `decimals` digits behind the point; nothing when there is none. */
static void add_number(struct table *table, const char *before, int decimals, double value)
{
    if (isnan(value))
        table_cell(table, "%s", "");
    else
        table_cell(table, "%s%.*f", before, decimals, value);
}

/* Digits that suit a published value: as many as people print of one of that size. */
static int decimals_of(double value)
{
    return fabs(value) >= 1000 ? 0 : 2;
}

static void add_row(struct table *table, const struct validate_row *row)
{
    const struct published_row *published = row->published;
    const char *before = published->bound == BOUND_LOWER ? "> " : published->bound == BOUND_UPPER ? "< " : "";
    const int decimals = decimals_of(published->value);
    table_cell(table, "%s", published->id);
    add_number(table, before, decimals, published->value);
    add_number(table, "", decimals, row->predicted.value);
    add_number(table, "± ", decimals, row->predicted.ci95);
    table_cell(table, "%s", strcmp(published->unit, "percent") == 0 ? "%" : published->unit);
    add_number(table, "", 1, row->error_percent);
    add_number(table, "", 2, row->effect_published);
    add_number(table, "", 2, row->effect_predicted.value);
    add_number(table, "± ", 2, row->effect_predicted.ci95);
    add_number(table, "± ", 1, row->within);
    table_cell(table, "%s", published_role_names[published->role]);
    table_cell(table, "%s", isnan(row->within) ? "" : row->met ? "yes" : "NO");
    for (size_t i = 0; i < row->neighbour_count; i++) {
        const bool by_effect = !isnan(row->effect_published);
        table_cell(table, "  %s", row->neighbour[i].change);
        for (size_t column = 1; column < sizeof columns / sizeof *columns; column++)
            add_number(table, "", 2, column == (by_effect ? 7u : 2u) ? row->neighbour[i].predicted : NAN);
    }
}

static int print_table(const struct validate_report *report, bool colour, FILE *out)
{
    const struct counts counts = count_rows(report);
    struct table *table = table_create(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < report->count; i++)
        add_row(table, &report->row[i]);
    const int failed = table_print(table, colour, out);
    table_destroy(table);
    fputs("\nEffect: change of throughput against the baseline clock. Indented: the effect with one thing changed.\n",
          out);
    fprintf(out, "%s%zu of %zu rows have a band: %zu met, %zu missed.%s%s\n",
            colour && counts.missed ? "\033[1;31m" : "", counts.judged, report->count, counts.met, counts.missed,
            colour && counts.missed ? "\033[0m" : "", report->interrupted ? " Interrupted: rows are missing." : "");
    for (size_t i = 0; i < report->count; i++)
        for (size_t j = 0; j < report->row[i].fitted_count; j++)
            fprintf(out, "Fitted to %s: %s.\n", report->row[i].published->id, report->row[i].fitted[j]);
    return failed;
}

static void print_csv_number(double value, FILE *out)
{
    char text[JSON_NUMBER_SIZE] = "";
    if (isfinite(value))
        json_number_text(value, text);
    fprintf(out, ",%s", text);
}

/* One line for each row, and one for each of its neighbours. */
static void print_csv(const struct validate_report *report, FILE *out)
{
    fputs("id,change,role,bound,published,predicted,ci95,error_percent,effect_published,effect_predicted,within,met\n",
          out);
    for (size_t i = 0; i < report->count; i++) {
        const struct validate_row *row = &report->row[i];
        const double value[] = {
            row->published->value, row->predicted.value,        row->predicted.ci95, row->error_percent,
            row->effect_published, row->effect_predicted.value, row->within};
        fprintf(out, "%s,,%s,%s", row->published->id, published_role_names[row->published->role],
                published_bound_names[row->published->bound]);
        for (size_t j = 0; j < sizeof value / sizeof *value; j++)
            print_csv_number(value[j], out);
        fprintf(out, ",%s\n", isnan(row->within) ? "" : row->met ? "yes" : "no");
        const bool by_effect = !isnan(row->effect_published);
        for (size_t j = 0; j < row->neighbour_count; j++) {
            fprintf(out, "%s,\"", row->published->id);
            for (const char *c = row->neighbour[j].change; *c; c++)
                fprintf(out, *c == '"' ? "\"\"" : "%c", *c);
            fputs("\",,,", out);
            print_csv_number(by_effect ? NAN : row->neighbour[j].predicted, out);
            fputs(",,,", out);
            print_csv_number(by_effect ? row->neighbour[j].predicted : NAN, out);
            fputs(",,\n", out);
        }
    }
}

int validate_print(const struct validate_report *report, int format, bool colour, FILE *out)
{
    if (format == FORMAT_TABLE)
        return print_table(report, colour, out);
    if (format == FORMAT_CSV)
        print_csv(report, out);
    else
        print_json(report, out);
    return 0;
}
