/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A world: one replication of one clock of a scenario, from its start to its totals.
 *
 * The world alone schedules. Machines, kernels and policies are data and decisions (models/); here they are given
 * time. After world_create() nothing is allocated.
 */
#ifndef SIM_WORLD_WORLD_H
#define SIM_WORLD_WORLD_H

#include "models/kernel/kernel.h"
#include "sim/base/error.h"
#include "sim/base/histogram.h"
#include "sim/scenario/scenario.h"
#include "sim/world/books.h"
#include "sim/world/program.h"
#include "sim/world/recent.h"
#include "sim/world/trace.h"

#include <stddef.h>
#include <stdint.h>

struct world;

struct world_options {
    struct stream_key key;
    uint64_t slot_permutation; /* 0: CPUs take agenda slots in order; else the seed of a permutation */
    uint64_t start_count;      /* of HPET and ACPI timer, below 2^62: for runs in which they wrap */
    struct recent_steps *recent; /* the caller's, or NULL */
    const struct trace *trace;   /* the caller's, or NULL */
    bool hold_promises;        /* fail when the clock breaks one (promises.h) */
};

enum clock_kind { CLOCK_CLOCKSOURCE, CLOCK_SCHED_CLOCK, CLOCK_KIND_COUNT };

/* What happened in the measured window, summed over CPUs. */
struct world_totals {
    int64_t measured_ps;
    int32_t cpu_count;
    struct books books;
    double user_work_ps; /* nominal work done by tasks in user context */
    uint64_t jobs;       /* completed */
    struct kernel_counts kernel;
    uint64_t reads[CLOCK_KIND_COUNT][CONTEXT_COUNT];
    uint64_t retries; /* repeated passes of a read section */
    struct histogram clock_read_ps;
    struct histogram staleness_ps; /* age of a reading when it is returned */
    uint64_t early_samples; /* readings sampled before the device read that was under way when their read began */
    uint64_t backward_reads;
    double backward_max_ns;
    double time_error_max_ns;
    int64_t bus_busy_ps, bus_queue_integral_ps, bus_inside_max;
    uint64_t device_reads;
    uint64_t events; /* taken from the agenda, warm-up included */
    uint64_t event_hash;
};

/* Prepares everything. Errors: 65 beyond run.max_memory. */
int world_create(const struct program *program, const struct scenario *scenario, const struct world_options *options,
                 struct world **world, struct error *error) MUST_CHECK;

/* Runs warm-up and measured time. Errors: 65 when the workload deadlocks, makes no progress or is beyond
 * run.max_events; 70 when the books do not balance. */
int world_run(struct world *world, struct error *error) MUST_CHECK;

/* The totals of a finished run; they live as long as the world. */
const struct world_totals *world_totals(const struct world *world);

/* Bytes in use. */
size_t world_bytes(const struct world *world);

void world_destroy(struct world *world);

#endif
