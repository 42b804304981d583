/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the CPUs' time went, for people. */
#include "sim/report/results.h"
#include "sim/report/table.h"

#include <math.h>
#include <stdlib.h>

static const double LEAST_PERCENT = 0.01; /* chosen: two decimals show nothing below */

static const char *const cause_meaning[CAUSE_COUNT] = {
    [CAUSE_WORK] = "instructions are executed",
    [CAUSE_SERVICE] = "the device serves this CPU's access",
    [CAUSE_TRAVEL] = "the access or its answer is between the sockets",
    [CAUSE_BUS_WAIT] = "the access queues behind those of other CPUs",
    [CAUSE_LINE] = "a cache line comes from another core",
    [CAUSE_LINE_WAIT] = "the request for a cache line queues behind those of other CPUs",
    [CAUSE_SPIN] = "busy until another CPU is done",
    [CAUSE_HALT] = "nothing to run, or waiting out a late tick",
};

static const struct table_column columns[] = {
    {.head = "% of CPU", .unit = ""},
    {.head = "context", .unit = "", .left = true},
    {.head = "place", .unit = "", .left = true},
    {.head = "cause", .unit = "", .left = true},
    {.head = "", .unit = "", .left = true},
};

struct share {
    int context, place, cause;
    double percent;
};

static int compare_shares(const void *a, const void *b)
{
    const struct share *left = a, *right = b;
    return (left->percent < right->percent) - (left->percent > right->percent);
}

/* Fills share[CELL_COUNT] from all replications. Returns how many are worth showing, greatest first. */
static size_t sum_shares(const struct run_result *result, struct share *share)
{
    double sum[CELL_COUNT] = {0}, all = 0;
    for (size_t r = 0; r < result->replications; r++)
        for (int i = 0; i < CELL_COUNT; i++)
            sum[i] += (double)(&result->replication[r].books.ps[0][0][0])[i];
    for (int i = 0; i < CELL_COUNT; i++)
        all += sum[i];
    size_t count = 0;
    for (int i = 0; i < CELL_COUNT; i++)
        if (all > 0 && 100 * sum[i] / all >= LEAST_PERCENT)
            share[count++] = (struct share){i / (PLACE_COUNT * CAUSE_COUNT), i / CAUSE_COUNT % PLACE_COUNT,
                                            i % CAUSE_COUNT, 100 * sum[i] / all};
    qsort(share, count, sizeof *share, compare_shares);
    return count;
}

/* What the mean clocksource read is made of, and how old its value is when it is returned. */
static void print_reads(const struct run_result *result, FILE *out)
{
    double sum_ps[CAUSE_COUNT] = {0}, reads = 0;
    for (size_t r = 0; r < result->replications; r++) {
        const struct replication *replication = &result->replication[r];
        reads += (double)replication->clock_read_ps.count;
        for (int context = 0; context < CONTEXT_COUNT; context++)
            for (int place = PLACE_CLOCK_READ; place <= PLACE_CLOCK_READ_RETRY; place++)
                for (int cause = 0; cause < CAUSE_COUNT; cause++)
                    sum_ps[cause] += (double)replication->books.ps[context][place][cause];
    }
    const struct estimate *metric = result->metric;
    if (reads == 0 || isnan(metric[METRIC_CLOCK_READ_MEAN].value))
        return;
    fprintf(out, "A read takes %.3f us in the mean:", metric[METRIC_CLOCK_READ_MEAN].value * 1e-3);
    for (int cause = 0; cause < CAUSE_COUNT; cause++)
        if (sum_ps[cause] / reads >= 0.5e3)
            fprintf(out, " %s %.3f", cause_names[cause], sum_ps[cause] / reads * 1e-6);
    fprintf(out, ".\nIts value is %.3f us old when it is returned (99 %%: %.3f us, greatest: %.3f us).\n",
            metric[METRIC_STALENESS_MEAN].value * 1e-3, metric[METRIC_STALENESS_P99].value * 1e-3,
            metric[METRIC_STALENESS_MAX].value * 1e-3);
}

static int print_result(const struct run_result *result, bool bold, FILE *out)
{
    struct share share[CELL_COUNT];
    const size_t count = sum_shares(result, share);
    fprintf(out, "\n%s: where the CPUs' time went\n", result->clock->name);
    print_reads(result, out);
    struct table *table = table_create(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++) {
        table_cell(table, "%.2f", share[i].percent);
        table_cell(table, "%s", context_names[share[i].context]);
        table_cell(table, "%s", place_names[share[i].place]);
        table_cell(table, "%s", cause_names[share[i].cause]);
        table_cell(table, "%s", cause_meaning[share[i].cause]);
    }
    const int failed = table_print(table, bold, out);
    table_destroy(table);
    return failed;
}

int results_print_books(const struct run_results *results, bool bold, FILE *out)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->result[i].status == STATUS_OK && print_result(&results->result[i], bold, out))
            return -1;
    return 0;
}
