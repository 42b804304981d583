/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Those who wait with the CPU busy: spinners on a word, and the queue of a lock.
 *
 * A spinner has no event of its own: a store queues it for the line. With lines of a fixed transfer time,
 * the order in which spinners see the store is drawn within one transfer time.
 */
#include "sim/world/world_private.h"

void spinner_add(struct word_state *word, struct cpu *cpu)
{
    cpu->next_spinner = word->spinner;
    word->spinner = cpu;
}

void spinner_remove(struct word_state *word, struct cpu *cpu)
{
    struct cpu **at = &word->spinner;
    while (*at != cpu)
        at = &(*at)->next_spinner;
    *at = cpu->next_spinner;
}

/* The line comes to a CPU that has been waiting. */
static void transfer_to(struct world *world, struct cpu *cpu, int64_t delay_ps)
{
    charge(world, cpu);
    const struct context *context = cpu->active;
    int spin_to_line = CAUSE_LINE - CAUSE_SPIN;
    ensure(context);
    cpu->activity = ACTIVITY_LINE;
    cpu->cell = (int16_t)(cpu->cell + spin_to_line);
    agenda_schedule(world->agenda, cpu->slot + SLOT_STEP, true_time_after(world->now, delay_ps));
}

void spinners_release(struct world *world, struct word_state *word)
{
    int64_t transfer_ps = world->machine->line_transfer_ps;
    struct cpu *cpu = word->spinner;
    word->spinner = NULL;
    while (cpu) {
        struct cpu *next = cpu->next_spinner;
        struct stream stream;
        stream_init(&stream, world->key, entity_id(ENTITY_CPU, cpu->number), PURPOSE_SPINNER_ORDER, cpu->spin_count++);
        int64_t later_ps = transfer_ps > 0 ? (int64_t)stream_below(&stream, (uint64_t)transfer_ps) : 0;
        const struct step *step = &world->program->step[cpu->active->pc];
        line_share(line_at(world, step->target, cpu), cpu->core);
        transfer_to(world, cpu, transfer_ps + later_ps);
        cpu = next;
    }
}

bool lock_take_or_queue(struct word_state *word, struct cpu *cpu)
{
    if (!word->held) {
        word->held = true;
        return true;
    }
    struct context *context = cpu->active;
    context->next_waiter = NULL;
    context->cpu = cpu;
    if (word->lock_last)
        word->lock_last->next_waiter = context;
    else
        word->lock_first = context;
    word->lock_last = context;
    return false;
}

void lock_release(struct world *world, struct word_state *word)
{
    struct context *next = word->lock_first;
    if (!next) {
        word->held = false;
        return;
    }
    word->lock_first = next->next_waiter;
    if (!word->lock_first)
        word->lock_last = NULL;
    next->granted = true;
    if (next->cpu->active == next && next->cpu->activity == ACTIVITY_LOCK)
        transfer_to(world, next->cpu, world->machine->line_transfer_ps);
}
