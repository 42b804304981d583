/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results in SQLite (docs/database.md): one writer process, one transaction per run.
 *
 * STRICT tables, application_id, user_version with migrations, WAL (checkpointed on close, so that the one file
 * can be copied), foreign keys on, BEGIN IMMEDIATE. Nothing is built into SQL from text: parameters are bound.
 */
#ifndef SIM_STORE_STORE_H
#define SIM_STORE_STORE_H

#include "sim/base/error.h"
#include "sim/run/run.h"

struct store;

/* Opens for writing, and creates the file when missing. Refuses another program's database or a newer schema
 * (65), an unwritable place (73), a locked one (75). */
int store_open(const char *path, struct store **store, struct error *error) MUST_CHECK;

/* Writes one run_scenario()'s results in one transaction: everything or nothing. A full disk is 74. A failed
 * replication leaves one row saying why, and no numbers. `version`, `libm`: of this program. */
int store_save(struct store *store, const struct run_results *results, const char *version, uint64_t libm,
               struct error *error) MUST_CHECK;

/* A point of a sweep. */
struct store_plan {
    const char *sha256, *file, *text; /* of the sweep: what tells it from others, its file's name, its text */
    int64_t number;                   /* of the point, from 0 */
};

/* The same for a point of a sweep. A point that was saved under its number before stays, but leaves the sweep. */
int store_save_point(struct store *store, const struct run_results *results, const struct store_plan *plan,
                     const char *version, uint64_t libm, struct error *error) MUST_CHECK;

/* Reads the results of a point back, without books and histograms, if all its runs are there, each with its numbers,
 * and made by this same program; to be given to run_results_destroy(). Otherwise `*results` is NULL. */
int store_load_point(struct store *store, const struct scenario *scenario, const struct store_plan *plan,
                     const char *version, uint64_t libm, struct run_results **results,
                     struct error *error) MUST_CHECK;

/* Checkpoints and closes; an error here means that the file may lack what was saved. NULL is fine. */
int store_close(struct store *store, struct error *error) MUST_CHECK;

#endif
