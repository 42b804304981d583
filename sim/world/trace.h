/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Watching a world step by step: an event for every step that the event hash covers, for waits as they begin, and for
 * interrupts and the scheduler as they come and go.
 *
 * Watching changes nothing: a watched run has the event hash of one that is not. Calls, returns, jumps and work that
 * takes no time have no events; depth and step number show them.
 */
#ifndef SIM_WORLD_TRACE_H
#define SIM_WORLD_TRACE_H

#include "models/step/step.h"

#include <stdbool.h>
#include <stdint.h>

enum { TRACE_NO_VECTOR = -1, TRACE_SCHEDULER = -2 };

enum trace_kind {
    TRACE_STEP,     /* a step is over */
    TRACE_READ,     /* a read of the clocksource is over; `step` is the one that asked for it */
    TRACE_WAIT,     /* the step begins to wait; once for each cause of waiting */
    TRACE_ENTER,    /* an interrupt begins; `step` is the one it stops, if the CPU was at one */
    TRACE_SCHEDULE, /* the scheduler begins: the task has blocked, or one has come to an idle CPU */
    TRACE_LEAVE,    /* an interrupt or the scheduler is over; the CPU goes on with `task` */
    TRACE_MEASURE,  /* the warm-up is over: of no CPU */
};

enum trace_wait {
    TRACE_WAIT_BUS,  /* behind `ahead` other accesses to the device's bus, the one in service included */
    TRACE_WAIT_LINE, /* behind `ahead` other requests for the cache line */
    TRACE_WAIT_SPIN, /* until the word, now `value`, changes */
    TRACE_WAIT_LOCK, /* behind `ahead` others in a queued lock's queue, the holder not counted */
};

struct trace_event {
    enum trace_kind kind;
    int64_t ps; /* since the start of the simulation, warm-up included */
    int32_t cpu;
    int32_t task;      /* the CPU's current one, or TASK_NONE */
    int32_t left_task; /* TRACE_LEAVE: the one before the interrupt or the scheduler, or TASK_NONE */
    int32_t vector; /* the interrupt that the CPU is in, or (TRACE_LEAVE) was: a vector of the program, TRACE_SCHEDULER,
                     * or TRACE_NO_VECTOR in a task; TRACE_SCHEDULE: what the CPU was in before */
    enum account_context context; /* that time is charged to */
    int depth;                    /* of calls */
    bool at_step;                 /* `step` says something */
    uint32_t step;                /* index into the program's steps */
    uint64_t value;               /* got, written or read; of a `do`, the label that it picked, 0: none */
    enum trace_wait wait;
    int64_t ahead;
    int64_t late_ps;              /* TRACE_ENTER: since the timer has fired; -1: not its interrupt */
    int64_t since_ps;             /* when this CPU's last event happened (TRACE_READ: when the read began) */
    int64_t took_ps[CAUSE_COUNT]; /* the time since then by cause, as the books have it (not for TRACE_READ) */
    int near_lines, far_lines;    /* transfers of a cache line in that time: inside the socket, between sockets */
};

/* Called in the order in which things happen. */
typedef void trace_function(void *context, const struct trace_event *event);

/* Who watches, and what. */
struct trace {
    trace_function *function;
    void *context;
    int64_t from_ps, to_ps; /* events from the one to the other, both included */
    const bool *cpu;        /* [cpu_count] whether it is watched; NULL: all are */
};

#endif
