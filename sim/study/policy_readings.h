/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The device reads and the clocksource readings of one run, to tell where a reading that went back came from, and the
 * one that it lies behind. Left out: the scheduler's clock, whose readings are its own CPU's alone.
 */
#ifndef SIM_STUDY_POLICY_READINGS_H
#define SIM_STUDY_POLICY_READINGS_H

#include "sim/world/program.h"
#include "sim/world/trace.h"

#include <stddef.h>
#include <stdint.h>

struct policy_reading {
    int64_t begin_ps, end_ps; /* of the device read or of the clock read */
    uint64_t value;
    int32_t cpu;
    uint32_t step;  /* index into the program's steps */
    bool is_loaded; /* from the device; otherwise returned by the clock */
};

struct policy_readings {
    const struct program *program;
    struct policy_reading *reading; /* [count] in order of their ends */
    size_t count, capacity;
};

/* A trace_function; `readings` is a struct policy_readings with its program set. Running out of memory is a failed
 * assertion. */
void policy_readings_watch(void *readings, const struct trace_event *event);
void policy_readings_clear(struct policy_readings *readings);

/* Of a run that has failed at its last reading, by a counter of so many bits (0: 64): malloced text of one line on the
 * latest reading that anybody had when that read began, and one on that reading, each with who loaded and who returned
 * it. NULL when none was ahead. Of two reads that end in the picosecond in which the last began, either may be named.
 */
char *policy_readings_explain(const struct policy_readings *readings, int counter_bits);

#endif
