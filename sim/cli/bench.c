/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/command.h"
#include "sim/cli/complain.h"
#include "sim/cli/data.h"
#include "sim/cli/formats.h"
#include "sim/cli/overrides.h"
#include "sim/engine/hold.h"
#include "sim/report/json.h"
#include "sim/report/table.h"
#include "sim/run/run.h"
#include "version.h"

#include "models/hardware/topology.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { HOLD_EVENTS = 1000000, HOLD_ROUNDS = 5, ROWS_MAX = 8 };

static const size_t hold_sizes[] = {16, 240, 1024, 4096}; /* pending events */
static const char bench_scenario[] = "seed-003-ivybridge-ex-240.yaml";

struct bench_settings {
    int format;
    bool quiet;
};

static const struct option_row rows[] = {
    FORMAT_ROW(struct bench_settings),
    QUIET_ROW(struct bench_settings),
};

/* NaN where a column does not apply. */
struct bench_row {
    const char *name;
    double n, events_per_s, baseline_events_per_s, ratio, simulated_s_per_s, rss_bytes;
};

static struct bench_row measure_hold(size_t pending)
{
    const struct hold_result hold = hold_measure(pending, HOLD_EVENTS, HOLD_ROUNDS);
    return (struct bench_row){
        .name = "hold",
        .n = (double)pending,
        .events_per_s = hold.events_per_s,
        .baseline_events_per_s = hold.baseline_events_per_s,
        .ratio = hold.ratio,
        .simulated_s_per_s = NAN,
        .rss_bytes = NAN,
    };
}

/* Greatest resident size of this process so far: true of the scenario only while nothing larger ran before it. */
static double peak_rss_bytes(void)
{
    struct rusage usage;
    ensure(getrusage(RUSAGE_SELF, &usage) == 0);
    return 1024.0 * (double)usage.ru_maxrss;
}

/* One simulated second of the published 480-CPU machine on one core, with the row's clock. */
static int measure_scenario(struct bench_row *row, const char *name, const char *clock)
{
    static const char *const set[] = {"run.duration=1 s", "run.warm_up=0 s"};
    const struct scenario_overrides overrides = {
        .clock = &clock, .clock_count = 1, .set = set, .set_count = 2, .seed = -1, .replications = 1};
    char *path = data_file(bench_scenario);
    struct scenario *scenario;
    struct diagnostics diagnostics = {0};
    struct run_results *results = NULL;
    struct error error;
    if (scenario_load(path, NULL, &overrides, &scenario, &diagnostics)) {
        fputs(diagnostics.text, stderr);
        const int status = (int)diagnostics.status;
        diagnostics_clear(&diagnostics);
        free(path);
        return status;
    }
    const struct run_options options = {.workers = 1};
    int status = run_scenario(scenario, &options, &results, &error) ? complain_error(&error) : STATUS_OK;
    if (!status) {
        const struct run_result *result = &results->result[0];
        *row = (struct bench_row){
            .name = name,
            .n = (double)machine_cpu_count(&scenario->machine),
            .events_per_s = (double)result->events / result->wall_s,
            .baseline_events_per_s = NAN,
            .ratio = NAN,
            .simulated_s_per_s = 1e-12 * (double)scenario->run.duration_ps / result->wall_s,
            .rss_bytes = peak_rss_bytes(),
        };
        status = (int)result->status;
    }
    run_results_destroy(results);
    scenario_destroy(scenario);
    free(path);
    return status;
}

struct bench_field {
    const char *key, *head, *unit;
    double scale; /* of the table's unit */
    int decimals;
    size_t offset;
};

static const struct bench_field fields[] = {
    {"n", "n", "", 1, 0, offsetof(struct bench_row, n)},
    {"events_per_s", "events", "million/s", 1e-6, 1, offsetof(struct bench_row, events_per_s)},
    {"baseline_events_per_s", "binary heap", "million/s", 1e-6, 1, offsetof(struct bench_row, baseline_events_per_s)},
    {"ratio", "ratio", "", 1, 2, offsetof(struct bench_row, ratio)},
    {"simulated_s_per_s", "simulated", "s/s", 1, 2, offsetof(struct bench_row, simulated_s_per_s)},
    {"rss_bytes", "memory", "MiB", 1.0 / 1048576, 1, offsetof(struct bench_row, rss_bytes)},
};

enum { FIELDS = sizeof fields / sizeof *fields };

static double field_value(const struct bench_row *row, size_t field)
{
    return *(const double *)((const char *)row + fields[field].offset);
}

static void print_json(const struct bench_row *row, size_t count)
{
    struct json json = json_begin(stdout);
    json_open_object(&json);
    json_key(&json, "clocksim");
    json_string(&json, CLOCKSIM_VERSION);
    json_key(&json, "results");
    json_open_array(&json);
    for (size_t i = 0; i < count; i++) {
        json_open_object(&json);
        json_key(&json, "name");
        json_string(&json, row[i].name);
        for (size_t j = 0; j < FIELDS; j++) {
            json_key(&json, fields[j].key);
            json_number(&json, field_value(&row[i], j));
        }
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
    json_end(&json);
}

static void print_csv(const struct bench_row *row, size_t count)
{
    fputs("name", stdout);
    for (size_t j = 0; j < FIELDS; j++)
        printf(",%s", fields[j].key);
    for (size_t i = 0; i < count; i++) {
        printf("\n%s", row[i].name);
        for (size_t j = 0; j < FIELDS; j++) {
            putchar(',');
            if (!isnan(field_value(&row[i], j)))
                printf("%.9g", field_value(&row[i], j));
        }
    }
    putchar('\n');
}

static int print_table(const struct bench_row *row, size_t count)
{
    struct table_column columns[FIELDS + 1] = {{.head = "what", .unit = "", .left = true}};
    for (size_t j = 0; j < FIELDS; j++)
        columns[j + 1] = (struct table_column){.head = fields[j].head, .unit = fields[j].unit};
    struct table *table = table_create(columns, FIELDS + 1);
    for (size_t i = 0; i < count; i++) {
        table_cell(table, "%s", row[i].name);
        for (size_t j = 0; j < FIELDS; j++)
            if (isnan(field_value(&row[i], j)))
                table_cell(table, "%s", "");
            else
                table_cell(table, "%.*f", fields[j].decimals, fields[j].scale * field_value(&row[i], j));
    }
    const int failed = table_print(table, colour_suits(stdout), stdout);
    table_destroy(table);
    return failed ? STATUS_INTERNAL : STATUS_OK;
}

static int execute(const void *given, const struct text_list *operands)
{
    (void)operands;
    const struct bench_settings *settings = given;
    struct bench_row row[ROWS_MAX];
    size_t count = 0;
    /* first, while nothing else has needed memory */
    int status = measure_scenario(&row[count++], "scenario", "hpet");
    if (!status)
        status = measure_scenario(&row[count++], "scenario-combining", "hpet-combining");
    if (status)
        return status;
    row[count - 1].rss_bytes = NAN; /* the peak may be the first scenario's */
    for (size_t i = 0; i < sizeof hold_sizes / sizeof *hold_sizes; i++)
        row[count++] = measure_hold(hold_sizes[i]);
    if (settings->format == FORMAT_TABLE)
        return print_table(row, count);
    if (settings->format == FORMAT_CSV)
        print_csv(row, count);
    else
        print_json(row, count);
    return STATUS_OK;
}

static const struct command_example examples[] = {
    {"bench --format json", "measures, for another program"},
    {NULL, NULL},
};

const struct command command_bench = {
    .name = "bench",
    .summary = "measure how fast the simulator is here",
    .description =
        "Measures the 480-CPU scenario (one simulated second on one core), with the plain HPET (`scenario`) and with "
        "combining reads (`scenario-combining`): simulated seconds per second of real time, and the memory of the "
        "first; and the hold model of the agenda with n pending events, against a textbook binary heap in "
        "the same process. Real time is measured, so the numbers differ from run to run.",
    .table = {rows, sizeof rows / sizeof *rows, sizeof(struct bench_settings), 0, 0, ""},
    .example = examples,
    .execute = execute,
};
