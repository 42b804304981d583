/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in a results database (docs/database.md): tables by migrations, and the generated view `results`. */
#ifndef SIM_STORE_SCHEMA_H
#define SIM_STORE_SCHEMA_H

#include "sim/store/database.h"

enum {
    SCHEMA_APPLICATION_ID = 0x434C4B53, /* chosen: the letters CLKS */
};

/* The schema this program writes: the number of migrations. */
int64_t schema_version(void);

/* Whether the database is ours and not newer than this program; `*version` is 0 when it is empty.
 * Errors: 65. */
int schema_check(const struct database *database, int64_t *version, struct error *error) MUST_CHECK;

/* Brings it up to date; within a transaction. `from`: the version it has. */
int schema_migrate(const struct database *database, int64_t from, struct error *error) MUST_CHECK;

/* Says what this program's metrics mean, and makes the view `results` show them and the keys of the scenario format;
 * within a transaction. Writes nothing when all is as it should be. */
int schema_describe(const struct database *database, struct error *error) MUST_CHECK;

#endif
