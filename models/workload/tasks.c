/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tasks: paths written in the scenario itself, each run again and again. */
#include "models/workload/workloads.h"

const struct workload_descriptor workload_tasks = {
    .name = "tasks",
    .kind = WORKLOAD_TASKS,
    .help = "tasks whose paths stand in the scenario, each run again and again",
    .source = "the scenario's author",
};
