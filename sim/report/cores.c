/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/cores.h"

#include "sim/report/file.h"
#include "sim/report/gnuplot.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BARS_GROUPS_MAX = 3 }; /* chosen: more machines than these are read as a curve */

/* Columns of plots/cores.sql. */
enum { CORES_CPUS, CORES_CLOCK, CORES_OURS, CORES_THEIRS, CORES_BASELINE, CORES_MACHINE, CORES_KERNEL, CORES_WORKLOAD };

/* Columns of plots/claims.sql. */
enum { CLAIMS_ROW, CLAIMS_METRIC, CLAIMS_MACHINE, CLAIMS_CPUS, CLAIMS_BASELINE };

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

static size_t group_index(const struct cores *cores, int64_t cpus)
{
    size_t i = 0;
    while (i < cores->group_count && cores->group[i].cpus != cpus)
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
    const int64_t cpus = sqlite3_column_int64(row, CORES_CPUS);
    const char *clock_name = column_text(row, CORES_CLOCK);
    const size_t group = group_index(cores, cpus), clock = clock_index(cores, clock_name);
    if (group == cores->group_count) {
        cores->group = one_more(cores->group, group, sizeof *cores->group);
        cores->group[cores->group_count++] =
            (struct cores_group){cpus, or_abort(strdup(column_text(row, CORES_MACHINE)))};
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

/* A published throughput counts where a stored scenario names it for the machine that was measured. */
static void add_claim(struct cores *cores, const struct published *published, sqlite3_stmt *claim)
{
    const struct published_row *row = published_find(published, column_text(claim, CLAIMS_ROW));
    if (!row || strcmp(column_text(claim, CLAIMS_METRIC), "throughput_jobs_per_min") != 0 ||
        strcmp(row->machine, column_text(claim, CLAIMS_MACHINE)) != 0)
        return;
    const struct published_row *baseline = published_of_clock(published, row, column_text(claim, CLAIMS_BASELINE));
    const size_t group = group_index(cores, sqlite3_column_int64(claim, CLAIMS_CPUS));
    const size_t clock = clock_index(cores, row->clock);
    if (!baseline || baseline == row || group == cores->group_count || clock == cores->clock_count)
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

/* By clock, so that the points of a line follow each other. */
static int compare_losses(const void *a, const void *b)
{
    const struct cores_loss *one = a, *other = b;
    if (one->clock != other->clock)
        return one->clock < other->clock ? -1 : 1;
    return one->group < other->group ? -1 : one->group > other->group;
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
    qsort(cores->loss, cores->loss_count, sizeof *cores->loss, compare_losses);
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
    free(cores->measured);
    free(cores->baseline);
    free(cores->setting);
}

static void write_names(const struct cores *cores, FILE *script)
{
    fprintf(script, "clocks = %zu\narray clock[%zu]\n", cores->clock_count, cores->clock_count);
    for (size_t i = 0; i < cores->clock_count; i++) {
        fprintf(script, "clock[%zu] = ", i + 1);
        gnuplot_put_string(cores->clock[i], script);
        putc('\n', script);
    }
    fprintf(script, "groups = %zu\narray cpus[%zu]\narray machine[%zu]\n", cores->group_count, cores->group_count,
            cores->group_count);
    for (size_t i = 0; i < cores->group_count; i++) {
        fprintf(script, "cpus[%zu] = '%" PRId64 " logical CPUs'\nmachine[%zu] = ", i + 1, cores->group[i].cpus, i + 1);
        gnuplot_put_string(cores->group[i].machine, script);
        putc('\n', script);
    }
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

void cores_write(const struct cores *cores, FILE *script)
{
    write_names(cores, script);
    write_words(cores, script);
    fputs("# group, clock, logical CPUs, loss in percent, half of its 95 % interval (0: none)\n$simulated << EOD\n",
          script);
    for (size_t i = 0; i < cores->loss_count; i++) {
        const struct cores_loss *loss = &cores->loss[i];
        fprintf(script, "%zu %zu %" PRId64 " %.6g %.6g\n", loss->group + 1, loss->clock + 1,
                cores->group[loss->group].cpus, loss->percent.value,
                isnan(loss->percent.ci95) ? 0 : loss->percent.ci95);
    }
    fprintf(script, "EOD\n# group, clock, logical CPUs, loss in percent\nmeasured_count = %zu\n$measured << EOD\n",
            cores->measured_count);
    for (size_t i = 0; i < cores->measured_count; i++) {
        const struct cores_measured *measured = &cores->measured[i];
        fprintf(script, "%zu %zu %" PRId64 " %.6g\n", measured->group + 1, measured->clock + 1,
                cores->group[measured->group].cpus, measured->percent);
    }
    fputs("EOD\n", script);
}

const char *cores_template(const struct cores *cores)
{
    return cores->group_count <= BARS_GROUPS_MAX ? "cores-bars" : "cores-lines";
}
