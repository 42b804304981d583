/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compute-jobs: a closed population of users, each running jobs of CPU work one after the other, no pause.
 *
 * It stands for the AIM7 compute workload of the published experiment. Users are dealt to the CPUs in turn and stay
 * there. A task starts at a uniformly drawn point of its first job, so that a short run is stationary.
 */
#include "models/workload/workloads.h"

void compute_jobs_path(const struct workload_params *params, struct step_text step[COMPUTE_JOBS_STEPS])
{
    step[0] = (struct step_text){.kind = STEP_WORK, .time = params->work_per_job};
    step[1] = (struct step_text){.kind = STEP_DO, .target = "job_done"};
}

const struct workload_descriptor workload_compute_jobs = {
    .name = "compute-jobs",
    .kind = WORKLOAD_COMPUTE_JOBS,
    .help = "a closed population of users, each running jobs of CPU work without a pause",
    .source = "AIM7 compute as used in W. Long's mail of 2016-05-12",
};

static int job_done(struct do_call *call)
{
    call->effects->job_done = true;
    return 0;
}

const struct do_descriptor do_job_done = {
    .name = "job_done",
    .help = "counts one finished job of the current task",
    .registers = {NULL},
    .function = job_done,
    .source = "chosen: the book-keeping of this model",
};
