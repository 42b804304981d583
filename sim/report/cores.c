/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/cores.h"

#include "sim/report/file.h"
#include "sim/report/gnuplot.h"
#include "sim/scenario/scenario.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BARS_GROUPS_MAX = 3 }; /* chosen: more machines than these are read as a curve */
#define COVERED_POINTS 1.0    /* chosen: the width of a line */

/* Columns of plots/cores.sql. */
enum { CORES_CPUS, CORES_CLOCK, CORES_OURS, CORES_THEIRS, CORES_BASELINE, CORES_MACHINE, CORES_KERNEL, CORES_WORKLOAD,
       CORES_THREADS };

/* Columns of plots/claims.sql. */
enum { CLAIMS_ROW, CLAIMS_METRIC, CLAIMS_MACHINE, CLAIMS_CPUS, CLAIMS_BASELINE, CLAIMS_SOCKETS, CLAIMS_CORES,
       CLAIMS_THREADS, CLAIMS_SWEPT };

/* The replications of one clock on one number of CPUs, as they come. */
struct pairs {
    double *ours, *theirs;
    size_t count, room;
};

/* What is the same in all rows so far; NULL before the first, "" when it differs. */
struct common {
    char *baseline, *kernel, *workload;
};

static void *or_abort(void *memory)
{
    ensure(memory); /* a few names and numbers */
    return memory;
}

/* Makes room for one more item of `size` bytes in an array of `count`. */
static void *one_more(void *items, size_t count, size_t size)
{
    return or_abort(reallocarray(items, count + 1, size));
}

static const char *column_text(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? (const char *)text : "";
}

static void note_common(char **common, const char *text)
{
    if (!*common) {
        *common = or_abort(strdup(text));
    } else if (strcmp(*common, text) != 0) {
        **common = '\0';
    }
}

static size_t clock_index(const struct cores *cores, const char *name)
{
    size_t i = 0;
    while (i < cores->clock_count && strcmp(cores->clock[i], name) != 0)
        i++;
    return i;
}

static size_t group_index(const struct cores *cores, int64_t cpus, int64_t threads)
{
    size_t i = 0;
    while (i < cores->group_count && (cores->group[i].cpus != cpus || cores->group[i].threads != threads))
        i++;
    return i;
}

static void add_pair(struct pairs *pairs, double ours, double theirs)
{
    if (pairs->count == pairs->room) {
        pairs->room = 2 * pairs->room + 16;
        pairs->ours = or_abort(reallocarray(pairs->ours, pairs->room, sizeof *pairs->ours));
        pairs->theirs = or_abort(reallocarray(pairs->theirs, pairs->room, sizeof *pairs->theirs));
    }
    pairs->ours[pairs->count] = ours;
    pairs->theirs[pairs->count++] = theirs;
}

/* Turns the pairs gathered so far into the estimate of the last loss. */
static void finish_loss(struct cores *cores, struct pairs *pairs)
{
    if (pairs->count > 0)
        cores->loss[cores->loss_count - 1].percent = estimate_loss_percent(pairs->ours, pairs->theirs, pairs->count);
    pairs->count = 0;
}

/* Rows come sorted by number of CPUs, then by clock. */
static void add_row(struct cores *cores, struct pairs *pairs, struct common *common, sqlite3_stmt *row)
{
    const int64_t cpus = sqlite3_column_int64(row, CORES_CPUS), threads = sqlite3_column_int64(row, CORES_THREADS);
    const char *clock_name = column_text(row, CORES_CLOCK);
    const size_t group = group_index(cores, cpus, threads), clock = clock_index(cores, clock_name);
    if (group == cores->group_count) {
        cores->group = one_more(cores->group, group, sizeof *cores->group);
        cores->group[cores->group_count++] =
            (struct cores_group){cpus, threads, or_abort(strdup(column_text(row, CORES_MACHINE)))};
    }
    if (clock == cores->clock_count) {
        cores->clock = one_more(cores->clock, clock, sizeof *cores->clock);
        cores->clock[cores->clock_count++] = or_abort(strdup(clock_name));
    }
    const struct cores_loss *last = cores->loss_count > 0 ? &cores->loss[cores->loss_count - 1] : NULL;
    if (!last || last->group != group || last->clock != clock) {
        finish_loss(cores, pairs);
        cores->loss = one_more(cores->loss, cores->loss_count, sizeof *cores->loss);
        cores->loss[cores->loss_count++] = (struct cores_loss){group, clock, {NAN, NAN, 0}};
    }
    add_pair(pairs, sqlite3_column_double(row, CORES_OURS), sqlite3_column_double(row, CORES_THEIRS));
    note_common(&common->baseline, column_text(row, CORES_BASELINE));
    note_common(&common->kernel, column_text(row, CORES_KERNEL));
    note_common(&common->workload, column_text(row, CORES_WORKLOAD));
}

/* Prepares the query that stands in a file. */
static int prepare_file(const struct database *database, const char *folder, const char *name, sqlite3_stmt **statement,
                        struct error *error)
{
    char *path = NULL, *sql = NULL;
    if (asprintf(&path, "%s/%s.sql", folder, name) < 0)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    int failed = file_read(path, &sql, error) || database_prepare(database, sql, statement, error);
    free(sql);
    free(path);
    return failed ? -1 : 0;
}

static int load_losses(struct cores *cores, const struct database *database, const char *queries, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    if (prepare_file(database, queries, "cores", &statement, error))
        return -1;
    struct pairs pairs = {0};
    struct common common = {0};
    int row;
    while ((row = database_step(database, statement, error)) == 1)
        add_row(cores, &pairs, &common, statement);
    finish_loss(cores, &pairs);
    sqlite3_finalize(statement);
    free(pairs.ours);
    free(pairs.theirs);
    cores->baseline = common.baseline;
    if (common.kernel && common.workload && *common.kernel && *common.workload)
        ensure(asprintf(&cores->setting, "%s on %s", common.workload, common.kernel) >= 0);
    free(common.kernel);
    free(common.workload);
    return row < 0 ? -1 : 0;
}

/* Whether the claim's machine is the one that was measured: by its name, or, at a point of a sweep, by as many sockets,
 * cores and threads. A sweep names the rows for the sizes that it passes. */
static bool is_measured_machine(const struct published_row *row, sqlite3_stmt *claim)
{
    if (strcmp(row->machine, column_text(claim, CLAIMS_MACHINE)) == 0)
        return true;
    if (!sqlite3_column_int64(claim, CLAIMS_SWEPT))
        return false;
    char *text = NULL;
    struct scenario *scenario = NULL;
    struct diagnostics diagnostics = {0};
    ensure(asprintf(&text,
                    "clocksim: 1\ntitle: a machine\nmachine: \"%s\"\nkernel: bare\nclock: tsc\n"
                    "workload: {kind: compute-jobs, users: 1, work_per_job: 1 ms}\n",
                    row->machine) >= 0);
    bool same = false;
    if (scenario_load_text("machine", text, strlen(text), NULL, NULL, &scenario, &diagnostics) == 0) {
        same = scenario->machine.sockets == sqlite3_column_int64(claim, CLAIMS_SOCKETS) &&
               scenario->machine.cores_per_socket == sqlite3_column_int64(claim, CLAIMS_CORES) &&
               scenario->machine.threads_per_core == sqlite3_column_int64(claim, CLAIMS_THREADS);
        scenario_destroy(scenario);
    }
    diagnostics_clear(&diagnostics); /* one without a preset has no shape that is known */
    free(text);
    return same;
}

static bool has_measured(const struct cores *cores, size_t group, size_t clock)
{
    for (size_t i = 0; i < cores->measured_count; i++)
        if (cores->measured[i].group == group && cores->measured[i].clock == clock)
            return true;
    return false;
}

/* A published throughput counts where a stored scenario names it for the machine that was measured. */
static void add_claim(struct cores *cores, const struct published *published, sqlite3_stmt *claim)
{
    const struct published_row *row = published_find(published, column_text(claim, CLAIMS_ROW));
    if (!row || strcmp(column_text(claim, CLAIMS_METRIC), "throughput_jobs_per_min") != 0 ||
        !is_measured_machine(row, claim))
        return;
    const struct published_row *baseline = published_of_clock(published, row, column_text(claim, CLAIMS_BASELINE));
    const size_t group =
        group_index(cores, sqlite3_column_int64(claim, CLAIMS_CPUS), sqlite3_column_int64(claim, CLAIMS_THREADS));
    const size_t clock = clock_index(cores, row->clock);
    if (!baseline || baseline == row || group == cores->group_count || clock == cores->clock_count ||
        has_measured(cores, group, clock))
        return;
    cores->measured = one_more(cores->measured, cores->measured_count, sizeof *cores->measured);
    cores->measured[cores->measured_count++] =
        (struct cores_measured){group, clock, 100 * (1 - row->value / baseline->value)};
}

static int load_measured(struct cores *cores, const struct database *database, const char *queries,
                         const struct published *published, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    if (prepare_file(database, queries, "claims", &statement, error))
        return -1;
    int row;
    while ((row = database_step(database, statement, error)) == 1)
        add_claim(cores, published, statement);
    sqlite3_finalize(statement);
    return row < 0 ? -1 : 0;
}

/* By clock and threads, so that the points of a line follow each other. */
static void sort_losses(struct cores *cores)
{
    for (size_t i = 1; i < cores->loss_count; i++) {
        const struct cores_loss moved = cores->loss[i];
        const int64_t threads = cores->group[moved.group].threads;
        size_t at = i;
        for (; at > 0; at--) {
            const struct cores_loss *before = &cores->loss[at - 1];
            const int64_t before_threads = cores->group[before->group].threads;
            if (before->clock < moved.clock || (before->clock == moved.clock && before_threads <= threads))
                break;
            cores->loss[at] = *before;
        }
        cores->loss[at] = moved;
    }
}

static void add_knee(struct cores *cores, const struct cores_loss *loss, size_t n)
{
    double *size = or_abort(calloc(n, sizeof *size)), *percent = or_abort(calloc(n, sizeof *percent));
    for (size_t i = 0; i < n; i++) {
        size[i] = (double)cores->group[loss[i].group].cpus;
        percent[i] = loss[i].percent.value;
    }
    cores->knee = one_more(cores->knee, cores->knee_count, sizeof *cores->knee);
    cores->knee[cores->knee_count++] = (struct cores_knee){loss->clock, cores->group[loss->group].threads, size[0],
                                                           knee_find(size, percent, n, KNEE_LOSS_PERCENT)};
    free(size);
    free(percent);
}

/* One for each line of the picture. */
static void find_knees(struct cores *cores)
{
    size_t first = 0;
    for (size_t i = 1; i <= cores->loss_count; i++) {
        const struct cores_loss *loss = cores->loss;
        if (i < cores->loss_count && loss[i].clock == loss[first].clock &&
            cores->group[loss[i].group].threads == cores->group[loss[first].group].threads)
            continue;
        add_knee(cores, &loss[first], i - first);
        first = i;
    }
}

int cores_load(struct cores *cores, const struct database *database, const char *queries,
               const struct published *published, struct error *error)
{
    *cores = (struct cores){0};
    if (load_losses(cores, database, queries, error))
        return -1;
    if (cores->loss_count == 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: holds nothing to draw: no clock was run together with a baseline", database->path);
    sort_losses(cores);
    find_knees(cores);
    return published ? load_measured(cores, database, queries, published, error) : 0;
}

void cores_clear(struct cores *cores)
{
    for (size_t i = 0; i < cores->group_count; i++)
        free(cores->group[i].machine);
    for (size_t i = 0; i < cores->clock_count; i++)
        free(cores->clock[i]);
    free(cores->group);
    free(cores->clock);
    free(cores->loss);
    free(cores->knee);
    free(cores->measured);
    free(cores->baseline);
    free(cores->setting);
}

static const struct cores_loss *find_loss(const struct cores *cores, size_t group, size_t clock)
{
    for (size_t i = 0; i < cores->loss_count; i++)
        if (cores->loss[i].group == group && cores->loss[i].clock == clock)
            return &cores->loss[i];
    return NULL;
}

/* Whether the line of a later clock lies on this one's all along, and would hide it. */
static bool is_covered(const struct cores *cores, size_t clock)
{
    for (size_t other = clock + 1; other < cores->clock_count; other++) {
        bool covered = true;
        for (size_t g = 0; g < cores->group_count && covered; g++) {
            const struct cores_loss *ours = find_loss(cores, g, clock), *theirs = find_loss(cores, g, other);
            covered = !ours || (theirs && fabs(ours->percent.value - theirs->percent.value) < COVERED_POINTS);
        }
        if (covered)
            return true;
    }
    return false;
}

static void write_names(const struct cores *cores, FILE *script)
{
    fprintf(script, "clocks = %zu\narray clock[%zu]\narray covered[%zu]\n", cores->clock_count, cores->clock_count,
            cores->clock_count);
    for (size_t i = 0; i < cores->clock_count; i++) {
        fprintf(script, "clock[%zu] = ", i + 1);
        gnuplot_put_string(cores->clock[i], script);
        fprintf(script, "\ncovered[%zu] = %d\n", i + 1, is_covered(cores, i));
    }
    fprintf(script, "groups = %zu\narray cpus[%zu]\narray size[%zu]\narray machine[%zu]\n", cores->group_count,
            cores->group_count, cores->group_count, cores->group_count);
    for (size_t i = 0; i < cores->group_count; i++) {
        fprintf(script, "cpus[%zu] = '%" PRId64 " logical CPUs'\nsize[%zu] = %" PRId64 "\nmachine[%zu] = ", i + 1,
                cores->group[i].cpus, i + 1, cores->group[i].cpus, i + 1);
        gnuplot_put_string(cores->group[i].machine, script);
        putc('\n', script);
    }
}

static bool has_threads(const struct cores *cores, int64_t threads)
{
    for (size_t i = 0; i < cores->group_count; i++)
        if (cores->group[i].threads == threads)
            return true;
    return false;
}

/* Each clock's knees in words, in the order of threads: `32 | 34`, `below 16`, `none`. */
static void write_knee_words(const struct cores *cores, size_t clock, FILE *script)
{
    const char *separator = "";
    fprintf(script, "knee[%zu] = '", clock + 1);
    for (size_t i = 0; i < cores->knee_count; i++) {
        const struct cores_knee *knee = &cores->knee[i];
        if (knee->clock != clock)
            continue;
        fputs(separator, script);
        if (knee->knee.place == KNEE_BETWEEN)
            fprintf(script, "%.0f", knee->knee.at);
        else if (knee->knee.place == KNEE_BELOW)
            fprintf(script, "below %.0f", knee->least);
        else
            fputs("none", script);
        separator = " | ";
    }
    fputs("'\n", script);
}

static void write_knees(const struct cores *cores, FILE *script)
{
    fprintf(script, "one_thread = %d\ntwo_threads = %d\nthreshold = %g\narray knee[%zu]\n", has_threads(cores, 1),
            has_threads(cores, 2), KNEE_LOSS_PERCENT, cores->clock_count);
    for (size_t i = 0; i < cores->clock_count; i++)
        write_knee_words(cores, i, script);
    fputs("# clock, threads, logical CPUs at which it loses as much as the threshold\n$knees << EOD\n", script);
    for (size_t i = 0; i < cores->knee_count; i++)
        if (cores->knee[i].knee.place == KNEE_BETWEEN)
            fprintf(script, "%zu %" PRId64 " %.6g\n", cores->knee[i].clock + 1, cores->knee[i].threads,
                    cores->knee[i].knee.at);
    fputs("EOD\n", script);
}

static bool has_interval(const struct cores *cores)
{
    for (size_t i = 0; i < cores->loss_count; i++)
        if (!isnan(cores->loss[i].percent.ci95))
            return true;
    return false;
}

static void write_words(const struct cores *cores, FILE *script)
{
    const char *spread = !has_interval(cores)                    ? ""
                         : cores->group_count <= BARS_GROUPS_MAX ? ", with 95 % intervals"
                                                                 : ", with 95 % bands";
    const char *legend = cores->measured_count > 0 ? "  \u25c7 measured on the real machine (published)" : "";
    char *details = NULL;
    ensure(asprintf(&details, "%s%sSimulated%s.%s", cores->setting ? cores->setting : "", cores->setting ? ". " : "",
                    spread, legend) >= 0);
    fputs("title = 'How much throughput does the clock cost?'\ndetails = ", script);
    gnuplot_put_string(details, script);
    free(details);
    fputs("\nbaseline = ", script);
    gnuplot_put_string(*cores->baseline ? cores->baseline : "the baseline", script);
    putc('\n', script);
}

static bool is_measured(const struct cores *cores, size_t group)
{
    for (size_t i = 0; i < cores->measured_count; i++)
        if (cores->measured[i].group == group)
            return true;
    return false;
}

static void write_measured(const struct cores *cores, FILE *script)
{
    fprintf(script, "array is_measured[%zu]\n", cores->group_count);
    for (size_t g = 0; g < cores->group_count; g++)
        fprintf(script, "is_measured[%zu] = %d\n", g + 1, is_measured(cores, g));
    fprintf(script, "array value_x[%zu]\narray value_y[%zu]\n", cores->measured_count + 1, cores->measured_count + 1);
    for (size_t i = 0; i < cores->measured_count; i++)
        fprintf(script, "value_x[%zu] = %" PRId64 "\nvalue_y[%zu] = %.6g\n", i + 1,
                cores->group[cores->measured[i].group].cpus, i + 1, cores->measured[i].percent);
    /* gnuplot evaluates the body of a loop of no passes once */
    fprintf(script, "value_x[%zu] = 0\nvalue_y[%zu] = 0\n", cores->measured_count + 1, cores->measured_count + 1);
    fprintf(script, "# group, clock, logical CPUs, loss in percent\nmeasured_count = %zu\n$measured << EOD\n",
            cores->measured_count);
    for (size_t i = 0; i < cores->measured_count; i++) {
        const struct cores_measured *measured = &cores->measured[i];
        fprintf(script, "%zu %zu %" PRId64 " %.6g\n", measured->group + 1, measured->clock + 1,
                cores->group[measured->group].cpus, measured->percent);
    }
    fputs("EOD\n", script);
}

void cores_write(const struct cores *cores, FILE *script)
{
    write_names(cores, script);
    write_words(cores, script);
    write_knees(cores, script);
    fputs("# group, clock, logical CPUs, loss in percent, half of its 95 % interval (0: none), threads a core\n"
          "$simulated << EOD\n",
          script);
    for (size_t i = 0; i < cores->loss_count; i++) {
        const struct cores_loss *loss = &cores->loss[i];
        fprintf(script, "%zu %zu %" PRId64 " %.6g %.6g %" PRId64 "\n", loss->group + 1, loss->clock + 1,
                cores->group[loss->group].cpus, loss->percent.value,
                isnan(loss->percent.ci95) ? 0 : loss->percent.ci95, cores->group[loss->group].threads);
    }
    fputs("EOD\n", script);
    write_measured(cores, script);
}

const char *cores_template(const struct cores *cores)
{
    return cores->group_count <= BARS_GROUPS_MAX ? "cores-bars" : "cores-lines";
}
