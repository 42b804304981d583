/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of runs as a table for people, as CSV and as JSON (docs/results.md). */
#ifndef SIM_REPORT_RESULTS_H
#define SIM_REPORT_RESULTS_H

#include "sim/report/json.h"
#include "sim/run/run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A published number to show beneath the prediction. */
struct results_published {
    const char *clock; /* as clock_choice.name */
    enum metric metric;
    double value;       /* in the metric's unit */
    const char *before; /* "", or "> " when it was published as "more than" */
};

/* How the command line changed what the scenario's file says. */
struct results_change {
    bool machine, kernel; /* replaced: the title names the new one, and the file's question and expectation are left out */
    bool settings;        /* published rows are marked as measured with others */
};

/* Prints a heading, a row for each clock with what was measured beneath it, and the scenario's question and
 * expectation. `bold`: for a terminal. Returns -1 when memory is short. */
int results_print_table(const struct run_results *results, const struct results_published *published, size_t count,
                        struct results_change change, bool bold, FILE *out) MUST_CHECK;

/* Where the CPUs' time went: each clock's cells of the books in percent. The same for errors. */
int results_print_books(const struct run_results *results, bool bold, FILE *out) MUST_CHECK;

/* One line for each (clock, metric) that has a value. */
void results_print_csv_head(FILE *out);
void results_print_csv(const struct run_results *results, FILE *out);

/* The same lines, each after `before`, which is written as it is. A field is quoted where it must be. */
void results_print_csv_after(const struct run_results *results, const char *before, FILE *out);
void results_print_csv_field(const char *text, FILE *out);

/* The objects of `results`, into an array that is open. */
void results_write_json(struct json *json, const struct run_results *results);

/* The whole object of `count` scenarios. */
void results_print_json(const struct run_results *const *results, size_t count, const char *version, FILE *out);

/* The scenario's name: its file without folder and ending, into text[size]. */
void results_scenario_name(const struct scenario *scenario, char *text, size_t size);

#endif
