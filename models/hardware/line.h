/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cache line at a fixed transfer time: enough to charge a reader whose copy is stale.
 *
 * Every write gives the line a new version; a core that has seen the present version reads for free, any
 * other core waits one transfer. A writer waits one transfer unless the line is its own alone. Transfers do
 * not queue. Threads of a core share its copy.
 */
#ifndef MODELS_HARDWARE_LINE_H
#define MODELS_HARDWARE_LINE_H

#include <stdbool.h>
#include <stdint.h>

struct line {
    uint32_t version;
    int32_t owner_core; /* the last core to write it; -1: nobody */
    bool shared;        /* another core has read it since */
    uint32_t *seen;     /* [core_count] version last seen by each core; NULL: a line that only one CPU uses */
};

/* Whether a read by `core` has to wait for a transfer; its copy is then the present one. */
static inline bool line_share(struct line *line, int32_t core)
{
    if (!line->seen || line->seen[core] == line->version)
        return false;
    line->seen[core] = line->version;
    line->shared = true;
    return true;
}

/* Whether a write by `core` has to wait for a transfer. Others' copies are stale from now. */
static inline bool line_own(struct line *line, int32_t core)
{
    bool transfer = line->seen && (line->owner_core != core || line->shared);
    line->owner_core = core;
    line->shared = false;
    line->version++;
    if (line->seen)
        line->seen[core] = line->version;
    return transfer;
}

#endif
