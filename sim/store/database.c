/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int out_of_memory(struct error *error)
{
    return error_set(error, STATUS_INTERNAL, "out of memory");
}

int database_fail(const struct database *database, struct error *error)
{
    const char *path = database->path, *reason = sqlite3_errmsg(database->handle);
    const int system_error = sqlite3_system_errno(database->handle);
    const char *cause = system_error != 0 ? strerror(system_error) : reason;
    switch (sqlite3_extended_errcode(database->handle) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return error_set(error, STATUS_LOCKED,
                         "%s: another program is writing to it; try again when it has finished, or name another file",
                         path);
    case SQLITE_FULL:
        return error_set(error, STATUS_IO, "%s: the disk is full; free some space, or name a file on another disk",
                         path);
    case SQLITE_IOERR:
        return error_set(error, STATUS_IO, "%s: cannot be read or written: %s", path, cause);
    case SQLITE_NOTADB:
        return error_set(error, STATUS_BAD_INPUT, "%s: not an SQLite database; name another file", path);
    case SQLITE_CORRUPT:
        return error_set(error, STATUS_BAD_INPUT, "%s: the database is damaged; use a copy, or name another file",
                         path);
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return error_set(error, STATUS_CANT_CREATE,
                         "%s: cannot be written to: %s; the file and its folder must be writable", path, cause);
    case SQLITE_NOMEM:
        return out_of_memory(error);
    default:
        return error_set(error, STATUS_INTERNAL, "%s: %s", path, reason);
    }
}

int database_prepare(const struct database *database, const char *sql, sqlite3_stmt **statement, struct error *error)
{
    sqlite3_stmt *prepared = NULL;
    if (sqlite3_prepare_v2(database->handle, sql, -1, &prepared, NULL) != SQLITE_OK)
        return database_fail(database, error);
    *statement = prepared;
    return 0;
}

int database_step(const struct database *database, sqlite3_stmt *statement, struct error *error)
{
    switch (sqlite3_step(statement)) {
    case SQLITE_ROW:
        return 1;
    case SQLITE_DONE:
        return 0;
    default:
        return database_fail(database, error);
    }
}

int database_execute(const struct database *database, const char *sql, struct error *error)
{
    return sqlite3_exec(database->handle, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : database_fail(database, error);
}

int database_integer(const struct database *database, const char *sql, int64_t *value, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    if (database_prepare(database, sql, &statement, error))
        return -1;
    const int row = database_step(database, statement, error);
    if (row >= 0)
        *value = row == 1 ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return row >= 0 ? 0 : -1;
}

/* SQLite gives names such as `:memory:` a meaning of their own; with a folder before it a name is only a name. */
static char *plain_file_name(const char *path)
{
    char *name = NULL;
    return asprintf(&name, "%s%s", path[0] == '/' ? "" : "./", path) < 0 ? NULL : name;
}

/* The same as a URI, with what has a meaning in one written as %xx. */
static char *immutable_uri(const char *name)
{
    char *uri = malloc(3 * strlen(name) + sizeof "file:?immutable=1");
    if (!uri)
        return NULL;
    char *end = stpcpy(uri, "file:");
    for (; *name; name++) {
        if (strchr("%?#", *name))
            end += sprintf(end, "%%%02X", (unsigned char)*name);
        else
            *end++ = *name;
    }
    strcpy(end, "?immutable=1");
    return uri;
}

static struct database *database_new(const char *path)
{
    struct database *database = calloc(1, sizeof *database);
    if (!database)
        return NULL;
    database->path = strdup(path);
    if (!database->path) {
        free(database);
        return NULL;
    }
    return database;
}

/* What a hostile file brings along (views, triggers, damaged pages) cannot call functions or be written to. */
static int open_handle(struct database *database, const char *name, int flags, struct error *error)
{
    if (sqlite3_open_v2(name, &database->handle, flags | SQLITE_OPEN_EXRESCODE, NULL) != SQLITE_OK)
        return database->handle ? database_fail(database, error) : out_of_memory(error);
    sqlite3_busy_timeout(database->handle, DATABASE_BUSY_MS);
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    return 0;
}

/* An existing file is not opened here: closing it again would drop the locks that other connections of this process
 * hold on it (POSIX file locks). */
static int find_or_create(const char *path, bool *created, struct error *error)
{
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) {
        close(file);
        *created = true;
        return 0;
    }
    if (errno != EEXIST)
        return error_set(error, STATUS_CANT_CREATE, "%s: cannot be created: %s", path, strerror(errno));
    struct stat status;
    if (stat(path, &status) != 0 || faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) != 0)
        return error_set(error, STATUS_CANT_CREATE, "%s: cannot be written to: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return error_set(error, STATUS_CANT_CREATE, "%s: is not a regular file", path);
    *created = false;
    return 0;
}

int database_open_writing(const char *path, struct database **database, struct error *error)
{
    bool created = false;
    if (find_or_create(path, &created, error))
        return -1;
    struct database *opened = database_new(path);
    char *name = plain_file_name(path);
    int failed = -1;
    if (opened && name) {
        opened->created = created;
        failed = open_handle(opened, name, SQLITE_OPEN_READWRITE, error);
    } else {
        out_of_memory(error);
    }
    free(name);
    if (failed) {
        database_discard(opened);
        return -1;
    }
    *database = opened;
    return 0;
}

/* Whether the first page can be read: only then has SQLite looked at the file. */
static int probe(struct database *database, struct error *error)
{
    int64_t unused = 0;
    return database_integer(database, "PRAGMA schema_version", &unused, error);
}

/* Whether a writer has left changes beside the file. */
static bool has_log(const char *name)
{
    char *log = NULL;
    struct stat status;
    bool found = asprintf(&log, "%s-wal", name) < 0 || (stat(log, &status) == 0 && status.st_size > 0);
    free(log);
    return found;
}

/* A database in WAL mode needs helper files beside it, for which a read-only folder or a full disk has no room. Nobody
 * writes to it there either, so it may be read as one that does not change. */
static int open_unchanging(struct database *database, const char *name, struct error *error)
{
    char *uri = immutable_uri(name);
    if (!uri)
        return out_of_memory(error);
    sqlite3_close(database->handle);
    database->handle = NULL;
    int failed = open_handle(database, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error);
    free(uri);
    return failed ? -1 : probe(database, error);
}

int database_open_reading(const char *path, struct database **database, struct error *error)
{
    struct stat status;
    if (stat(path, &status) != 0 || faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) != 0)
        return error_set(error, STATUS_NO_INPUT, "%s: cannot be read: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return error_set(error, STATUS_NO_INPUT, "%s: is not a regular file", path);
    struct database *opened = database_new(path);
    char *name = plain_file_name(path);
    int failed = opened && name ? 0 : out_of_memory(error);
    if (!failed) {
        struct error first;
        /* with the right to write, so that the last to close takes the helper files away */
        failed = open_handle(opened, name, SQLITE_OPEN_READWRITE, &first) ||
                 database_execute(opened, "PRAGMA query_only = ON", &first) || probe(opened, &first);
        if (failed && (first.status == STATUS_CANT_CREATE || first.status == STATUS_IO) && !has_log(name))
            failed = open_unchanging(opened, name, error);
        else if (failed)
            error_set(error, first.status, "%s", first.message);
    }
    free(name);
    if (failed) {
        database_close(opened);
        return -1;
    }
    *database = opened;
    return 0;
}

void database_close(struct database *database)
{
    if (!database)
        return;
    sqlite3_close(database->handle);
    free(database->path);
    free(database);
}

void database_discard(struct database *database)
{
    if (!database)
        return;
    sqlite3_close(database->handle);
    database->handle = NULL;
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; database->created && i < sizeof endings / sizeof *endings; i++) {
        char *name = NULL;
        if (asprintf(&name, "%s%s", database->path, endings[i]) >= 0) {
            unlink(name);
            free(name);
        }
    }
    database_close(database);
}
