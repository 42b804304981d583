/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workloads, for the registry and the world. */
#ifndef MODELS_WORKLOAD_WORKLOADS_H
#define MODELS_WORKLOAD_WORKLOADS_H

#include "models/step/do.h"
#include "models/workload/workload.h"

extern const struct workload_descriptor workload_compute_jobs;
extern const struct workload_descriptor workload_tasks;
extern const struct do_descriptor do_job_done;

enum { COMPUTE_JOBS_STEPS = 2 };

/* Writes the path of one compute-jobs user: a job's work, then its completion. */
void compute_jobs_path(const struct workload_params *params, struct step_text step[COMPUTE_JOBS_STEPS]);

#endif
