/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps: which points a file means, what is wrong with a bad one, knees, and points that are there already. */
#include "sim/scenario/sweep.h"

#include "sim/sweep/points.h"
#include "tests/unit/folder.h"

#include <math.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

#define DATA TEST_SOURCE_DIR "/scenarios"
#define BASE TEST_SOURCE_DIR "/tests/unit/data/sweep/base.yaml"
static const struct scenario_overrides no_overrides = {.seed = -1, .replications = -1};

/* ---- helpers */

static int load_lines(void **state, const char *lines, const struct scenario_overrides *overrides, struct sweep **sweep,
                      struct diagnostics *diagnostics)
{
    char *path = folder_path(state, "it.yaml"), *text = NULL;
    assert_true(asprintf(&text, "clocksim: 1\nsweep:\n  scenario: %s\n%s", BASE, lines) > 0);
    folder_write(path, text);
    int failed = sweep_load(path, DATA, overrides, sweep, diagnostics);
    free(text);
    free(path);
    return failed;
}

static struct sweep *load(void **state, const char *lines)
{
    struct sweep *sweep = NULL;
    struct diagnostics diagnostics = {0};
    if (load_lines(state, lines, NULL, &sweep, &diagnostics))
        fail_msg("%s", diagnostics.text);
    return sweep;
}

static void expect_refused_with(void **state, const char *lines, const struct scenario_overrides *overrides,
                                const char *words)
{
    struct sweep *sweep = NULL;
    struct diagnostics diagnostics = {0};
    assert_int_equal(load_lines(state, lines, overrides, &sweep, &diagnostics), -1);
    if (diagnostics.status != STATUS_BAD_INPUT || !strstr(diagnostics.text, words))
        fail_msg("lacks: %s\n%s", words, diagnostics.text);
    diagnostics_clear(&diagnostics);
}

static void expect_refused(void **state, const char *lines, const char *words)
{
    expect_refused_with(state, lines, NULL, words);
}

/* ---- files */

static void vary_means_every_combination_and_together_means_in_step(void **state)
{
    struct sweep *sweep = load(state, "  vary: {kernel.hz: [250, 1000]}\n"
                                      "  together: {machine.sockets: [1, 2, 4], machine.cores_per_socket: [4, 3, 2]}\n");
    assert_int_equal(sweep->count, 6);
    assert_int_equal(sweep->key_count, 3);
    static const int64_t expected[][3] = {{250, 1, 4},  {250, 2, 3},  {250, 4, 2},
                                          {1000, 1, 4}, {1000, 2, 3}, {1000, 4, 2}};
    for (size_t i = 0; i < sweep->count; i++) {
        const struct scenario *scenario = sweep->point[i].scenario;
        assert_int_equal(scenario->kernel.hz, expected[i][0]);
        assert_int_equal(scenario->machine.sockets, expected[i][1]);
        assert_int_equal(scenario->machine.cores_per_socket, expected[i][2]);
    }
    assert_string_equal(sweep->key[1], "machine.sockets");
    assert_string_equal(sweep->point[5].value[0], "1000");
    sweep_destroy(sweep);
}

static void units_and_distributions_are_values(void **state)
{
    struct sweep *sweep = load(state, "  vary:\n    machine.hpet_occupancy: [500 ns, {uniform: {from: 0.4 us, to: 0.6 us}}]\n"
                                      "  clock: [tsc, hpet, jiffies]\n  replications: 7\n");
    assert_int_equal(sweep->count, 2);
    assert_string_equal(sweep->point[1].value[0], "{uniform: {from: 0.4 us, to: 0.6 us}}");
    assert_int_equal(sweep->point[0].scenario->clock_count, 3);
    assert_int_equal(sweep->point[0].scenario->run.replications, 7);
    assert_string_not_equal(sweep->point[0].scenario->sha256, sweep->point[1].scenario->sha256);
    sweep_destroy(sweep);
}

static void skipped_combinations_are_no_points(void **state)
{
    struct sweep *sweep = load(state, "  vary: {kernel.hz: [250, 1000], machine.sockets: [1, 2]}\n"
                                      "  skip: [{kernel.hz: 250, machine.sockets: 2}]\n");
    assert_int_equal(sweep->count, 3);
    assert_int_equal(sweep->point[1].scenario->kernel.hz, 1000);
    sweep_destroy(sweep);
    expect_refused(state, "  vary: {kernel.hz: [250]}\n  skip: [{kernel.hz: 250}]\n", "every combination is skipped");
    expect_refused(state, "  vary: {kernel.hz: [250]}\n  skip: [{kernel.hz: 100}]\n", "`kernel.hz` is never `100`");
    expect_refused(state, "  vary: {kernel.hz: [250]}\n  skip: [{kernel.hs: 250}]\n", "did you mean `kernel.hz`?");
}

static void what_the_command_line_sets_holds_for_every_point(void **state)
{
    const char *set = "kernel.hz=100";
    const struct scenario_overrides overrides = {.set = &set, .set_count = 1, .seed = 9, .replications = 3};
    struct sweep *sweep = NULL;
    struct diagnostics diagnostics = {0};
    assert_int_equal(load_lines(state, "  vary: {machine.sockets: [1, 2]}\n  replications: 7\n", &overrides, &sweep,
                                &diagnostics),
                     0);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(sweep->point[i].scenario->kernel.hz, 100);
        assert_int_equal(sweep->point[i].scenario->run.seed, 9);
        assert_int_equal(sweep->point[i].scenario->run.replications, 3);
    }
    sweep_destroy(sweep);
    expect_refused_with(state, "  vary: {kernel.hz: [250, 1000]}\n", &overrides,
                        "it.yaml:4:10: error: `kernel.hz` is varied here, and set by `--set`");
}

static void the_hash_tells_other_points_apart(void **state)
{
    const struct scenario_overrides other_seed = {.seed = 9, .replications = -1};
    struct sweep *one = load(state, "  vary: {kernel.hz: [250, 1000]}\n"), *two = NULL, *three = NULL;
    struct diagnostics diagnostics = {0};
    assert_int_equal(load_lines(state, "  vary: {kernel.hz: [250, 1000]}\n", &other_seed, &two, &diagnostics), 0);
    assert_int_equal(load_lines(state, "  vary: {kernel.hz: [250, 1000]}\n", &no_overrides, &three, &diagnostics), 0);
    assert_string_not_equal(one->sha256, two->sha256);
    assert_string_equal(one->sha256, three->sha256);
    sweep_destroy(one);
    sweep_destroy(two);
    sweep_destroy(three);
}

static void bad_sweeps_are_refused_at_their_place(void **state)
{
    expect_refused(state, "", "nothing varies");
    expect_refused(state, "  vary: {kernel.hz: 250}\n", "it.yaml:4:21: error: expected a list of values, found `250`");
    expect_refused(state, "  vary: {kernel.hz: {from: 100, to: 1000}}\n", "ranges are not supported");
    expect_refused(state, "  vary: {kernel.hz: []}\n", "a list of values has 1 to 1024 of them");
    expect_refused(state, "  vary: {kernel.hz: [250, 251]}\n", "it.yaml:4:27: error:");
    expect_refused(state, "  vary: {kernel.hs: [250]}\n", "did you mean `kernel.hz`?");
    expect_refused(state, "  vary: {machine.hpet_occupancy: [500]}\n", "it.yaml:4:35: error:");
    expect_refused(state, "  vary: {kernel.hz: [250]}\n  together: {kernel.hz: [250]}\n", "`kernel.hz` is varied twice");
    expect_refused(state, "  together: {machine.sockets: [1, 2], machine.cores_per_socket: [1, 2, 3]}\n",
                   "`machine.cores_per_socket` has 3 values, `machine.sockets` 2");
    expect_refused(state, "  vary: {machine: [haswell-ex-72]}\n", "`machine` is not a value that can be set");
    expect_refused(state, "  vary: {kernel.hz: [250]}\n  sample: 9\n", "unknown key `sample`");
    expect_refused(state, "  vary: {kernel.hz: [250]}\n  replications: many\n", "it.yaml:5:17: error:");
    expect_refused(state, "  vary: {kernel.hz: [[250]]}\n", "expected a value, found a list");
}

static void too_many_points_are_refused_before_any_is_loaded(void **state)
{
    char lines[20000] = "  vary:\n", *end = lines + strlen(lines);
    static const char *const keys[] = {"run.seed", "run.max_events", "workload.users"};
    for (size_t k = 0; k < 3; k++) {
        end += sprintf(end, "    %s: [1", keys[k]);
        for (int i = 2; i <= 1024; i++)
            end += sprintf(end, ", %d", i);
        end += sprintf(end, "]\n");
    }
    expect_refused(state, lines, "more than 1024 combinations");
}

static void a_sweep_is_no_scenario_and_a_scenario_no_sweep(void **state)
{
    struct scenario *scenario = NULL;
    struct sweep *sweep = NULL;
    struct diagnostics diagnostics = {0};
    char *path = folder_path(state, "it.yaml");
    sweep_destroy(load(state, "  vary: {kernel.hz: [250]}\n"));
    assert_true(sweep_is_file(path));
    assert_false(sweep_is_file(BASE));
    assert_false(sweep_is_file("/no/such/file"));
    assert_int_equal(scenario_load(path, DATA, NULL, &scenario, &diagnostics), -1);
    assert_non_null(strstr(diagnostics.text, "this is a sweep, not a scenario"));
    diagnostics_clear(&diagnostics);
    assert_int_equal(sweep_load(BASE, DATA, NULL, &sweep, &diagnostics), -1);
    assert_non_null(strstr(diagnostics.text, "this is a scenario, not a sweep"));
    diagnostics_clear(&diagnostics);
    free(path);
}

static void a_mistake_in_the_base_is_told_in_its_file(void **state)
{
    char *base = folder_path(state, "base.yaml"), *path = folder_path(state, "it.yaml");
    folder_write(base, "clocksim: 1\ntitle: t\nmachine: haswell-ex-73\nkernel: linux-4.6\nclock: tsc\n"
                       "workload: {kind: compute-jobs, users: 1, work_per_job: 1 ms}\n");
    folder_write(path, "clocksim: 1\nsweep: {scenario: base.yaml, vary: {kernel.hz: [250]}}\n");
    struct sweep *sweep = NULL;
    struct diagnostics diagnostics = {0};
    assert_int_equal(sweep_load(path, DATA, NULL, &sweep, &diagnostics), -1);
    assert_non_null(strstr(diagnostics.text, "base.yaml:3:10: error: there is no preset `haswell-ex-73`"));
    assert_non_null(strstr(diagnostics.text, "\nnote: at point 0 of the sweep: kernel.hz=250\n"));
    diagnostics_clear(&diagnostics);
    folder_write(path, "clocksim: 1\nsweep: {scenario: nosuch.yaml, vary: {kernel.hz: [250]}}\n");
    assert_int_equal(sweep_load(path, DATA, NULL, &sweep, &diagnostics), -1);
    assert_int_equal(diagnostics.status, STATUS_NO_INPUT);
    diagnostics_clear(&diagnostics);
    free(base);
    free(path);
}

/* ---- knees */

static void a_knee_lies_linearly_between_neighbours(void **state)
{
    (void)state;
    static const double size[] = {16, 32, 64, 128}, loss[] = {1, 3, 7, 4}, low[] = {1, 2, 3, 4.999};
    const struct knee knee = knee_find(size, loss, 4, 5);
    assert_int_equal(knee.place, KNEE_BETWEEN);
    assert_true(fabs(knee.at - 48) < 1e-9);
    assert_int_equal(knee_find(size, low, 4, 5).place, KNEE_NONE);
    assert_int_equal(knee_find(size, loss, 4, 1).place, KNEE_BELOW);
    assert_int_equal(knee_find(size, loss, 2, 5).place, KNEE_NONE);
}

/* ---- points */

static struct points *run_with(const struct sweep *sweep, struct store *store, const char *version,
                               const volatile int *stop)
{
    const struct points_options options = {
        .run = {.workers = 1, .stop = stop}, .store = store, .version = version, .libm = 1};
    struct points *points = NULL;
    struct error error;
    if (points_run(sweep, &options, &points, &error))
        fail_msg("%s", error.message);
    return points;
}

static size_t count_reused(const struct points *points)
{
    size_t count = 0;
    for (size_t i = 0; i < points->count; i++)
        count += points->reused[i];
    return count;
}

static struct store *open_store(const char *path)
{
    struct store *store = NULL;
    struct error error;
    if (store_open(path, &store, &error))
        fail_msg("%s", error.message);
    return store;
}

static int64_t ask(const char *path, const char *sql)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const int64_t answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return answer;
}

static void points_that_are_there_are_read_back_as_they_were(void **state)
{
    char *path = folder_path(state, "r.db");
    struct error error;
    struct sweep *sweep = load(state, "  vary: {machine.sockets: [1, 2]}\n");
    struct store *store = open_store(path);
    struct points *first = run_with(sweep, store, "1", NULL), *second = run_with(sweep, store, "1", NULL);
    assert_int_equal(count_reused(first), 0);
    assert_int_equal(count_reused(second), 2);
    for (size_t i = 0; i < 2; i++)
        for (size_t c = 0; c < 2; c++) {
            const struct run_result *a = &first->results[i]->result[c], *b = &second->results[i]->result[c];
            assert_true(a->event_hash == b->event_hash && a->events == b->events);
            for (int m = 0; m < METRIC_COUNT; m++)
                assert_memory_equal(&a->metric[m], &b->metric[m], sizeof a->metric[m]);
        }
    points_destroy(second);
    /* another version of the program runs them again; what the first made stays */
    second = run_with(sweep, store, "2", NULL);
    assert_int_equal(count_reused(second), 0);
    assert_int_equal(store_close(store, &error), 0);
    assert_int_equal(ask(path, "SELECT count(*) FROM point"), 4);
    assert_int_equal(ask(path, "SELECT count(*) FROM point WHERE sweep = 1"), 2);
    assert_int_equal(ask(path, "SELECT min(id) FROM point WHERE sweep = 1"), 3);
    points_destroy(first);
    points_destroy(second);
    sweep_destroy(sweep);
    free(path);
}

static void a_failed_point_is_saved_with_its_reason_and_tried_again(void **state)
{
    char *path = folder_path(state, "r.db");
    struct error error;
    struct sweep *sweep = load(state, "  vary: {run.max_events: [10, 2000000000], workload.users: [1000000, 10]}\n");
    struct store *store = open_store(path);
    struct points *points = run_with(sweep, store, "1", NULL);
    assert_int_equal(points->failed, 3);
    assert_false(points->interrupted);
    const char *failure = NULL;
    assert_int_equal(points_status(points->results[3], &failure), STATUS_OK);
    assert_int_equal(points_status(points->results[1], &failure), STATUS_BAD_INPUT);
    assert_non_null(strstr(failure, "max_events"));
    assert_int_equal(points_status(points->results[2], &failure), STATUS_BAD_INPUT);
    assert_non_null(strstr(failure, "max_memory"));
    points_destroy(points);
    points = run_with(sweep, store, "1", NULL);
    assert_int_equal(count_reused(points), 1);
    assert_int_equal(store_close(store, &error), 0);
    assert_int_equal(ask(path, "SELECT count(*) FROM point WHERE sweep = 1"), 4);
    assert_true(ask(path, "SELECT count(*) FROM run JOIN point ON point.id = run.point"
                          " WHERE number = 0 AND failure IS NOT NULL") > 0);
    points_destroy(points);
    sweep_destroy(sweep);
    free(path);
}

static void an_interrupted_sweep_holds_whole_points_alone(void **state)
{
    char *path = folder_path(state, "r.db");
    struct error error;
    volatile int stop = 1;
    struct sweep *sweep = load(state, "  vary: {machine.sockets: [1, 2]}\n");
    struct store *store = open_store(path);
    struct points *points = run_with(sweep, store, "1", &stop);
    assert_true(points->interrupted);
    assert_null(points->results[0]);
    assert_int_equal(store_close(store, &error), 0);
    assert_int_equal(ask(path, "SELECT count(*) FROM point"), 0);
    points_destroy(points);
    sweep_destroy(sweep);
    free(path);
}

static void knees_are_found_for_each_clock_and_what_else_varies(void **state)
{
    struct sweep *sweep = load(state, "  vary: {kernel.hz: [250, 1000], machine.sockets: [1, 4]}\n");
    struct points *points = run_with(sweep, NULL, "1", NULL);
    struct points_knee *knee;
    const size_t count = points_knees(sweep, points, &knee);
    assert_int_equal(count, 2);
    assert_string_equal(knee[0].clock, "hpet");
    assert_string_equal(knee[0].others, "kernel.hz=250");
    assert_string_equal(knee[1].others, "kernel.hz=1000");
    assert_true(knee[1].least == 18);
    assert_true(knee[1].greatest == 72);
    assert_int_equal(knee[1].knee.place, KNEE_BETWEEN);
    points_knees_free(knee, count);
    points_destroy(points);
    sweep_destroy(sweep);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(vary_means_every_combination_and_together_means_in_step),
        IN_FOLDER(units_and_distributions_are_values),
        IN_FOLDER(skipped_combinations_are_no_points),
        IN_FOLDER(what_the_command_line_sets_holds_for_every_point),
        IN_FOLDER(the_hash_tells_other_points_apart),
        IN_FOLDER(bad_sweeps_are_refused_at_their_place),
        IN_FOLDER(too_many_points_are_refused_before_any_is_loaded),
        IN_FOLDER(a_sweep_is_no_scenario_and_a_scenario_no_sweep),
        IN_FOLDER(a_mistake_in_the_base_is_told_in_its_file),
        cmocka_unit_test(a_knee_lies_linearly_between_neighbours),
        IN_FOLDER(points_that_are_there_are_read_back_as_they_were),
        IN_FOLDER(a_failed_point_is_saved_with_its_reason_and_tried_again),
        IN_FOLDER(an_interrupted_sweep_holds_whole_points_alone),
        IN_FOLDER(knees_are_found_for_each_clock_and_what_else_varies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
