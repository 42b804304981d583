/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plot `cores`: throughput lost by each clock against the baseline, for each number of logical CPUs and threads a
 * core. */
#ifndef SIM_REPORT_CORES_H
#define SIM_REPORT_CORES_H

#include "sim/base/statistics.h"
#include "sim/store/database.h"
#include "sim/study/published.h"
#include "sim/sweep/knee.h"

#include <stdio.h>

struct cores_group {
    int64_t cpus; /* logical */
    int64_t threads; /* of each core */
    char *machine;
};

struct cores_loss {
    size_t group, clock;
    struct estimate percent;
};

/* Where a clock with so many threads a core first loses KNEE_LOSS_PERCENT. */
struct cores_knee {
    size_t clock;
    int64_t threads;
    double least; /* logical CPUs */
    struct knee knee;
};

struct cores_measured {
    size_t group, clock;
    double percent;
};

struct cores {
    struct cores_group *group; /* [group_count], ascending by CPUs, then by threads */
    size_t group_count;
    char **clock; /* [clock_count], without the baseline, in the scenario's order */
    size_t clock_count;
    struct cores_loss *loss; /* [loss_count] */
    size_t loss_count;
    struct cores_knee *knee; /* [knee_count] by clock, then by threads */
    size_t knee_count;
    struct cores_measured *measured; /* [measured_count] */
    size_t measured_count;
    char *baseline; /* the one baseline; NULL: there are several */
    char *setting;  /* workload and kernel where there is one of each; else NULL */
};

/* Reads what there is to draw. `queries`: the folder of cores.sql and claims.sql. `published` may be NULL.
 * Errors: 65 there is nothing to draw, 66 a query is missing. To be given to cores_clear(), also after an error. */
int cores_load(struct cores *cores, const struct database *database, const char *queries,
               const struct published *published, struct error *error) MUST_CHECK;
void cores_clear(struct cores *cores);

/* Writes the variables and data that plots/cores-*.gp use. */
void cores_write(const struct cores *cores, FILE *script);

/* The name of the one that suits: `cores-bars` for few numbers of CPUs, else `cores-lines`. */
const char *cores_template(const struct cores *cores);

#endif
