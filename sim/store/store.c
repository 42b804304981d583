/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/store/store.h"

#include "sim/store/load.h"
#include "sim/store/save.h"
#include "sim/store/schema.h"

#include <stdlib.h>
#include <time.h>

struct store {
    struct database *database;
};

/* BEGIN IMMEDIATE also where nothing needs to be written: who waits minutes for results wants to know now that they
 * could not be saved. */
static int prepare_schema(const struct database *database, struct error *error)
{
    int64_t version = 0;
    if (database_execute(database, "BEGIN IMMEDIATE", error))
        return -1;
    if (schema_check(database, &version, error) || schema_migrate(database, version, error) ||
        schema_describe(database, error) || database_execute(database, "COMMIT", error)) {
        sqlite3_exec(database->handle, "ROLLBACK", NULL, NULL, NULL);
        return -1;
    }
    return 0;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The switch to a log needs the file alone for a moment, and SQLite does not wait for that: two that wait for each
 * other's read locks would do so for ever. Failing lets go of ours. */
static int use_log(const struct database *database, struct error *error)
{
    enum { PAUSE_MS = 5 }; /* chosen: about what another process takes to set up a new database */
    const int64_t end_ms = now_ms() + DATABASE_BUSY_MS;
    for (;;) {
        struct error problem;
        if (!database_execute(database, "PRAGMA journal_mode = WAL", &problem))
            return 0;
        if (problem.status != STATUS_LOCKED || now_ms() >= end_ms)
            return error_set(error, problem.status, "%s", problem.message);
        sqlite3_sleep(PAUSE_MS);
    }
}

/* The content is checked before anything is changed, so that another program's file stays as it is. */
static int prepare(const struct database *database, struct error *error)
{
    int64_t version = 0;
    if (schema_check(database, &version, error) || use_log(database, error) ||
        database_execute(database, "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL", error))
        return -1;
    return prepare_schema(database, error);
}

int store_open(const char *path, struct store **store, struct error *error)
{
    struct store *opened = calloc(1, sizeof *opened);
    if (!opened)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    struct error problem;
    if (database_open_writing(path, &opened->database, &problem) || prepare(opened->database, &problem)) {
        /* who finds a new file locked shares it with another process that has just begun to write to it */
        if (problem.status == STATUS_LOCKED)
            database_close(opened->database);
        else
            database_discard(opened->database);
        free(opened);
        return error_set(error, problem.status, "%s", problem.message);
    }
    *store = opened;
    return 0;
}

static int save_whole(const struct database *database, const struct run_results *results,
                      const struct store_plan *plan, const char *version, uint64_t libm, struct error *error)
{
    if (database_execute(database, "BEGIN IMMEDIATE", error))
        return -1;
    if (save_results(database, results, plan, version, libm, error) || database_execute(database, "COMMIT", error)) {
        sqlite3_exec(database->handle, "ROLLBACK", NULL, NULL, NULL);
        return -1;
    }
    return 0;
}

int store_save(struct store *store, const struct run_results *results, const char *version, uint64_t libm,
               struct error *error)
{
    return store_save_point(store, results, NULL, version, libm, error);
}

int store_save_point(struct store *store, const struct run_results *results, const struct store_plan *plan,
                     const char *version, uint64_t libm, struct error *error)
{
    struct error cause;
    if (!save_whole(store->database, results, plan, version, libm, &cause))
        return 0;
    return error_set(error, cause.status, "%s\nnothing of this %s's results was saved", cause.message,
                     plan ? "point" : "scenario");
}

int store_load_point(struct store *store, const struct scenario *scenario, const struct store_plan *plan,
                     const char *version, uint64_t libm, struct run_results **results, struct error *error)
{
    return load_results(store->database, scenario, plan, version, libm, results, error);
}

/* What was committed lies in the log beside the file until it is moved; a reader may hold that up. */
static int checkpoint(const struct database *database, struct error *error)
{
    int frames = 0, moved = 0;
    int result = sqlite3_wal_checkpoint_v2(database->handle, NULL, SQLITE_CHECKPOINT_TRUNCATE, &frames, &moved);
    if (result == SQLITE_OK || (result == SQLITE_BUSY && frames == moved))
        return 0;
    struct error cause;
    database_fail(database, &cause);
    return error_set(error, cause.status, "%s\nnothing is lost, but some results are still in %s-wal: keep both files",
                     cause.message, database->path);
}

int store_close(struct store *store, struct error *error)
{
    if (!store)
        return 0;
    int failed = checkpoint(store->database, error);
    database_close(store->database);
    free(store);
    return failed;
}
