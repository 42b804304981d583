/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/store/schema.h"

#include "sim/run/metric.h"
#include "sim/store/param.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Migration k leads from schema k to k + 1. One that has been released is never changed. */
static const char *const migrations[] = {
    "CREATE TABLE scenario (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),\n"
    "  file TEXT NOT NULL,\n"
    "  title TEXT NOT NULL,\n"
    "  text TEXT NOT NULL\n"
    ") STRICT;\n"
    "CREATE TABLE claim (\n"
    "  scenario INTEGER NOT NULL REFERENCES scenario (id),\n"
    "  published_row TEXT NOT NULL,\n"
    "  metric TEXT NOT NULL,\n"
    "  within_points REAL,\n"
    "  PRIMARY KEY (scenario, published_row, metric)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE sweep (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),\n"
    "  file TEXT NOT NULL,\n"
    "  text TEXT NOT NULL\n"
    ") STRICT;\n"
    "CREATE TABLE point (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  scenario INTEGER NOT NULL REFERENCES scenario (id),\n"
    "  sweep INTEGER REFERENCES sweep (id),\n"
    "  number INTEGER CHECK (number >= 0),\n"
    "  baseline TEXT,\n"
    "  saved_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),\n"
    "  CHECK ((sweep IS NULL) = (number IS NULL)),\n"
    "  UNIQUE (sweep, number)\n"
    ") STRICT;\n"
    "CREATE INDEX point_of_scenario ON point (scenario);\n"
    "CREATE TABLE param (\n"
    "  point INTEGER NOT NULL REFERENCES point (id),\n"
    "  key TEXT NOT NULL,\n"
    "  text TEXT NOT NULL,\n"
    "  si REAL,\n"
    "  unit TEXT NOT NULL,\n"
    "  PRIMARY KEY (point, key)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE run (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  point INTEGER NOT NULL REFERENCES point (id),\n"
    "  clock TEXT NOT NULL,\n"
    "  clocksource TEXT NOT NULL,\n"
    "  sched_clock TEXT NOT NULL,\n"
    "  replication INTEGER NOT NULL CHECK (replication >= 0),\n"
    "  seed INTEGER NOT NULL CHECK (seed >= 0),\n"
    "  status INTEGER NOT NULL,\n"
    "  failure TEXT,\n"
    "  event_hash TEXT CHECK (length(event_hash) = 16),\n"
    "  events INTEGER,\n"
    "  wall_s REAL NOT NULL,\n"
    "  tool_version TEXT NOT NULL,\n"
    "  libm_fingerprint TEXT NOT NULL CHECK (length(libm_fingerprint) = 16),\n"
    "  CHECK ((status = 0) = (failure IS NULL)),\n"
    "  CHECK ((status = 0) = (event_hash IS NOT NULL)),\n"
    "  CHECK ((status = 0) = (events IS NOT NULL)),\n"
    "  UNIQUE (point, clock, replication)\n"
    ") STRICT;\n"
    "CREATE TABLE metric_info (\n"
    "  name TEXT NOT NULL PRIMARY KEY,\n"
    "  unit TEXT NOT NULL,\n"
    "  help TEXT NOT NULL,\n"
    "  no_interval TEXT\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE metric (\n"
    "  run INTEGER NOT NULL REFERENCES run (id),\n"
    "  name TEXT NOT NULL REFERENCES metric_info (name),\n"
    "  value REAL NOT NULL,\n"
    "  PRIMARY KEY (run, name)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE hist (\n"
    "  run INTEGER NOT NULL REFERENCES run (id),\n"
    "  name TEXT NOT NULL,\n"
    "  from_ps INTEGER NOT NULL,\n"
    "  to_ps INTEGER NOT NULL,\n"
    "  count INTEGER NOT NULL CHECK (count > 0),\n"
    "  PRIMARY KEY (run, name, from_ps)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE series (\n"
    "  run INTEGER NOT NULL REFERENCES run (id),\n"
    "  name TEXT NOT NULL,\n"
    "  at_ps INTEGER NOT NULL,\n"
    "  value REAL NOT NULL,\n"
    "  PRIMARY KEY (run, name, at_ps)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE book (\n"
    "  run INTEGER NOT NULL REFERENCES run (id),\n"
    "  context TEXT NOT NULL,\n"
    "  place TEXT NOT NULL,\n"
    "  cause TEXT NOT NULL,\n"
    "  ps INTEGER NOT NULL CHECK (ps <> 0),\n"
    "  PRIMARY KEY (run, context, place, cause)\n"
    ") STRICT, WITHOUT ROWID;\n",
};

int64_t schema_version(void)
{
    return sizeof migrations / sizeof *migrations;
}

/* What tells whose a database is, as of one moment: another process may be setting it up. A savepoint is a transaction
 * of its own where there is none, and part of the one there is. */
static int identify(const struct database *database, int64_t *application, int64_t *version, int64_t *tables,
                    struct error *error)
{
    if (database_execute(database, "SAVEPOINT identify", error))
        return -1;
    int failed = database_integer(database, "PRAGMA application_id", application, error) ||
                 database_integer(database, "PRAGMA user_version", version, error) ||
                 database_integer(database, "SELECT count(*) FROM sqlite_schema", tables, error);
    if (failed) /* the error told is the first */
        sqlite3_exec(database->handle, "RELEASE identify", NULL, NULL, NULL);
    else
        failed = database_execute(database, "RELEASE identify", error);
    return failed ? -1 : 0;
}

int schema_check(const struct database *database, int64_t *version, struct error *error)
{
    int64_t application = 0, tables = 0, found = 0;
    if (identify(database, &application, &found, &tables, error))
        return -1;
    bool empty = application == 0 && found == 0 && tables == 0;
    if (!empty && application != SCHEMA_APPLICATION_ID)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: the database of another program (its application_id is %" PRId64
                         ", not %d); name another file",
                         database->path, application, SCHEMA_APPLICATION_ID);
    if (found > schema_version())
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: written by a newer clocksim (its schema is %" PRId64 ", this program knows up to %" PRId64
                         "); use that one, or name another file",
                         database->path, found, schema_version());
    *version = found;
    return 0;
}

int schema_migrate(const struct database *database, int64_t from, struct error *error)
{
    for (int64_t version = from; version < schema_version(); version++)
        if (database_execute(database, migrations[version], error))
            return -1;
    if (from == schema_version())
        return 0;
    /* A pragma takes no bound values; these are numbers of our own. */
    char pragmas[100];
    sqlite3_snprintf(sizeof pragmas, pragmas, "PRAGMA application_id = %d; PRAGMA user_version = %lld",
                     SCHEMA_APPLICATION_ID, (long long)schema_version());
    return database_execute(database, pragmas, error);
}

static int describe_metrics(const struct database *database, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    if (database_prepare(database,
                         "INSERT INTO metric_info (name, unit, help, no_interval) VALUES (?, ?, ?, ?)"
                         " ON CONFLICT (name) DO UPDATE SET unit = excluded.unit, help = excluded.help,"
                         " no_interval = excluded.no_interval WHERE unit <> excluded.unit OR help <> excluded.help"
                         " OR no_interval IS NOT excluded.no_interval",
                         &statement, error))
        return -1;
    int failed = 0;
    for (int i = 0; i < METRIC_COUNT && !failed; i++) {
        sqlite3_bind_text(statement, 1, metrics[i].name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, metrics[i].unit, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, metrics[i].help, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 4, metrics[i].no_interval, -1, SQLITE_STATIC);
        failed = database_step(database, statement, error);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    return failed;
}

/* One row per run; columns for the point's parameters and the run's metrics. Names come from tables in this program. */
static char *view_sql(void)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendall(sql,
                          "CREATE VIEW results AS SELECT\n"
                          "  run.id AS run, point.id AS point, scenario.file AS scenario, scenario.title AS title,\n"
                          "  scenario.sha256 AS scenario_sha256, point.saved_at AS saved_at,\n"
                          "  run.clock AS clock, run.clocksource AS clocksource, run.sched_clock AS sched_clock,\n"
                          "  point.baseline AS baseline, run.replication AS replication, run.seed AS seed,\n"
                          "  run.status AS status, run.failure AS failure, run.event_hash AS event_hash,\n"
                          "  run.events AS events, run.wall_s AS wall_s, run.tool_version AS tool_version,\n"
                          "  run.libm_fingerprint AS libm_fingerprint");
    struct param param[PARAM_MAX];
    const size_t params = param_list(param);
    static const char *const forms[] = {
        [PARAM_TEXT] = "text", [PARAM_INTEGER] = "CAST(si AS INTEGER)", [PARAM_REAL] = "si"};
    for (size_t i = 0; i < params; i++)
        sqlite3_str_appendf(sql, ",\n  (SELECT %s FROM param WHERE param.point = run.point AND key = %Q) AS \"%w\"",
                            forms[param[i].form], param[i].key, param[i].column);
    for (int i = 0; i < METRIC_COUNT; i++)
        sqlite3_str_appendf(sql, ",\n  (SELECT value FROM metric WHERE metric.run = run.id AND name = %Q) AS \"%w\"",
                            metrics[i].name, metrics[i].name);
    sqlite3_str_appendall(sql, "\nFROM run JOIN point ON point.id = run.point"
                               " JOIN scenario ON scenario.id = point.scenario");
    return sqlite3_str_finish(sql);
}

/* Whether the view must be made (anew). One that a program with more metrics has made is left alone. */
static int view_is_outdated(const struct database *database, const char *sql, bool *outdated, struct error *error)
{
    int64_t described = 0;
    if (database_integer(database, "SELECT count(*) FROM metric_info", &described, error))
        return -1;
    sqlite3_stmt *statement = NULL;
    if (database_prepare(database, "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = 'results'", &statement,
                         error))
        return -1;
    const int row = database_step(database, statement, error);
    const char *found = row == 1 ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    *outdated = !found || (described == METRIC_COUNT && strcmp(found, sql) != 0);
    sqlite3_finalize(statement);
    return row < 0 ? -1 : 0;
}

int schema_describe(const struct database *database, struct error *error)
{
    if (describe_metrics(database, error))
        return -1;
    char *sql = view_sql();
    if (!sql)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    bool outdated = false;
    int failed = view_is_outdated(database, sql, &outdated, error);
    if (!failed && outdated)
        failed =
            database_execute(database, "DROP VIEW IF EXISTS results", error) || database_execute(database, sql, error);
    sqlite3_free(sql);
    return failed ? -1 : 0;
}
