/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of a sweep: a matrix of losses for people with the knees beneath it, CSV, JSON. */
#ifndef SIM_REPORT_SWEEP_RESULTS_H
#define SIM_REPORT_SWEEP_RESULTS_H

#include "sim/base/error.h"
#include "sim/sweep/points.h"

#include <stdbool.h>
#include <stdio.h>

/* Rows are points, columns clocks, cells losses against the baseline (throughputs where there is none) with their 95 %
 * intervals. Points that did not run are left out. Returns -1 when memory is short. */
int sweep_print_table(const struct sweep *sweep, const struct points *points, bool bold, FILE *out) MUST_CHECK;

/* A line for each (point, clock, metric) that has a value, after the point's number and what varies. */
void sweep_print_csv(const struct sweep *sweep, const struct points *points, FILE *out);

/* The object that `run` prints, with what the sweep adds (docs/scenario-format.md). */
void sweep_print_json(const struct sweep *sweep, const struct points *points, const char *version, FILE *out);

#endif
