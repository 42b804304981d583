/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks that block and are woken, and the bounded channels between them. */
#include "sim/world/world_private.h"

/* A sleep that has been ended some other way. */
static void stop_timer(struct world *world, int32_t number)
{
    struct timer_node *timer = &world->kernel.task_timer[number];
    if (timer->queued)
        timers_remove(&world->cpu[world->task[number].home].kernel->timers, timer);
}

void task_block(struct world *world, struct cpu *cpu)
{
    struct task *task = &world->task[cpu->kernel->current];
    task->sleeps = false;
    if (task->woken) {
        task->woken = false;
        stop_timer(world, cpu->kernel->current);
        return;
    }
    task->state = TASK_BLOCKED;
    cpu->kernel->current_blocked = true;
    cpu_schedule(world, cpu);
}

/* A blocked task can go on. */
static void make_runnable(struct world *world, const struct cpu *waker, int32_t number)
{
    struct task *task = &world->task[number];
    task->state = TASK_RUNNABLE;
    task->in_channel = false;
    struct cpu *home = &world->cpu[task->home];
    run_queue_add(&world->kernel, home->kernel, number);
    bool idle = home->kernel->current == TASK_NONE && !home->in_interrupt;
    if (home != waker && idle)
        interrupt_send(world, home, VECTOR_RESCHEDULE, world->now);
}

/* Ends a sleep, also one that is only about to begin. Any other task takes no notice, as one would that looks again at what it
 * waits for. */
void task_wake(struct world *world, struct cpu *waker, int32_t number)
{
    if (number < 0 || number >= world->task_count) {
        world_fail(world, STATUS_BAD_INPUT, "task %d is woken, which does not exist", number);
        return;
    }
    struct task *task = &world->task[number];
    if (task->in_channel || (task->state == TASK_RUNNABLE && !task->sleeps))
        return;
    stop_timer(world, number);
    if (task->state == TASK_RUNNABLE)
        task->woken = true;
    else
        make_runnable(world, waker, number);
}

static void queue_task(struct world *world, int32_t *first, int32_t *last, int32_t number)
{
    world->task[number].next_waiter = TASK_NONE;
    world->task[number].in_channel = true;
    if (*last == TASK_NONE)
        *first = number;
    else
        world->task[*last].next_waiter = number;
    *last = number;
}

static int32_t unqueue_task(const struct world *world, int32_t *first, int32_t *last)
{
    int32_t number = *first;
    *first = world->task[number].next_waiter;
    if (*first == TASK_NONE)
        *last = TASK_NONE;
    return number;
}

/* The step at which a blocked task waits: it has already gone past it. */
static const struct step *waiting_step(const struct world *world, int32_t number)
{
    return &world->program->step[world->task[number].context.pc - 1];
}

static void ring_add(struct channel_state *channel, int64_t value)
{
    channel->ring[(channel->first + channel->count) % channel->capacity] = value;
    channel->count++;
}

static int64_t ring_take(struct channel_state *channel)
{
    int64_t value = channel->ring[channel->first];
    channel->first = (channel->first + 1) % channel->capacity;
    channel->count--;
    return value;
}

bool channel_put(struct world *world, struct cpu *cpu, uint32_t number, int64_t value)
{
    struct channel_state *channel = &world->channel[number];
    if (channel->take_first != TASK_NONE) {
        int32_t taker = unqueue_task(world, &channel->take_first, &channel->take_last);
        uint8_t into = waiting_step(world, taker)->into;
        if (into != NO_REGISTER)
            world->task[taker].context.reg[into] = value;
        make_runnable(world, cpu, taker);
        return true;
    }
    if (channel->count < channel->capacity) {
        ring_add(channel, value);
        return true;
    }
    queue_task(world, &channel->put_first, &channel->put_last, cpu->kernel->current);
    return false;
}

bool channel_take(struct world *world, struct cpu *cpu, uint32_t number, int64_t *value)
{
    struct channel_state *channel = &world->channel[number];
    if (channel->count == 0) {
        queue_task(world, &channel->take_first, &channel->take_last, cpu->kernel->current);
        return false;
    }
    *value = ring_take(channel);
    if (channel->put_first != TASK_NONE) {
        int32_t putter = unqueue_task(world, &channel->put_first, &channel->put_last);
        ring_add(channel, world->task[putter].context.reg[waiting_step(world, putter)->from]);
        make_runnable(world, cpu, putter);
    }
    return true;
}
