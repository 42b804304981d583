/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was published of a scenario, as the table of results shows it. */
#ifndef SIM_CLI_CLAIMS_H
#define SIM_CLI_CLAIMS_H

#include "sim/report/results.h"
#include "sim/study/published.h"

/* Fills `*claims` (to be freed) with the published values and losses that belong to the scenario's machine, and returns
 * how many there are; none when the scenario was moved to another machine. `published` may be NULL. */
size_t claims_of(const struct scenario *scenario, const struct published *published, struct results_published **claims);

#endif
