/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agenda: which of a fixed set of slots is due next. It knows nothing of clocks.
 *
 * A winner tree over slots with one 64-bit key each: (time since a base) << slot bits | slot. The least key
 * is the next event and names its owner; equal times are ordered by slot number, in the same compare. Each
 * slot holds at most one event. Scheduling, moving and cancelling are one walk from leaf to root without
 * data-dependent branches. Before a time would pass the horizon of the key, all keys are moved to a
 * new base; callers never see it. Nothing is allocated after agenda_create().
 *
 * The horizon is 2^(64 - slot bits) ps: 1126 s at 16384 slots. A rebase passes over all slots: it is rare as long
 * as events are scheduled less than half the horizon ahead.
 *
 * Ties: of two events at one time, the lower slot comes first. Models must not let a result hang on that.
 * Asserted (ensure): a slot is in range; no event is scheduled before the time of the last one taken;
 * no two pending events lie further apart than the horizon allows.
 */
#ifndef SIM_ENGINE_AGENDA_H
#define SIM_ENGINE_AGENDA_H

#include "sim/engine/true_time.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct agenda;

/* An empty agenda of `slot_count` slots (1 .. 65536), at time 0; NULL when memory is short. */
struct agenda *agenda_create(size_t slot_count);
void agenda_destroy(struct agenda *agenda);

/* Schedules the slot's event, or moves it when it has one. */
static inline void agenda_schedule(struct agenda *agenda, size_t slot, struct true_time when);

/* Takes the slot's event back; nothing happens when it has none. */
static inline void agenda_cancel(struct agenda *agenda, size_t slot);

/* The earliest event, left in place: false when there is none. The caller then schedules or
 * cancels its slot; an event stays pending until that is done. */
static inline bool agenda_next(struct agenda *agenda, size_t *slot, struct true_time *when);

/* Whether the slot has an event, and when. */
static inline bool agenda_pending(const struct agenda *agenda, size_t slot, struct true_time *when);

/* Bytes in use. */
size_t agenda_bytes(const struct agenda *agenda);

#include "sim/engine/agenda_tree.h" /* the inline bodies */

#endif
