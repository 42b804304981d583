/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running a sweep: its points one after another, each saved in a transaction of its own; and the knees of its clocks. */
#ifndef SIM_SWEEP_POINTS_H
#define SIM_SWEEP_POINTS_H

#include "sim/run/run.h"
#include "sim/scenario/sweep.h"
#include "sim/store/store.h"
#include "sim/sweep/knee.h"

#include <stdbool.h>

struct points_options {
    struct run_options run;
    struct store *store; /* NULL: nothing is saved, nothing is there already */
    const char *version; /* of this program */
    uint64_t libm;
    /* Called before and after a point is run (not one that was there already); may be NULL. */
    void (*begin)(void *context, const struct sweep_point *point);
    void (*end)(void *context, const struct sweep_point *point, const struct run_results *results);
    void *context;
};

struct points {
    struct run_results **results; /* [count] of the sweep's points; NULL: not run, or not to its end */
    bool *reused;                 /* [count] was in the database already */
    size_t count;
    size_t failed;    /* points of which a run failed */
    bool interrupted; /* before the last point was done */
};

/* Runs what is not in the store yet. A point that fails is saved with its reason, and the next follows. After an
 * interrupt, points that were finished are saved; what ran of the one under way is not, so that points are whole or not
 * there. Returns 0 and points to be given to points_destroy(); -1 when the store failed: `*points` is then what there is
 * so far. */
int points_run(const struct sweep *sweep, const struct points_options *options, struct points **points,
               struct error *error) MUST_CHECK;
void points_destroy(struct points *points);

/* The status of a point: that of its first clock that failed, with its failure; STATUS_OK otherwise. */
enum exit_status points_status(const struct run_results *results, const char **failure);

/* Points that differ in the machine's size alone, and one of their clocks. */
struct points_knee {
    const char *clock;
    int64_t threads_per_core;
    char *others; /* what else varies and is the same in these: `kernel.hz=250, run.seed=1`; "" for nothing */
    size_t points;
    double least, greatest; /* logical CPUs */
    struct knee knee;       /* in logical CPUs, at a loss of KNEE_LOSS_PERCENT */
};

/* Finds the knee of every clock but the baseline in every row of at least two sizes. Returns how many; `*knee` is to be
 * given to points_knees_free(). */
size_t points_knees(const struct sweep *sweep, const struct points *points, struct points_knee **knee);
void points_knees_free(struct points_knee *knee, size_t count);

/* Whether a key is one of those that make up the number of logical CPUs, or say how they are joined. */
bool points_is_size(const char *key);

#endif
