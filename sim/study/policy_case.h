/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case to try a policy on: a small set of whole numbers, drawn by chance or made simpler, and the scenario that they
 * stand for. */
#ifndef SIM_STUDY_POLICY_CASE_H
#define SIM_STUDY_POLICY_CASE_H

#include "models/policy/policy.h"
#include "sim/scenario/scenario.h"
#include "sim/world/world.h"

#include <stdint.h>

enum case_field {
    CASE_SOCKETS,
    CASE_CORES,            /* of a socket */
    CASE_THREADS,          /* of a core */
    CASE_SLEEPING_READERS, /* tasks of each CPU that read after a sleep, whose timer interrupt reads as well ... */
    CASE_KTIME_READERS,    /* ... through ktime_get ... */
    CASE_IRQ_OFF_READERS,  /* ... with interrupts off ... */
    CASE_PLAIN_READERS,    /* ... just so */
    CASE_READS,            /* of each task */
    CASE_PAUSE_NS,         /* mean time between them */
    CASE_SLEEP_US,
    CASE_START_NS, /* when the first may read, at most */
    CASE_UNSTABLE, /* which sched_clock goes with a clocksource; for a sched_clock: tsc or hpet */
    CASE_HZ,       /* index into the rates */
    CASE_TICK_PHASE,
    CASE_ENTRY_DELAY_NS, /* median */
    CASE_SOCKETS_PER_NODE,
    CASE_DEVICE_SOCKET,
    CASE_OCCUPANCY_NS,
    CASE_OCCUPANCY_SPREAD_NS,
    CASE_TRAVEL_NODE_NS,
    CASE_TRAVEL_SYSTEM_NS,
    CASE_LINE_IN_SOCKET_NS,
    CASE_LINE_BETWEEN_NS,
    CASE_ARBITRATION,
    CASE_YIELD_PERCENT, /* of two threads of a core together */
    CASE_SLOTS,         /* permutation of the agenda's slots; 0: none */
    CASE_WRAP_US,       /* the counter wraps this long after the start; 0: it does not */
    CASE_FIELD_COUNT
};

/* Fields in the order in which they are made simpler: what shortens a trace most comes first. */
struct policy_case {
    int64_t value[CASE_FIELD_COUNT];
    struct stream_key key; /* of the world's draws */
};

/* The simplest value of a field; it is drawn from there up. */
int64_t case_simplest(enum case_field field);

void case_draw(struct policy_case *drawn, int64_t seed, int64_t round);

/* Tasks of a CPU that read: a case has at least one. */
int64_t case_readers(const struct policy_case *tried);
int64_t case_cpus(const struct policy_case *tried);

/* One line: machine, kernel, readers. */
void case_describe(const struct policy_case *tried, char *text, size_t size);

/* The scenario's text, malloced; and after which time no reader that gets through is still inside a read of its task.
 */
char *case_scenario(const struct policy_case *tried, const struct policy_descriptor *policy, int64_t *quiet_ps);

/* The clock's name, for --clock. */
void case_clock(const struct policy_case *tried, const struct policy_descriptor *policy, char *text, size_t size);

/* How the world is to start. */
struct world_options case_options(const struct policy_case *tried, const struct policy_descriptor *policy);

#endif
