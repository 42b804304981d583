/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes one scenario's results; within a transaction, which the caller ends. */
#ifndef SIM_STORE_SAVE_H
#define SIM_STORE_SAVE_H

#include "sim/run/run.h"
#include "sim/store/database.h"
#include "sim/store/store.h"

/* `plan`: the sweep that they are a point of, or NULL. */
int save_results(const struct database *database, const struct run_results *results, const struct store_plan *plan,
                 const char *version, uint64_t libm, struct error *error) MUST_CHECK;

#endif
