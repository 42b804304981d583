/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/engine/agenda.h"

#include "sim/base/error.h"

#include <stdlib.h>

enum { SLOTS_MAX = 65536, CACHE_LINE_BYTES = 64 };

struct agenda *agenda_create(size_t slot_count)
{
    ensure(slot_count >= 1 && slot_count <= SLOTS_MAX);
    unsigned slot_bits = 1; /* at least one, so that every time since the base fits into an int64_t */
    while (((size_t)1 << slot_bits) < slot_count)
        slot_bits++;
    const size_t first_leaf = (size_t)1 << (slot_bits + slot_bits % 2);
    const size_t node_count = first_leaf + (slot_count + 3) / 4 * 4;
    const size_t bytes = sizeof(struct agenda) + node_count * sizeof(uint64_t);
    struct agenda *agenda =
        aligned_alloc(CACHE_LINE_BYTES, (bytes + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES * CACHE_LINE_BYTES);
    if (!agenda)
        return NULL;
    *agenda = (struct agenda){
        .slot_count = slot_count,
        .first_leaf = first_leaf,
        .node_count = node_count,
        .slot_bits = slot_bits,
        .horizon_ps = (UINT64_MAX >> slot_bits) - 1,
    };
    for (size_t i = 0; i < node_count; i++)
        agenda->key[i] = AGENDA_NONE;
    return agenda;
}

void agenda_destroy(struct agenda *agenda)
{
    free(agenda);
}

size_t agenda_bytes(const struct agenda *agenda)
{
    return sizeof *agenda + agenda->node_count * sizeof agenda->key[0];
}

/* Adding one number to every key, inner nodes too, keeps their order. The base becomes the present, so that
 * events scheduled next lie after it, or the earliest event where the latest is too far from the present. */
void agenda_rebase(struct agenda *agenda, size_t slot, struct true_time when)
{
    agenda_cancel(agenda, slot);
    int64_t earliest_ps = when.ps, latest_ps = when.ps;
    for (size_t i = 0; i < agenda->slot_count; i++) {
        struct true_time other;
        if (!agenda_pending(agenda, i, &other))
            continue;
        earliest_ps = other.ps < earliest_ps ? other.ps : earliest_ps;
        latest_ps = other.ps > latest_ps ? other.ps : latest_ps;
    }
    ensure((uint64_t)(latest_ps - earliest_ps) <= agenda->horizon_ps);
    const bool reaches = (uint64_t)(latest_ps - agenda->now_ps) <= agenda->horizon_ps;
    const int64_t base_ps = reaches ? agenda->now_ps : earliest_ps;
    const uint64_t shift = ((uint64_t)agenda->base_ps - (uint64_t)base_ps) << agenda->slot_bits;
    for (size_t i = 0; i < agenda->node_count; i++)
        if (agenda->key[i] != AGENDA_NONE)
            agenda->key[i] += shift;
    agenda->base_ps = base_ps;
}
