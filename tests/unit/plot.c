/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/plot.h"

#include "sim/report/gnuplot.h"
#include "sim/store/store.h"
#include "tests/unit/folder.h"
#include "tests/unit/results_by_hand.h"

#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define PUBLISHED TEST_SOURCE_DIR "/scenarios/published.csv"
static const double losses[HAND_CLOCKS] = {0, 12.1, 17.8, 0.4};

/* ---- helpers */

/* `plan`: of a sweep, or NULL. */
static void save_point(const char *path, const struct scenario *scenario, const double *loss_percent,
                       const struct store_plan *plan)
{
    struct run_results *results = results_by_hand(scenario, loss_percent);
    struct store *store = NULL;
    struct error error;
    if (store_open(path, &store, &error) || store_save_point(store, results, plan, "1.2.3", 1, &error) ||
        store_close(store, &error))
        fail_msg("%s", error.message);
    run_results_destroy(results);
}

static void save_scenario(const char *path, const struct scenario *scenario, const double *loss_percent)
{
    save_point(path, scenario, loss_percent, NULL);
}

static void save(const char *path, int64_t cpus)
{
    const struct scenario scenario = scenario_by_hand(cpus);
    save_scenario(path, &scenario, losses);
}

static void draw(const char *database, const char *output, const char *published)
{
    struct error error;
    if (plot_draw(database, "cores", output, published, &error))
        fail_msg("%s", error.message);
}

static void assert_draw_fails(const char *database, const char *output, enum exit_status status, const char *words)
{
    struct error error = {.status = STATUS_OK};
    assert_int_equal(plot_draw(database, "cores", output, PUBLISHED, &error), -1);
    if (error.status != status || !strstr(error.message, words))
        fail_msg("%d: %s", (int)error.status, error.message);
}

static char *read_text(const char *path)
{
    size_t size = 0;
    char *text = folder_read(path, &size);
    assert_non_null(text);
    return text;
}

static void assert_holds(const char *path, const char *words)
{
    char *text = read_text(path);
    if (!strstr(text, words))
        fail_msg("%s lacks: %s\n%s", path, words, text);
    free(text);
}

static void assert_lacks(const char *path, const char *words)
{
    char *text = read_text(path);
    if (strstr(text, words))
        fail_msg("%s holds: %s\n%s", path, words, text);
    free(text);
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/* Files of a test: a database, its picture and its script. */
struct files {
    char *database, *picture, *script;
};

static struct files files_of(void **state)
{
    return (struct files){folder_path(state, "r.db"), folder_path(state, "p.svg"), folder_path(state, "p.gp")};
}

static void files_free(struct files *files)
{
    free(files->database);
    free(files->picture);
    free(files->script);
}

/* ---- what is drawn */

static void few_machines_give_bars_with_measured_diamonds(void **state)
{
    struct files files = files_of(state);
    save(files.database, 480);
    save(files.database, 72);
    draw(files.database, files.picture, PUBLISHED);
    static const char *const shown[] = {"72 logical CPUs",
                                        "480 logical CPUs",
                                        "haswell-ex-72",
                                        "ivybridge-ex-240",
                                        "hpet",
                                        "hpet+unstable",
                                        "jiffies",
                                        "throughput lost against tsc (%)",
                                        "compute-jobs on linux-4.6",
                                        "measured on the real machine (published)"};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        assert_holds(files.picture, shown[i]);
    assert_lacks(files.picture, "<script");
    /* group, clock, CPUs, loss: 100 * (1 - 566708 / 646515), 100 * (1 - 1108537 / 3145329) */
    assert_holds(files.script, "measured_count = 2\n$measured << EOD\n1 1 72 12.3442\n2 1 480 64.7561\nEOD\n");
    assert_holds(files.script, "1 1 72 12.1");
    assert_holds(files.script, "with boxes");
    files_free(&files);
}

static void many_sizes_give_lines(void **state)
{
    struct files files = files_of(state);
    for (int64_t cpus = 16; cpus <= 128; cpus *= 2)
        save(files.database, cpus);
    draw(files.database, files.picture, PUBLISHED);
    assert_holds(files.picture, "logical CPUs");
    assert_holds(files.script, "with filledcurves");
    assert_holds(files.script, "measured_count = 0");
    assert_lacks(files.picture, "measured on");
    files_free(&files);
}

/* One and two threads a core are two lines; each has its knee, and what was measured stands on the size that it was
 * measured on, whatever the machine is called. */
static void a_sweep_gives_lines_for_threads_with_their_knees(void **state)
{
    struct files files = files_of(state);
    static const double low[HAND_CLOCKS] = {0, 2, 9, 0.4}, high[HAND_CLOCKS] = {0, 12, 18, 0.4};
    struct store_plan plan = {"0000000000000000000000000000000000000000000000000000000000000000", "s.yaml", "sweep", 0};
    for (int64_t sockets = 2; sockets <= 8; sockets *= 2)
        for (int64_t threads = 1; threads <= 2; threads++, plan.number++) {
            struct scenario scenario = scenario_by_hand(72);
            scenario.machine_name = "scaling";
            scenario.machine.sockets = sockets;
            scenario.machine.threads_per_core = threads;
            snprintf(scenario.sha256, sizeof scenario.sha256, "%064lld", (long long)(10 * sockets + threads));
            save_point(files.database, &scenario, sockets == 2 ? low : high, &plan);
        }
    draw(files.database, files.picture, PUBLISHED);
    assert_holds(files.script, "one_thread = 1\ntwo_threads = 1\nthreshold = 5\n");
    /* from 2.07 % at 36 to 12.07 % at 72, with the scatter of replications: 5 % at 46.5; twice that with two threads */
    assert_holds(files.script, "knee[1] = '47 | 93'\nknee[2] = 'below 36 | below 72'\nknee[3] = 'none | none'\n");
    assert_holds(files.script, "measured_count = 1\n$measured << EOD\n2 1 72 12.3442\nEOD\n");
    assert_holds(files.picture, "two threads a core");
    files_free(&files);
}

static void each_ending_gives_its_format(void **state)
{
    static const struct {
        const char *name, *beginning, *end;
    } formats[] = {
        {"p.svg", "<?xml", "</svg>\n\n"}, {"p.png", "\x89PNG", "IEND\xae\x42\x60\x82"}, {"p.pdf", "%PDF-", "%%EOF\n"}};
    char *database = folder_path(state, "r.db");
    save(database, 72);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *picture = folder_path(state, formats[i].name);
        draw(database, picture, PUBLISHED);
        size_t size = 0, end = strlen(formats[i].end);
        char *bytes = folder_read(picture, &size);
        assert_memory_equal(bytes, formats[i].beginning, strlen(formats[i].beginning));
        assert_memory_equal(bytes + size - end, formats[i].end, end);
        free(bytes);
        free(picture);
    }
    free(database);
}

static void svg_repeats_byte_for_byte(void **state)
{
    struct files files = files_of(state);
    save(files.database, 72);
    save(files.database, 480);
    draw(files.database, files.picture, PUBLISHED);
    char *first = read_text(files.picture);
    draw(files.database, files.picture, PUBLISHED);
    char *second = read_text(files.picture);
    assert_string_equal(first, second);
    free(first);
    free(second);
    files_free(&files);
}

static void drawing_leaves_no_other_files(void **state)
{
    struct files files = files_of(state);
    save(files.database, 72);
    draw(files.database, files.picture, PUBLISHED);
    glob_t found;
    char *pattern = folder_path(state, "*");
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    assert_int_equal(found.gl_pathc, 3);
    globfree(&found);
    free(pattern);
    files_free(&files);
}

static void script_draws_the_picture_again(void **state)
{
    struct files files = files_of(state);
    save(files.database, 72);
    draw(files.database, files.picture, PUBLISHED);
    char *text = NULL, *picture = read_text(files.picture);
    size_t size = 0;
    struct error error;
    assert_int_equal(gnuplot_run(files.script, &text, &size, &error), 0);
    assert_string_equal(text, picture);
    free(text);
    free(picture);
    files_free(&files);
}

static void the_last_run_counts(void **state)
{
    struct files files = files_of(state);
    struct scenario scenario = scenario_by_hand(72);
    static const double before[HAND_CLOCKS] = {0, 40, 50, 60}, after[HAND_CLOCKS] = {0, 20, 0, 0};
    save_scenario(files.database, &scenario, before);
    scenario.clock_count = 2;
    save_scenario(files.database, &scenario, after);
    draw(files.database, files.picture, PUBLISHED);
    assert_holds(files.script, "1 1 72 20.");
    assert_lacks(files.script, "72 40.");
    assert_holds(files.script, "1 2 72 49.");
    files_free(&files);
}

static void failed_replications_are_left_out(void **state)
{
    struct files files = files_of(state);
    struct scenario scenario = scenario_by_hand(72);
    struct run_results *results = results_by_hand(&scenario, losses);
    results->result[1].replication[0].value[METRIC_THROUGHPUT] = 1; /* would be a loss of 100 % */
    results->result[1].replication[0].status = STATUS_INTERNAL;
    snprintf(results->result[1].replication[0].failure, 10, "broken");
    struct store *store = NULL;
    struct error error;
    assert_int_equal(store_open(files.database, &store, &error), 0);
    assert_int_equal(store_save(store, results, "1.2.3", 1, &error), 0);
    assert_int_equal(store_close(store, &error), 0);
    run_results_destroy(results);
    draw(files.database, files.picture, PUBLISHED);
    assert_holds(files.script, "1 1 72 12.");
    files_free(&files);
}

static void one_replication_has_no_interval(void **state)
{
    struct files files = files_of(state);
    struct scenario scenario = scenario_by_hand(72);
    scenario.run.replications = 1;
    save_scenario(files.database, &scenario, losses);
    draw(files.database, files.picture, PUBLISHED);
    assert_lacks(files.script, "intervals");
    assert_holds(files.picture, ">12.5<"); /* its number is there all the same */
    files_free(&files);
}

/* A scenario that was moved to another machine keeps its claims, but they say nothing about it. */
static void measurements_of_another_machine_are_not_drawn(void **state)
{
    struct files files = files_of(state);
    struct scenario scenario = scenario_by_hand(72);
    scenario.machine_name = "another";
    save_scenario(files.database, &scenario, losses);
    draw(files.database, files.picture, PUBLISHED);
    assert_holds(files.script, "measured_count = 0");
    save(files.database, 72);
    draw(files.database, files.picture, NULL);
    assert_holds(files.script, "measured_count = 0");
    files_free(&files);
}

static void many_clocks_are_named_in_a_legend(void **state)
{
    struct files files = files_of(state);
    struct scenario scenario = scenario_by_hand(72);
    struct clock_choice clocks[12];
    double loss[12];
    for (int i = 0; i < 12; i++) {
        clocks[i] = hand_clocks[0];
        snprintf(clocks[i].name, sizeof clocks[i].name, "clock_%d", i);
        loss[i] = i;
    }
    scenario.clock = clocks;
    scenario.clock_count = 12;
    save_scenario(files.database, &scenario, loss);
    draw(files.database, files.picture, PUBLISHED);
    assert_holds(files.picture, "clock_11");
    assert_holds(files.picture, "throughput lost against clock_0 (%)");
    files_free(&files);
}

static void negative_losses_are_drawn_below_the_line(void **state)
{
    struct files files = files_of(state);
    struct scenario scenario = scenario_by_hand(72);
    static const double gains[HAND_CLOCKS] = {0, -12, -3, -0.01};
    save_scenario(files.database, &scenario, gains);
    draw(files.database, files.picture, NULL);
    assert_holds(files.picture, ">-12.0<");
    assert_holds(files.picture, ">0.0<");
    assert_lacks(files.picture, ">-0.0<");
    files_free(&files);
}

/* ---- untrusted names */

static void names_reach_gnuplot_as_text_only(void **state)
{
    struct files files = files_of(state);
    char *mark = folder_path(state, "mark"), *name = NULL;
    struct scenario scenario = scenario_by_hand(72);
    struct clock_choice clocks[2] = {hand_clocks[0], hand_clocks[1]};
    assert_true(asprintf(&name, "x'.system('touch %s').'\n`touch %s` @mark {/:Bold b}_1 <script>\x1b[31m\xff \u202e",
                         mark, mark) > 0);
    snprintf(clocks[1].name, sizeof clocks[1].name, "y'; `touch %s` $(z)", mark);
    scenario.clock = clocks;
    scenario.clock_count = 2;
    scenario.machine_name = name;
    scenario.kernel_name = "k'\"`touch mark`";
    save_scenario(files.database, &scenario, losses);
    draw(files.database, files.picture, PUBLISHED);
    assert_false(exists(mark));
    assert_holds(files.picture, "{/:Bold b}_1 &lt;script>[31m");
    assert_lacks(files.picture, "<script");
    assert_holds(files.picture, "$(z)");
    files_free(&files);
    free(mark);
    free(name);
}

static void strings_keep_text_and_lose_what_is_invisible(void **state)
{
    (void)state;
    static const struct {
        const char *text, *string;
    } known[] = {
        {"hpet", "'hpet'"},
        {"", "''"},
        {"it's ''", "'it''s '''''"},
        {"a\nb\tc\x7f\x1b[0m", "'abc[0m'"},
        {"\\n \\' `x` @y $z \"", "'\\n \\'' `x` @y $z \"'"},
        {"\u00b5s \u25c7", "'\u00b5s \u25c7'"},
        {"\xc3(\xff\xc2\x80\u202e|", "'(|'"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        gnuplot_put_string(known[i].text, out);
        fclose(out);
        assert_string_equal(text, known[i].string);
        free(text);
    }
}

static void paths_with_odd_characters_work(void **state)
{
    assert_int_equal(chdir(*state), 0);
    char *database = folder_path(state, "r?#%20.db");
    save(database, 72);
    draw(database, "-it's <a> 'b'.svg", PUBLISHED);
    assert_true(exists("-it's <a> 'b'.svg") && exists("-it's <a> 'b'.gp"));
    draw("r?#%20.db", "| touch x;.svg", PUBLISHED);
    assert_true(exists("| touch x;.svg") && !exists("x;") && !exists("x"));
    assert_int_equal(chdir(TEST_SOURCE_DIR), 0);
    free(database);
}

/* ---- refusals */

static void unknown_plots_and_endings_are_usage_errors(void **state)
{
    struct files files = files_of(state);
    save(files.database, 72);
    struct error error;
    assert_int_equal(plot_draw(files.database, "pie", files.picture, NULL, &error), -1);
    assert_int_equal(error.status, STATUS_USAGE);
    assert_string_equal(error.message, "there is no plot `pie`; there is: cores");
    static const char *const names[] = {"p", "p.gif", "p.svg.gz", "psvg", ".svg", "", "/tmp/.png"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_draw_fails(files.database, names[i], STATUS_USAGE, "must end in .svg, .png or .pdf");
    files_free(&files);
}

static void databases_that_are_not_ours_are_refused(void **state)
{
    struct files files = files_of(state);
    assert_draw_fails(files.database, files.picture, STATUS_NO_INPUT, "cannot be read: No such file");
    assert_draw_fails(*state, files.picture, STATUS_NO_INPUT, "is not a regular file");
    folder_write(files.database, "");
    assert_draw_fails(files.database, files.picture, STATUS_BAD_INPUT, "is empty");
    folder_write(files.database, "no database, but long enough to be taken for one at first sight\n");
    assert_draw_fails(files.database, files.picture, STATUS_BAD_INPUT, "not an SQLite database");
    unlink(files.database);
    sqlite3 *other = NULL;
    assert_int_equal(sqlite3_open(files.database, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "CREATE TABLE t (a)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    assert_draw_fails(files.database, files.picture, STATUS_BAD_INPUT, "the database of another program");
    assert_false(exists(files.picture) || exists(files.script));
    files_free(&files);
}

static void nothing_to_draw_is_said(void **state)
{
    struct files files = files_of(state);
    struct scenario scenario = scenario_by_hand(72);
    scenario.clock_count = 1;
    save_scenario(files.database, &scenario, losses);
    assert_draw_fails(files.database, files.picture, STATUS_BAD_INPUT, "holds nothing to draw");
    files_free(&files);
}

static void published_rows_that_cannot_be_read_are_told(void **state)
{
    struct files files = files_of(state);
    save(files.database, 72);
    struct error error;
    assert_int_equal(plot_draw(files.database, "cores", files.picture, "/no/published.csv", &error), -1);
    assert_int_equal(error.status, STATUS_NO_INPUT);
    files_free(&files);
}

/* Draws with programs looked up in `path` alone. */
static void with_path(const char *path, const char *database, const char *output, enum exit_status status,
                      const char *words)
{
    char *before = strdup(getenv("PATH"));
    setenv("PATH", path, 1);
    assert_draw_fails(database, output, status, words);
    setenv("PATH", before, 1);
    free(before);
}

static void a_missing_gnuplot_is_told_with_the_package(void **state)
{
    struct files files = files_of(state);
    save(files.database, 72);
    with_path("/nonexistent", files.database, files.picture, STATUS_UNAVAILABLE, "gnuplot-nox");
    assert_false(exists(files.picture));
    assert_true(exists(files.script));
    files_free(&files);
}

static void a_failing_gnuplot_is_quoted_and_leaves_the_old_picture(void **state)
{
    struct files files = files_of(state);
    save(files.database, 72);
    draw(files.database, files.picture, PUBLISHED);
    char *before = read_text(files.picture), *fake = folder_path(state, "gnuplot");
    folder_write(fake, "#!/bin/sh\necho '<svg half a'\necho 'line 3: no such \a terminal' >&2\nexit 3\n");
    assert_int_equal(chmod(fake, 0755), 0);
    with_path(*state, files.database, files.picture, STATUS_INTERNAL, "(exit status 3):\nline 3: no such  terminal");
    folder_write(fake, "#!/bin/sh\nkill -9 $$\n");
    with_path(*state, files.database, files.picture, STATUS_INTERNAL, "(signal 9)");
    folder_write(fake, "#!/bin/sh\nexit 0\n");
    with_path(*state, files.database, files.picture, STATUS_INTERNAL, "could not draw");
    char *after = read_text(files.picture);
    assert_string_equal(before, after);
    free(before);
    free(after);
    free(fake);
    files_free(&files);
}

static void an_unwritable_place_is_told(void **state)
{
    struct files files = files_of(state);
    save(files.database, 72);
    char *below = folder_path(state, "r.db/p.svg"), *nowhere = folder_path(state, "no/p.png");
    assert_draw_fails(files.database, below, STATUS_CANT_CREATE, "cannot be created: Not a directory");
    assert_draw_fails(files.database, nowhere, STATUS_CANT_CREATE, "cannot be created: No such file or directory");
    free(below);
    free(nowhere);
    files_free(&files);
}

/* In a child, with files limited to a size that holds the script (5 KiB) but not the picture (12 KiB). */
static int draw_with_little_room(const char *database, const char *picture)
{
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){8192, 8192});
        struct error error = {.status = STATUS_OK};
        if (!plot_draw(database, "cores", picture, NULL, &error))
            _exit(0);
        _exit(strstr(error.message, "p.svg: cannot be written: File too large") ? (int)error.status : 99);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_full_disk_leaves_no_broken_picture(void **state)
{
    struct files files = files_of(state);
    save(files.database, 72);
    assert_int_equal(draw_with_little_room(files.database, files.picture), STATUS_IO);
    assert_false(exists(files.picture));
    glob_t found;
    char *pattern = folder_path(state, "*.new");
    assert_int_equal(glob(pattern, 0, NULL, &found), GLOB_NOMATCH);
    free(pattern);
    files_free(&files);
}

/* A folder of results that only others may write to. */
static void a_read_only_folder_is_good_for_reading(void **state)
{
    if (geteuid() != 0)
        skip();
    char *database = folder_path(state, "r.db"), *open = folder_path(state, "open");
    char *picture = folder_path(state, "open/p.svg");
    save(database, 72);
    assert_int_equal(mkdir(open, 0777), 0);
    assert_int_equal(chmod(open, 0777), 0);
    const pid_t child = fork();
    if (child == 0) {
        struct error error = {.status = STATUS_OK};
        if (setgid(65534) || setuid(65534))
            _exit(98);
        if (plot_draw(database, "cores", picture, PUBLISHED, &error))
            fprintf(stderr, "%s\n", error.message);
        _exit((int)error.status);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(exists(picture));
    free(database);
    free(open);
    free(picture);
}

/* ---- queries for people */

static void every_query_runs_and_finds_something(void **state)
{
    char *database = folder_path(state, "r.db");
    save(database, 72);
    sqlite3 *results = NULL;
    assert_int_equal(sqlite3_open(database, &results), SQLITE_OK);
    glob_t found;
    assert_int_equal(glob(TEST_SOURCE_DIR "/plots/*.sql", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 5);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *sql = read_text(found.gl_pathv[i]);
        sqlite3_stmt *statement = NULL;
        if (sqlite3_prepare_v2(results, sql, -1, &statement, NULL) != SQLITE_OK)
            fail_msg("%s: %s", found.gl_pathv[i], sqlite3_errmsg(results));
        assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
        sqlite3_finalize(statement);
        free(sql);
    }
    globfree(&found);
    sqlite3_close(results);
    free(database);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(few_machines_give_bars_with_measured_diamonds),
        IN_FOLDER(many_sizes_give_lines),
        IN_FOLDER(a_sweep_gives_lines_for_threads_with_their_knees),
        IN_FOLDER(each_ending_gives_its_format),
        IN_FOLDER(svg_repeats_byte_for_byte),
        IN_FOLDER(drawing_leaves_no_other_files),
        IN_FOLDER(script_draws_the_picture_again),
        IN_FOLDER(the_last_run_counts),
        IN_FOLDER(failed_replications_are_left_out),
        IN_FOLDER(one_replication_has_no_interval),
        IN_FOLDER(measurements_of_another_machine_are_not_drawn),
        IN_FOLDER(many_clocks_are_named_in_a_legend),
        IN_FOLDER(negative_losses_are_drawn_below_the_line),
        IN_FOLDER(names_reach_gnuplot_as_text_only),
        cmocka_unit_test(strings_keep_text_and_lose_what_is_invisible),
        IN_FOLDER(paths_with_odd_characters_work),
        IN_FOLDER(unknown_plots_and_endings_are_usage_errors),
        IN_FOLDER(databases_that_are_not_ours_are_refused),
        IN_FOLDER(nothing_to_draw_is_said),
        IN_FOLDER(published_rows_that_cannot_be_read_are_told),
        IN_FOLDER(a_missing_gnuplot_is_told_with_the_package),
        IN_FOLDER(a_failing_gnuplot_is_quoted_and_leaves_the_old_picture),
        IN_FOLDER(an_unwritable_place_is_told),
        IN_FOLDER(a_full_disk_leaves_no_broken_picture),
        IN_FOLDER(a_read_only_folder_is_good_for_reading),
        IN_FOLDER(every_query_runs_and_finds_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
