/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/store/store.h"

#include "sim/store/param.h"
#include "tests/unit/folder.h"
#include "tests/unit/results_by_hand.h"

#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define LIBM UINT64_C(0x0123456789abcdef)
static const double losses[HAND_CLOCKS] = {0, 12.1, 17.8, 0.4};

/* ---- helpers */

static sqlite3 *open_plain(const char *path)
{
    sqlite3 *database = NULL;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    return database;
}

static void execute_plain(const char *path, const char *sql)
{
    sqlite3 *database = open_plain(path);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

/* The first value of a query, as text; "NULL" for a NULL, "none" for no row. */
static char *ask(const char *path, const char *sql)
{
    sqlite3 *database = open_plain(path);
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    const char *found = "none";
    if (sqlite3_step(statement) == SQLITE_ROW)
        found =
            sqlite3_column_type(statement, 0) == SQLITE_NULL ? "NULL" : (const char *)sqlite3_column_text(statement, 0);
    char *answer = strdup(found);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return answer;
}

#define assert_answer(path, sql, expected) \
    do { \
        char *answer = ask(path, sql); \
        assert_string_equal(answer, expected); \
        free(answer); \
    } while (0)

static struct store *open_store(const char *path)
{
    struct store *store = NULL;
    struct error error;
    if (store_open(path, &store, &error))
        fail_msg("%s", error.message);
    return store;
}

static void close_store(struct store *store)
{
    struct error error;
    if (store_close(store, &error))
        fail_msg("%s", error.message);
}

static int save_hand(struct store *store, int64_t cpus, struct error *error)
{
    const struct scenario scenario = scenario_by_hand(cpus);
    struct run_results *results = results_by_hand(&scenario, losses);
    int failed = store_save(store, results, "1.2.3", LIBM, error);
    run_results_destroy(results);
    return failed;
}

static void save_and_close(const char *path, int64_t cpus)
{
    struct store *store = open_store(path);
    struct error error;
    if (save_hand(store, cpus, &error))
        fail_msg("%s", error.message);
    close_store(store);
}

static void assert_open_fails(const char *path, enum exit_status status, const char *words)
{
    struct store *store = NULL;
    struct error error = {.status = STATUS_OK};
    assert_int_equal(store_open(path, &store, &error), -1);
    assert_null(store);
    if (error.status != status || !strstr(error.message, path) || !strstr(error.message, words))
        fail_msg("%d: %s", (int)error.status, error.message);
}

/* Runs `call` in a child process; its exit status, or -1 when it was killed. */
static int in_child(int (*call)(const char *), const char *path)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(call(path));
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- what is stored */

static void new_database_says_whose_it_is(void **state)
{
    char *path = folder_path(state, "r.db");
    close_store(open_store(path));
    assert_answer(path, "PRAGMA application_id", "1129073491"); /* CLKS */
    assert_answer(path, "PRAGMA user_version", "1");
    assert_answer(path, "PRAGMA journal_mode", "wal");
    assert_answer(path,
                  "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
                  " AND name NOT LIKE 'sqlite_%' AND strict = 0",
                  "0");
    char metric_count[16];
    snprintf(metric_count, sizeof metric_count, "%d", METRIC_COUNT);
    assert_answer(path, "SELECT count(*) FROM metric_info WHERE unit <> '' AND help <> ''", metric_count);
    assert_answer(path, "PRAGMA integrity_check", "ok");
    free(path);
}

static void close_leaves_one_file(void **state)
{
    char *path = folder_path(state, "r.db"), *log = folder_path(state, "r.db-wal");
    save_and_close(path, 72);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_not_equal(access(log, F_OK), 0);
    free(path);
    free(log);
}

static void each_replication_is_a_run(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 72);
    assert_answer(path, "SELECT count(*) FROM run", "20");
    assert_answer(path,
                  "SELECT group_concat(concat) FROM (SELECT clock || '=' || clocksource || '/' || sched_clock AS concat"
                  " FROM run WHERE replication = 0 ORDER BY id)",
                  "tsc=tsc/stable,hpet=hpet/stable,hpet+unstable=hpet/unstable,jiffies=jiffies/stable");
    assert_answer(path,
                  "SELECT seed || ' ' || status || ' ' || event_hash || ' ' || events || ' ' || wall_s || ' ' ||"
                  " tool_version || ' ' || libm_fingerprint FROM run WHERE clock = 'hpet' AND replication = 2",
                  "3 0 fedcba9876543212 1000002 0.25 1.2.3 0123456789abcdef");
    assert_answer(path, "SELECT baseline FROM point", "tsc");
    assert_answer(path, "SELECT saved_at LIKE '20__-__-__T__:__:__.___Z' FROM point", "1");
    assert_answer(path, "SELECT file || ' ' || length(sha256) || ' ' || text FROM scenario",
                  "scenarios/by-hand.yaml 64 clocksim: 1\n");
    free(path);
}

static void metrics_that_do_not_apply_are_absent(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 72);
    assert_answer(path, "SELECT group_concat(name) FROM metric WHERE run = 6", "loss_percent,throughput_jobs_per_min");
    assert_answer(path, "SELECT round(value, 6) FROM metric WHERE run = 6 AND name = 'loss_percent'", "12.463719");
    free(path);
}

static void histogram_keeps_only_buckets_with_something_in_them(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 72);
    assert_answer(path, "SELECT sum(count) FROM hist WHERE run = 1 AND name = 'clock_read'", "20");
    assert_answer(path, "SELECT count(*) <= 3 AND count(*) > 0 FROM hist WHERE run = 1", "1");
    assert_answer(path, "SELECT min(from_ps) <= 564700 AND max(to_ps) >= 566700 FROM hist WHERE run = 1", "1");
    free(path);
}

static void books_keep_only_cells_with_time_in_them(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 72);
    assert_answer(path, "SELECT count(*) FROM book WHERE run = 1", "2");
    assert_answer(path,
                  "SELECT ps FROM book WHERE run = 1 AND context = 'tick' AND place = 'clock_read' AND cause ="
                  " 'bus_wait'",
                  "100000000000");
    free(path);
}

static void params_are_the_scenario_s_keys(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 480);
    assert_answer(path, "SELECT text || '|' || si || '|' || unit FROM param WHERE key = 'machine.hpet_occupancy'",
                  "564.7 ns|5.647e-07|s");
    assert_answer(path,
                  "SELECT text || '|' || ifnull(si, 'no') || '|' || unit FROM param WHERE key ="
                  " 'kernel.tick_phase'",
                  "aligned|no|");
    assert_answer(path, "SELECT text || '|' || si || '|' || unit FROM param WHERE key = 'machine.logical_cpus'",
                  "480|480.0|count");
    assert_answer(path, "SELECT text || '|' || si FROM param WHERE key = 'kernel.seqcount_retry'", "true|1.0");
    assert_answer(path, "SELECT count(*) FROM param WHERE key LIKE '%clock%' OR key LIKE '%seed%'", "0");
    free(path);
}

/* Also when the scenario has no such value. */
static void params_of_another_workload_are_absent(void **state)
{
    char *path = folder_path(state, "r.db");
    struct scenario scenario = scenario_by_hand(72);
    scenario.workload_name = "tasks";
    scenario.workload.kind = WORKLOAD_TASKS;
    struct run_results *results = results_by_hand(&scenario, losses);
    struct store *store = open_store(path);
    struct error error;
    assert_int_equal(store_save(store, results, "1.2.3", LIBM, &error), 0);
    close_store(store);
    run_results_destroy(results);
    assert_answer(path, "SELECT count(*) FROM param WHERE key = 'workload.users'", "0");
    assert_answer(path, "SELECT workload || ' ' || ifnull(users, 'none') FROM results", "tasks none");
    free(path);
}

static void view_has_a_row_per_run_and_a_column_per_value(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 480);
    assert_answer(path, "SELECT count(*) FROM results", "20");
    assert_answer(path,
                  "SELECT machine || ' ' || kernel || ' ' || workload || ' ' || logical_cpus || ' ' || cores || ' ' ||"
                  " sockets || ' ' || threads_per_core || ' ' || hz || ' ' || tick_phase || ' ' || users || ' ' ||"
                  " hpet_occupancy_s || ' ' || tsc_rate_hz FROM results WHERE clock = 'hpet' LIMIT 1",
                  "ivybridge-ex-240 linux-4.6 compute-jobs 480 240 8 2 1000 aligned 1500 5.647e-07 2500000000.0");
    assert_answer(path, "SELECT round(avg(loss_percent), 2) FROM results WHERE clock = 'hpet+unstable'", "17.76");
    assert_answer(path, "SELECT typeof(logical_cpus) || typeof(hpet_occupancy_s) FROM results", "integerreal");
    assert_answer(path, "SELECT bus_queue_mean FROM results", "NULL");
    /* every metric is a column, and no name stands for two */
    assert_answer(path,
                  "SELECT count(*) FROM metric_info WHERE name NOT IN (SELECT name FROM pragma_table_info('results'))",
                  "0");
    assert_answer(path, "SELECT count(*) FROM pragma_table_info('results') WHERE name LIKE '%:%'", "0");
    free(path);
}

static void param_columns_are_different_names(void **state)
{
    (void)state;
    struct param param[PARAM_MAX];
    size_t count = param_list(param);
    assert_true(count > 20);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(param[i].column, param[j].column);
            assert_string_not_equal(param[i].key, param[j].key);
        }
}

static void claims_name_published_rows_and_bands(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 72);
    assert_answer(
        path,
        "SELECT group_concat(published_row || ' ' || metric || ' ' || ifnull(within_points, 'unjudged'), '; ')"
        " FROM claim",
        "S003-72-hpet throughput_jobs_per_min 3.0; S003-72-tsc throughput_jobs_per_min unjudged");
    free(path);
}

static void saving_again_adds_a_point_and_no_scenario(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 72);
    save_and_close(path, 72);
    save_and_close(path, 480);
    assert_answer(path, "SELECT count(*) FROM point", "3");
    assert_answer(path, "SELECT count(*) FROM scenario", "2");
    assert_answer(path, "SELECT count(*) FROM claim", "4");
    assert_answer(path, "SELECT count(*) FROM results", "60");
    assert_answer(path, "SELECT count(*) FROM pragma_foreign_key_check", "0");
    free(path);
}

static void failed_replication_leaves_its_reason_and_no_numbers(void **state)
{
    char *path = folder_path(state, "r.db");
    struct scenario scenario = scenario_by_hand(72);
    struct run_results *results = results_by_hand(&scenario, losses);
    struct replication *failed = &results->result[1].replication[2];
    failed->status = STATUS_BAD_INPUT;
    snprintf(failed->failure, sizeof failed->failure, "the workload deadlocks at 3 ms: 'a' waits for \"b\"");
    struct store *store = open_store(path);
    struct error error;
    assert_int_equal(store_save(store, results, "1.2.3", LIBM, &error), 0);
    close_store(store);
    run_results_destroy(results);
    assert_answer(path, "SELECT count(*) FROM run WHERE status <> 0", "1");
    assert_answer(path,
                  "SELECT clock || ' ' || replication || ' ' || status || ' ' || failure || ' ' ||"
                  " ifnull(event_hash, 'no hash') || ' ' || ifnull(events, 'no events') FROM run WHERE status <> 0",
                  "hpet 2 65 the workload deadlocks at 3 ms: 'a' waits for \"b\" no hash no events");
    assert_answer(path,
                  "SELECT (SELECT count(*) FROM metric WHERE run = id) + (SELECT count(*) FROM hist WHERE run = id) +"
                  " (SELECT count(*) FROM book WHERE run = id) FROM run WHERE status <> 0",
                  "0");
    assert_answer(path, "SELECT ifnull(loss_percent, failure) LIKE 'the workload%' FROM results WHERE status = 65",
                  "1");
    free(path);
}

static void interrupted_before_the_first_run_leaves_nothing(void **state)
{
    char *path = folder_path(state, "r.db");
    struct scenario scenario = scenario_by_hand(72);
    scenario.run.replications = 0;
    struct run_results *results = results_by_hand(&scenario, losses);
    struct store *store = open_store(path);
    struct error error;
    assert_int_equal(store_save(store, results, "1.2.3", LIBM, &error), 0);
    close_store(store);
    run_results_destroy(results);
    assert_answer(path, "SELECT (SELECT count(*) FROM point) + (SELECT count(*) FROM scenario)", "0");
    free(path);
}

static void names_are_data_and_not_sql(void **state)
{
    char *path = folder_path(state, "r.db");
    struct scenario scenario = scenario_by_hand(72);
    scenario.title = "'); DROP TABLE run; --";
    scenario.machine_name = "a\"b'c";
    struct run_results *results = results_by_hand(&scenario, losses);
    struct store *store = open_store(path);
    struct error error;
    assert_int_equal(store_save(store, results, "'; --", LIBM, &error), 0);
    close_store(store);
    run_results_destroy(results);
    assert_answer(path, "SELECT title || '|' || machine || '|' || tool_version FROM results",
                  "'); DROP TABLE run; --|a\"b'c|'; --");
    free(path);
}

/* ---- opening again */

static void opening_again_changes_nothing(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 72);
    size_t before_size = 0, after_size = 0;
    char *before = folder_read(path, &before_size);
    close_store(open_store(path));
    char *after = folder_read(path, &after_size);
    assert_int_equal(before_size, after_size);
    assert_memory_equal(before, after, before_size);
    free(before);
    free(after);
    free(path);
}

static void view_of_an_older_program_is_renewed(void **state)
{
    char *path = folder_path(state, "r.db");
    close_store(open_store(path));
    execute_plain(path, "DROP VIEW results; CREATE VIEW results AS SELECT id AS run FROM run;"
                        "DELETE FROM metric_info WHERE name = 'loss_percent';"
                        "UPDATE metric_info SET help = 'old' WHERE name = 'bus_queue_mean'");
    save_and_close(path, 72);
    assert_answer(path, "SELECT round(avg(loss_percent)) FROM results WHERE clock = 'hpet'", "12.0");
    assert_answer(path, "SELECT count(*) FROM metric_info WHERE help = 'old'", "0");
    free(path);
}

static void view_of_a_program_with_more_metrics_stays(void **state)
{
    char *path = folder_path(state, "r.db");
    close_store(open_store(path));
    execute_plain(path, "DROP VIEW results; CREATE VIEW results AS SELECT 7 AS more FROM run;"
                        "INSERT INTO metric_info (name, unit, help) VALUES ('request_p99_ns', 'ns', 'new')");
    save_and_close(path, 72);
    assert_answer(path, "SELECT more FROM results", "7");
    free(path);
}

static void an_empty_file_becomes_a_database(void **state)
{
    char *path = folder_path(state, "r.db");
    folder_write(path, "");
    save_and_close(path, 72);
    assert_answer(path, "SELECT count(*) FROM run", "20");
    free(path);
}

static void special_names_are_only_names(void **state)
{
    assert_int_equal(chdir(*state), 0);
    static const char *const names[] = {":memory:", "file:x.db?mode=memory", "a%20b?c#d.db"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        save_and_close(names[i], 72);
        assert_int_equal(access(names[i], F_OK), 0);
    }
    assert_int_equal(chdir(TEST_SOURCE_DIR), 0);
}

/* ---- refusals */

static void another_program_s_database_is_refused_and_unchanged(void **state)
{
    static const char *const others[] = {
        "PRAGMA application_id = 252006674; CREATE TABLE t (a)",
        "CREATE TABLE t (a)", /* of no stated program, but with something in it */
        "PRAGMA user_version = 3",
        "PRAGMA application_id = 17",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char *path = folder_path(state, "other.db");
        unlink(path);
        execute_plain(path, others[i]);
        size_t before_size = 0, after_size = 0;
        char *before = folder_read(path, &before_size);
        assert_open_fails(path, STATUS_BAD_INPUT, "the database of another program");
        char *after = folder_read(path, &after_size);
        assert_int_equal(before_size, after_size);
        assert_memory_equal(before, after, before_size);
        free(before);
        free(after);
        free(path);
    }
}

static void a_file_that_is_no_database_is_refused_and_unchanged(void **state)
{
    char *path = folder_path(state, "notes.txt");
    folder_write(path, "these are my notes, and they are longer than nothing\n");
    assert_open_fails(path, STATUS_BAD_INPUT, "not an SQLite database");
    size_t size = 0;
    char *text = folder_read(path, &size);
    assert_string_equal(text, "these are my notes, and they are longer than nothing\n");
    free(text);
    free(path);
}

static void a_newer_schema_is_refused(void **state)
{
    char *path = folder_path(state, "r.db");
    close_store(open_store(path));
    execute_plain(path, "PRAGMA user_version = 2");
    assert_open_fails(path, STATUS_BAD_INPUT, "written by a newer clocksim (its schema is 2");
    free(path);
}

static void an_unwritable_place_is_refused(void **state)
{
    char *file = folder_path(state, "file"), *below = folder_path(state, "file/r.db");
    char *nowhere = folder_path(state, "no/such/folder/r.db");
    folder_write(file, "x");
    assert_open_fails(below, STATUS_CANT_CREATE, "cannot be created: Not a directory");
    assert_open_fails(nowhere, STATUS_CANT_CREATE, "cannot be created: No such file or directory");
    assert_open_fails(*state, STATUS_CANT_CREATE, "is not a regular file");
    assert_open_fails("/dev/full", STATUS_CANT_CREATE, "is not a regular file");
    free(file);
    free(below);
    free(nowhere);
}

static int open_as_nobody(const char *path)
{
    struct store *store = NULL;
    struct error error = {.status = STATUS_OK};
    if (setgid(65534) || setuid(65534))
        return 1;
    if (!store_open(path, &store, &error) || store)
        return 2;
    if (error.status != STATUS_CANT_CREATE || !strstr(error.message, path) || !strstr(error.message, "cannot be"))
        return 3;
    return 42;
}

static void a_read_only_file_or_folder_is_refused(void **state)
{
    if (geteuid() != 0)
        skip();
    char *path = folder_path(state, "r.db"), *other = folder_path(state, "new.db");
    close_store(open_store(path));
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(in_child(open_as_nobody, path), 42);
    assert_int_equal(in_child(open_as_nobody, other), 42);
    /* the file may be written to, but nothing can be put beside it */
    assert_int_equal(chmod(path, 0666), 0);
    assert_int_equal(in_child(open_as_nobody, path), 42);
    free(path);
    free(other);
}

/* ---- full disks */

enum { SAVED = 10, OPEN_REFUSED = 20, SAVE_REFUSED = 30, CLOSE_REFUSED = 40 };

static int told(const struct error *error, const char *path, int as)
{
    bool good = error->status == STATUS_IO && strstr(error->message, path) && !strstr(error->message, "I/O error (");
    return good ? as : 99;
}

/* Opens, saves many times over, closes: says how far it came, and whether the error was the right one. */
static int fill(const char *path)
{
    struct store *store = NULL;
    struct error error = {.status = STATUS_OK};
    if (store_open(path, &store, &error))
        return told(&error, path, OPEN_REFUSED);
    for (int64_t i = 0; i < 40; i++)
        if (save_hand(store, 72 + 4 * i, &error)) {
            int answer = told(&error, path, SAVE_REFUSED);
            struct error unused;
            int close_failed = store_close(store, &unused);
            (void)close_failed; /* the disk may well be too full for that as well */
            return answer;
        }
    return store_close(store, &error) ? told(&error, path, CLOSE_REFUSED) : SAVED;
}

static int fill_below_limit(const char *path, rlim_t bytes)
{
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &(struct rlimit){bytes, bytes}))
        return 1;
    return fill(path);
}

static int fill_below_8_kib(const char *path)
{
    return fill_below_limit(path, 8 << 10);
}

static int fill_below_400_kib(const char *path)
{
    return fill_below_limit(path, 400 << 10);
}

/* Whatever is there is whole: points have all their runs, runs their metrics. */
static void assert_whole(const char *path)
{
    assert_answer(path, "PRAGMA integrity_check", "ok");
    assert_answer(path, "SELECT count(*) FROM pragma_foreign_key_check", "0");
    assert_answer(path, "SELECT count(*) FROM point WHERE (SELECT count(*) FROM run WHERE point = point.id) <> 20",
                  "0");
    assert_answer(path, "SELECT count(*) FROM run WHERE (SELECT count(*) FROM metric WHERE run = run.id) <> 2", "0");
}

static void no_room_for_a_new_file_leaves_none(void **state)
{
    char *path = folder_path(state, "r.db"), *log = folder_path(state, "r.db-wal");
    assert_int_equal(in_child(fill_below_8_kib, path), OPEN_REFUSED);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_not_equal(access(log, F_OK), 0);
    free(path);
    free(log);
}

static void no_room_for_a_run_leaves_the_others(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 480);
    assert_int_equal(in_child(fill_below_400_kib, path), SAVE_REFUSED);
    assert_whole(path);
    assert_answer(path, "SELECT count(*) FROM results WHERE logical_cpus = 480", "20");
    /* and the file is still good for more */
    save_and_close(path, 480);
    assert_answer(path, "SELECT count(*) FROM results WHERE logical_cpus = 480", "40");
    free(path);
}

static void a_small_file_system_fills_up_cleanly(void **state)
{
    char *disk = folder_path(state, "disk"), *path = folder_path(state, "disk/r.db");
    assert_int_equal(mkdir(disk, 0755), 0);
    if (geteuid() != 0 || mount("none", disk, "tmpfs", 0, "size=512k") != 0) {
        free(disk);
        free(path);
        skip();
    }
    int filled = in_child(fill, path);
    bool kept = access(path, F_OK) == 0;
    /* reading a log needs room beside it: taken out first */
    char *copy = folder_path(state, "copy.db"), *copy_log = folder_path(state, "copy.db-wal");
    char *log = folder_path(state, "disk/r.db-wal");
    const char *from[] = {path, log}, *to[] = {copy, copy_log};
    for (int i = 0; i < 2; i++) {
        size_t size = 0;
        char *bytes = folder_read(from[i], &size);
        FILE *file = bytes ? fopen(to[i], "w") : NULL;
        if (file) {
            fwrite(bytes, 1, size, file);
            fclose(file);
        }
        free(bytes);
    }
    /* and a disk that is full from the beginning */
    char *second = folder_path(state, "disk/second.db");
    int refused = in_child(fill, second);
    bool left = access(second, F_OK) == 0;
    assert_int_equal(umount(disk), 0);
    assert_int_equal(filled, SAVE_REFUSED);
    assert_true(kept);
    assert_whole(copy);
    assert_answer(copy, "SELECT count(*) > 0 FROM run", "1");
    assert_int_equal(refused, OPEN_REFUSED);
    assert_false(left);
    free(disk), free(path), free(copy), free(copy_log), free(log), free(second);
}

/* ---- other processes */

static void a_second_writer_is_told_to_wait(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 72);
    struct store *store = open_store(path);
    sqlite3 *other = open_plain(path);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_open_fails(path, STATUS_LOCKED, "another program is writing to it");
    struct error error = {.status = STATUS_OK};
    assert_int_equal(save_hand(store, 480, &error), -1);
    assert_int_equal(error.status, STATUS_LOCKED);
    assert_non_null(strstr(error.message, "\nnothing of this scenario's results was saved"));
    assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(save_hand(store, 480, &error), 0);
    close_store(store);
    sqlite3_close(other);
    assert_answer(path, "SELECT count(*) FROM run", "40");
    free(path);
}

static void a_reader_stops_nobody_from_saving(void **state)
{
    char *path = folder_path(state, "r.db");
    save_and_close(path, 72);
    sqlite3 *reader = open_plain(path);
    assert_int_equal(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM run", NULL, NULL, NULL), SQLITE_OK);
    struct store *store = open_store(path);
    struct error error = {.status = STATUS_OK};
    assert_int_equal(save_hand(store, 480, &error), 0);
    /* it may not see the new pages yet, so they stay in the log: said, not lost */
    assert_int_equal(store_close(store, &error), -1);
    assert_int_equal(error.status, STATUS_LOCKED);
    assert_non_null(strstr(error.message, "nothing is lost"));
    sqlite3_close(reader);
    assert_answer(path, "SELECT count(*) FROM run", "40");
    free(path);
}

static int save_once(const char *path)
{
    struct store *store = NULL;
    struct error error;
    if (store_open(path, &store, &error) || save_hand(store, 72, &error) || store_close(store, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    return 0;
}

/* All wait at a pipe until its writing end is closed, so that they really begin together. */
static void save_together(const char *path)
{
    enum { PROCESSES = 6 };
    pid_t child[PROCESSES];
    int gate[2], failures = 0;
    assert_int_equal(pipe(gate), 0);
    for (int i = 0; i < PROCESSES; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            char unused;
            close(gate[1]);
            _exit(read(gate[0], &unused, 1) == 0 ? save_once(path) : 1);
        }
    }
    close(gate[0]);
    close(gate[1]);
    for (int i = 0; i < PROCESSES; i++) {
        int status = 0;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        failures += status != 0;
    }
    assert_int_equal(failures, 0);
    assert_answer(path, "SELECT count(*) FROM point", "6");
    assert_whole(path);
}

/* Each round sets up a new database: that is where they meet. */
static void processes_that_begin_together_all_save(void **state)
{
    const time_t end = time(NULL) + 3;
    for (int round = 0; round < 60 && time(NULL) < end; round++) {
        char name[20];
        snprintf(name, sizeof name, "%d.db", round);
        char *path = folder_path(state, name);
        save_together(path);
        free(path);
    }
}

static void a_killed_writer_leaves_whole_runs(void **state)
{
    char *path = folder_path(state, "r.db");
    for (int round = 0; round < 5; round++) {
        const pid_t child = fork();
        if (child == 0)
            for (;;)
                save_once(path);
        usleep(30000 + 17000 * (useconds_t)round);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        if (access(path, F_OK) == 0 && round > 0)
            assert_whole(path);
    }
    save_and_close(path, 72);
    assert_whole(path);
    free(path);
}

static void closing_nothing_is_fine(void **state)
{
    (void)state;
    struct error error;
    assert_int_equal(store_close(NULL, &error), 0);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(new_database_says_whose_it_is),
        IN_FOLDER(close_leaves_one_file),
        IN_FOLDER(each_replication_is_a_run),
        IN_FOLDER(metrics_that_do_not_apply_are_absent),
        IN_FOLDER(histogram_keeps_only_buckets_with_something_in_them),
        IN_FOLDER(books_keep_only_cells_with_time_in_them),
        IN_FOLDER(params_are_the_scenario_s_keys),
        IN_FOLDER(params_of_another_workload_are_absent),
        IN_FOLDER(view_has_a_row_per_run_and_a_column_per_value),
        cmocka_unit_test(param_columns_are_different_names),
        IN_FOLDER(claims_name_published_rows_and_bands),
        IN_FOLDER(saving_again_adds_a_point_and_no_scenario),
        IN_FOLDER(failed_replication_leaves_its_reason_and_no_numbers),
        IN_FOLDER(interrupted_before_the_first_run_leaves_nothing),
        IN_FOLDER(names_are_data_and_not_sql),
        IN_FOLDER(opening_again_changes_nothing),
        IN_FOLDER(view_of_an_older_program_is_renewed),
        IN_FOLDER(view_of_a_program_with_more_metrics_stays),
        IN_FOLDER(an_empty_file_becomes_a_database),
        IN_FOLDER(special_names_are_only_names),
        IN_FOLDER(another_program_s_database_is_refused_and_unchanged),
        IN_FOLDER(a_file_that_is_no_database_is_refused_and_unchanged),
        IN_FOLDER(a_newer_schema_is_refused),
        IN_FOLDER(an_unwritable_place_is_refused),
        IN_FOLDER(a_read_only_file_or_folder_is_refused),
        IN_FOLDER(no_room_for_a_new_file_leaves_none),
        IN_FOLDER(no_room_for_a_run_leaves_the_others),
        IN_FOLDER(a_small_file_system_fills_up_cleanly),
        IN_FOLDER(a_second_writer_is_told_to_wait),
        IN_FOLDER(a_reader_stops_nobody_from_saving),
        IN_FOLDER(processes_that_begin_together_all_save),
        IN_FOLDER(a_killed_writer_leaves_whole_runs),
        cmocka_unit_test(closing_nothing_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
