/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One replication of one clock: a world from start to end, and its metrics. */
#ifndef SIM_RUN_REPLICATE_H
#define SIM_RUN_REPLICATE_H

#include "sim/run/run.h"
#include "sim/world/program.h"

/* Runs it and fills `*replication`; a failure is in its status and text. Loss is left NaN. */
void replicate(const struct scenario *scenario, const struct program *program, int64_t number,
               const struct run_options *options, struct replication *replication);

#endif
