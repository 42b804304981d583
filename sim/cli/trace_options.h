/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `run --trace`: which steps of a run are written to a file. */
#ifndef SIM_CLI_TRACE_OPTIONS_H
#define SIM_CLI_TRACE_OPTIONS_H

#include "sim/cli/option.h"
#include "sim/report/trace_file.h"
#include "sim/run/run.h"

struct trace_settings {
    const char *file, *window;
    struct text_list cpus;
};

/* The rows for a settings struct `type` whose member `trace` is a struct trace_settings. */
#define TRACE_ROWS(type) \
    {.name = "trace", \
     .letter = 't', \
     .takes = TAKES_TEXT, \
     .argument = "FILE", \
     .help = "write what the CPUs did, step by step, as text: of each clock's first replication", \
     .offset = offsetof(type, trace.file), \
     .is_output = true, \
     .completion = OPTION_FILES}, \
        {.name = "trace-window", \
         .takes = TAKES_TEXT, \
         .argument = "FROM..TO", \
         .help = "trace this part of the simulated time, which starts with the warm-up, such as `51ms..51.2ms`; " \
                 "otherwise the first 2 ms after the warm-up", \
         .offset = offsetof(type, trace.window)}, \
    { \
        .name = "trace-cpus", .takes = TAKES_NAMES, .argument = "LIST", \
        .help = "trace these CPUs alone, such as `0-3,17`", .offset = offsetof(type, trace.cpus) \
    }

/* A trace under way. */
struct tracing {
    struct trace trace; /* what is watched of the scenario at hand */
    struct trace_file *file;
    bool *cpu; /* [cpu_count] or NULL */
};

/* Whether the scenario can be traced as asked. Errors: 64, with what is allowed. */
int trace_check(const struct trace_settings *settings, const struct scenario *scenario, struct error *error) MUST_CHECK;

/* Creates the file. Errors: 73. */
int tracing_open(struct tracing *tracing, const struct trace_settings *settings, struct error *error) MUST_CHECK;

/* Turns to a scenario that trace_check() has passed: its runs are traced from now on. */
void tracing_turn_to(struct tracing *tracing, const struct trace_settings *settings, const struct scenario *scenario,
                     struct run_options *options);

/* Errors: 74. */
int tracing_close(struct tracing *tracing, struct error *error) MUST_CHECK;

#endif
