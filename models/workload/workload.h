/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What runs on the CPUs: a built-in workload with its parameters, or tasks written in the scenario. */
#ifndef MODELS_WORKLOAD_WORKLOAD_H
#define MODELS_WORKLOAD_WORKLOAD_H

#include "models/step/step.h"

enum workload_kind { WORKLOAD_COMPUTE_JOBS, WORKLOAD_TASKS };

/* Tasks written in a scenario: `count` tasks on every CPU (or on CPU `cpu` alone when it is >= 0), each
 * running `path` again and again. */
struct task_text {
    const char *name;
    int64_t count_per_cpu; /* 1 .. 1000000 */
    int64_t cpu;           /* -1: every CPU */
    struct path_text path;
};

struct workload_params {
    enum workload_kind kind;
    /* compute-jobs: a closed population, dealt to the CPUs in turn, each user running jobs without a pause */
    int64_t users;
    struct distribution work_per_job; /* nominal time */
    /* tasks */
    const struct task_text *task;
    size_t task_count;
    const struct word_text *word;
    size_t word_count;
    const struct channel_text *channel;
    size_t channel_count;
};

struct workload_descriptor {
    const char *name; /* `compute-jobs`, `tasks` */
    enum workload_kind kind;
    const char *help;
    const char *source;
};

#endif
