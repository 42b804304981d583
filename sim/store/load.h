/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads one point's results back: see store_load_point(). */
#ifndef SIM_STORE_LOAD_H
#define SIM_STORE_LOAD_H

#include "sim/run/run.h"
#include "sim/store/database.h"
#include "sim/store/store.h"

int load_results(const struct database *database, const struct scenario *scenario, const struct store_plan *plan,
                 const char *version, uint64_t libm, struct run_results **results, struct error *error) MUST_CHECK;

#endif
