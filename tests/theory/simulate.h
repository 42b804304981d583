/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running scenarios written in a test, and holding their metrics against a theory. */
#ifndef TESTS_THEORY_SIMULATE_H
#define TESTS_THEORY_SIMULATE_H

#include "sim/base/statistics.h"
#include "sim/run/run.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct simulation {
    struct scenario *scenario;
    struct run_results *results;
};

/* Loads and runs a scenario text; any mistake fails the test with its message. */
static inline struct simulation simulate(const char *text)
{
    struct simulation simulation = {0};
    struct diagnostics diagnostics = {0};
    const struct scenario_overrides overrides = {.seed = -1, .replications = -1};
    if (scenario_load_text("test.yaml", text, strlen(text), TEST_SOURCE_DIR "/scenarios", &overrides,
                           &simulation.scenario, &diagnostics))
        fail_msg("%s", diagnostics.text);
    const struct run_options options = {.workers = 2};
    struct error error;
    if (run_scenario(simulation.scenario, &options, &simulation.results, &error))
        fail_msg("%s", error.message);
    for (size_t i = 0; i < simulation.results->count; i++)
        if (simulation.results->result[i].status != STATUS_OK)
            fail_msg("%s", simulation.results->result[i].failure);
    return simulation;
}

static inline void simulation_end(struct simulation *simulation)
{
    run_results_destroy(simulation->results);
    scenario_destroy(simulation->scenario);
}

/* A function of one replication of the first clock: a metric, or something made of several. */
typedef double measure_function(const struct replication *replication, const void *context);

/* Mean over replications with a half-width at 99.9 %. */
static inline struct estimate measure(const struct simulation *simulation, measure_function *function,
                                      const void *context)
{
    const struct run_result *result = &simulation->results->result[0];
    double *value = calloc(result->replications, sizeof *value), sum = 0, squares = 0;
    assert_non_null(value);
    size_t n = result->replications;
    for (size_t i = 0; i < n; i++)
        sum += value[i] = function(&result->replication[i], context);
    for (size_t i = 0; i < n; i++)
        squares += (value[i] - sum / (double)n) * (value[i] - sum / (double)n);
    free(value);
    double sd = sqrt(squares / (double)(n - 1));
    return (struct estimate){sum / (double)n, student_half_width(sd, n, 0.999), n};
}

/* The theory's value lies inside the 99.9 % interval (or within `slack` of it, for what theory itself rounds). */
static inline void assert_agrees(const char *what, struct estimate measured, double theory, double slack)
{
    double bound = measured.ci95 + slack;
    print_message("%-32s %12.6g +- %-8.2g theory %.6g\n", what, measured.value, measured.ci95, theory);
    if (fabs(measured.value - theory) > bound)
        fail_msg("%s: %.8g +- %.3g does not agree with %.8g", what, measured.value, bound, theory);
}

#endif
