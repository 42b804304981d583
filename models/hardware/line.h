/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cache line: who has a copy, who is being served, who waits.
 *
 * State in, next in line out: it never schedules. A read shares the line, a write (and a failed compare-and-swap) owns it
 * and makes all other copies stale. Threads of a core share its copy for free.
 *
 * Two levels, as caches with an inclusive last level per socket work: a read whose socket has a copy gets it there, in the
 * in-socket time, beside any others. Everything else (the first read of a socket, every write) is served one at a
 * time, for the time from the nearest copy; further reads of that socket wait for the answer to its first. Waiting
 * writes go before waiting reads: a ticket lock's release that had to wait for all of its spinners' reads would halve the
 * throughput that Boyd-Wickizer et al. (2012) give and measured. Within a kind, requests are taken first come first served, as a
 * home agent orders those that conflict, or those of the holder's socket first.
 */
#ifndef MODELS_HARDWARE_LINE_H
#define MODELS_HARDWARE_LINE_H

#include "models/hardware/machine.h"

#include <stdbool.h>
#include <stdint.h>

enum { LINE_NOBODY = -1 };

/* One request of one CPU; a CPU has at most one, and owns this memory. */
struct line_request {
    int32_t cpu, core, socket;
    bool own;
    struct line_request *next;
};

struct line_queue {
    struct line_request *first, *last;
};

/* What one socket's cache knows of the line. */
struct line_socket {
    int32_t copies;          /* its cores that have one */
    bool asks;               /* one of its reads is being served or waits for it */
    struct line_queue reads; /* its other reads: they wait for the answer to that one */
};

struct line {
    uint64_t *copies;           /* bit per core that has the present content; NULL: only one core ever uses the line */
    struct line_socket *socket; /* [sockets] */
    int32_t copy_count;         /* cores with a copy */
    int32_t holder_socket;      /* where it was written or brought last, or LINE_NOBODY */
    struct line_request *serving; /* NULL: the line is at rest */
    struct line_queue writes;     /* waiting */
    struct line_queue reads;      /* waiting, one of each socket */
};

static inline bool line_has_copy(const struct line *line, int32_t core)
{
    return line->copies[core / 64] >> (core % 64) & 1;
}

/* Whether `core` can go on without a transfer: it has a copy, and to own the line, the only one. */
static inline bool line_hit(const struct line *line, int32_t core, bool own)
{
    return !line->copies || (line_has_copy(line, core) && (!own || line->copy_count == 1));
}

/* Whether the request is a read that its own socket's cache can answer, without the line being served. */
static inline bool line_is_local(const struct line *line, const struct line_request *request)
{
    return !request->own && line->socket[request->socket].copies > 0;
}

/* A request that is not local arrives. Returns whether it is served at once; else it waits. */
bool line_arrive(struct line *line, struct line_request *request);

/* How long the request now being served takes. */
int64_t line_transfer_ps(const struct line *line, const struct machine_params *machine);

/* The request being served has the line. Then the reads of its socket that waited are taken out with
 * line_take_local() until that returns NULL, and line_next() gives the next to be served, or NULL. */
void line_complete(struct line *line, const struct machine_params *machine);
struct line_request *line_take_local(struct line *line);
struct line_request *line_next(struct line *line, const struct machine_params *machine);

/* A local read is over. Returns false when the socket has lost its copy meanwhile: the request has to arrive anew. */
bool line_complete_local(struct line *line, const struct line_request *request);

#endif
