/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Locks on words: test-and-set, ticket, queued.
 *
 * All of their cost is that of the line: a test-and-set lock is tried by owning the line, then watched until it looks free; a
 * ticket is drawn by owning the line, then its waiters watch the same line, which every arrival and release takes from
 * them; a queued lock hands over by one transfer to the next in its queue, whose CPU waits on a line of its own.
 */
#include "sim/world/world_private.h"

static enum lock_kind kind_of(const struct world *world, const struct step *step)
{
    return world->program->word[step->target].lock;
}

/* Whether the lock step needs the word's line now, and to own it. */
bool lock_wants_line(const struct world *world, const struct cpu *cpu, const struct step *step, bool *own)
{
    *own = step->kind == STEP_UNLOCK || !cpu->active->waits;
    return !(step->kind == STEP_UNLOCK && kind_of(world, step) == LOCK_QUEUED &&
             word_at(world, step->target, cpu)->lock_first);
}

static bool acquired(struct context *context)
{
    context->waits = false;
    context->granted = false;
    context->locks++;
    return true;
}

/* Waits with a copy of the word's line. */
static void spin(struct world *world, struct cpu *cpu, const struct step *step)
{
    spinner_add(world, cpu, line_at(world, step->target, cpu));
    if (world->watched)
        watch_wait(world, cpu, TRACE_WAIT_SPIN, 0, 0);
}

static bool touch_test_and_set(struct world *world, struct cpu *cpu, const struct step *step, struct word_state *word)
{
    struct context *context = cpu->active;
    if (!word->held && !context->waits) {
        word->held = true;
        return acquired(context);
    }
    if (word->held) {
        context->waits = true;
        spin(world, cpu, step);
        return false;
    }
    /* It looks free: try again, at once when the line is this core's alone. */
    context->waits = false;
    struct line_state *line = line_at(world, step->target, cpu);
    if (line_hit(&line->line, cpu->core, true)) {
        word->held = true;
        return acquired(context);
    }
    line_request(world, cpu, line, true);
    return false;
}

static bool touch_ticket(struct world *world, struct cpu *cpu, const struct step *step, struct word_state *word)
{
    struct context *context = cpu->active;
    if (!context->waits) {
        context->waits = true;
        context->ticket = word->next_ticket++;
    }
    if (context->ticket == word->now_serving)
        return acquired(context);
    spin(world, cpu, step);
    return false;
}

static int64_t queue_length(const struct word_state *word)
{
    int64_t count = 0;
    for (const struct context *at = word->lock_first; at; at = at->next_waiter)
        count++;
    return count;
}

static bool touch_queued(struct world *world, struct cpu *cpu, struct word_state *word)
{
    struct context *context = cpu->active;
    if (context->granted)
        return acquired(context);
    if (!word->held) {
        word->held = true;
        return acquired(context);
    }
    if (world->watched)
        watch_wait(world, cpu, TRACE_WAIT_LOCK, queue_length(word), 0);
    context->next_waiter = NULL;
    context->cpu = cpu;
    if (word->lock_last)
        word->lock_last->next_waiter = context;
    else
        word->lock_first = context;
    word->lock_last = context;
    set_activity(cpu, ACTIVITY_LOCK, CAUSE_SPIN);
    agenda_cancel(world->agenda, cpu->slot + SLOT_STEP);
    return false;
}

/* The line is here: tries to take the lock. Returns whether the CPU has it; else it waits, one way or the other. */
bool lock_touch(struct world *world, struct cpu *cpu, const struct step *step, struct word_state *word)
{
    switch (kind_of(world, step)) {
    case LOCK_TEST_AND_SET:
        return touch_test_and_set(world, cpu, step, word);
    case LOCK_TICKET:
        return touch_ticket(world, cpu, step, word);
    default:
        return touch_queued(world, cpu, word);
    }
}

static void hand_over(struct world *world, const struct cpu *from, struct word_state *word)
{
    struct context *next = word->lock_first;
    word->lock_first = next->next_waiter;
    if (!word->lock_first)
        word->lock_last = NULL;
    next->granted = true;
    struct cpu *cpu = next->cpu;
    if (cpu->active != next || cpu->activity != ACTIVITY_LOCK)
        return; /* interrupted: it sees the grant when it goes on */
    charge(world, cpu);
    cpu->line = NULL;
    set_activity(cpu, ACTIVITY_LINE, CAUSE_LINE);
    if (world->watched)
        watch_transfer(world, cpu, cpu->socket != from->socket);
    int64_t transfer_ps = cpu->socket == from->socket ? world->machine->line_in_socket_ps
                                                      : world->machine->line_between_sockets_ps;
    agenda_schedule(world->agenda, cpu->slot + SLOT_STEP, true_time_after(world->now, transfer_ps));
}

void lock_release(struct world *world, struct cpu *cpu, const struct step *step, struct word_state *word)
{
    bool ticket = kind_of(world, step) == LOCK_TICKET;
    if (ticket ? word->next_ticket == word->now_serving : !word->held) {
        world_fail(world, STATUS_BAD_INPUT, "CPU %d unlocks `%s`, which is not held", cpu->number,
                   world->program->word[step->target].name);
        return;
    }
    cpu->active->locks--;
    if (ticket)
        word->now_serving++;
    else if (word->lock_first)
        hand_over(world, cpu, word);
    else
        word->held = false;
}
