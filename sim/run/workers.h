/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Local workers: processes that run numbered jobs and send back results of a fixed size.
 *
 * Results land in their job's place, so that their order never depends on the number of workers. Workers ignore
 * Ctrl-C (the terminal sends it to the whole group) and die with their parent.
 */
#ifndef SIM_RUN_WORKERS_H
#define SIM_RUN_WORKERS_H

#include "sim/base/error.h"
#include "sim/run/run.h"

#include <stdbool.h>
#include <stddef.h>

struct workers_plan {
    size_t jobs;
    size_t here; /* the first so many run in this process, before any worker starts */
    size_t result_size;
    char *results; /* [jobs * result_size] */
    bool *done;    /* [jobs], false at the start */
    void (*run)(void *context, size_t job, void *result);
    void *context;
};

/* Runs all jobs in order of their number; `options` gives the number of workers, progress and stop. Returns 0 also when
 * stopped early (see `done`), -1 when a worker could not be started or died. */
int workers_run(const struct workers_plan *plan, const struct run_options *options, struct error *error) MUST_CHECK;

#endif
