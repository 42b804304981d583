/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns what the world reports into events. What each CPU's time went to is the difference of its own books. */
#include "sim/world/world_private.h"

#include <stdlib.h>
#include <string.h>

static void sum_causes(const struct cpu *cpu, int64_t cause_ps[CAUSE_COUNT])
{
    memset(cause_ps, 0, CAUSE_COUNT * sizeof *cause_ps);
    for (int cell = 0; cell < CELL_COUNT; cell += CAUSE_COUNT)
        for (int cause = 0; cause < CAUSE_COUNT; cause++)
            cause_ps[cause] += cpu->cell_ps[cell + cause];
}

static struct trace_event new_event(const struct world *world, enum trace_kind kind, const struct cpu *cpu)
{
    const struct watch *watch = &world->watch[cpu->number];
    const struct context *context = cpu->active;
    return (struct trace_event){
        .kind = kind,
        .ps = world->now.ps,
        .cpu = cpu->number,
        .task = cpu->kernel->current,
        .left_task = TASK_NONE,
        .vector = watch->vector,
        .context = context ? (enum account_context)context->context : CONTEXT_IDLE,
        .depth = context ? context->depth : 0,
        .at_step = context != NULL,
        .step = context ? context->pc : 0,
        .late_ps = -1,
        .since_ps = watch->since_ps,
    };
}

/* Hands an event on, if it is wanted. Nothing is traced any more once the window is over. */
static void hand_on(struct world *world, const struct trace_event *event)
{
    const struct trace *trace = world->trace;
    if (event->ps > trace->to_ps) {
        world->trace = NULL;
        world->watched = world->recent != NULL;
        return;
    }
    bool of_cpu = event->cpu < 0 || !trace->cpu || trace->cpu[event->cpu];
    if (event->ps >= trace->from_ps && of_cpu)
        trace->function(trace->context, event);
}

/* The same for an event that closes the CPU's account of time since its last one. */
static void hand_on_closed(struct world *world, const struct cpu *cpu, struct trace_event *event)
{
    struct watch *watch = &world->watch[cpu->number];
    int64_t cause_ps[CAUSE_COUNT];
    sum_causes(cpu, cause_ps);
    for (int cause = 0; cause < CAUSE_COUNT; cause++)
        event->took_ps[cause] = cause_ps[cause] - watch->cause_ps[cause];
    event->near_lines = watch->near_lines;
    event->far_lines = watch->far_lines;
    memcpy(watch->cause_ps, cause_ps, sizeof cause_ps);
    watch->since_ps = world->now.ps;
    watch->near_lines = watch->far_lines = 0;
    watch->waits = 0;
    hand_on(world, event);
}

int watch_prepare(struct world *world)
{
    world->watched = world->recent || world->trace;
    if (!world->trace)
        return 0;
    world->watch = calloc((size_t)world->cpu_count, sizeof *world->watch);
    if (!world->watch)
        return -1;
    world->bytes += (size_t)world->cpu_count * sizeof *world->watch;
    for (int32_t i = 0; i < world->cpu_count; i++) {
        world->watch[i].vector = TRACE_NO_VECTOR;
        world->watch[i].task = TASK_NONE;
    }
    return 0;
}

void watch_step(struct world *world, const struct cpu *cpu, uint32_t step, uint64_t value)
{
    if (world->recent)
        recent_add(world->recent, (struct recent_step){world->now.ps, value, cpu->number, step});
    if (!world->trace)
        return;
    struct trace_event event = new_event(world, TRACE_STEP, cpu);
    event.step = step;
    event.value = value;
    hand_on_closed(world, cpu, &event);
}

void watch_read(struct world *world, const struct cpu *cpu, uint32_t step)
{
    if (!world->trace)
        return;
    const struct context *context = cpu->active;
    struct trace_event event = new_event(world, TRACE_READ, cpu);
    event.step = step;
    event.value = (uint64_t)context->reg[RESULT_REGISTER];
    event.since_ps = context->read_start.ps;
    hand_on(world, &event);
}

void watch_wait(struct world *world, const struct cpu *cpu, enum trace_wait wait, int64_t ahead, uint64_t value)
{
    if (!world->trace || world->watch[cpu->number].waits & 1u << wait)
        return;
    world->watch[cpu->number].waits |= (uint8_t)(1u << wait);
    struct trace_event event = new_event(world, TRACE_WAIT, cpu);
    event.wait = wait;
    event.ahead = ahead;
    event.value = value;
    hand_on(world, &event);
}

void watch_transfer(struct world *world, const struct cpu *cpu, bool far)
{
    if (!world->trace)
        return;
    struct watch *watch = &world->watch[cpu->number];
    if (far)
        watch->far_lines++;
    else
        watch->near_lines++;
}

void watch_timer(struct world *world, const struct cpu *cpu)
{
    if (world->trace)
        world->watch[cpu->number].fired_ps = world->now.ps;
}

void watch_enter(struct world *world, const struct cpu *cpu, uint32_t vector)
{
    if (!world->trace)
        return;
    struct watch *watch = &world->watch[cpu->number];
    struct trace_event event = new_event(world, TRACE_ENTER, cpu);
    watch->vector = event.vector = (int32_t)vector;
    watch->task = cpu->kernel->current;
    if (vector == VECTOR_TIMER)
        event.late_ps = world->now.ps - watch->fired_ps;
    hand_on_closed(world, cpu, &event);
}

void watch_schedule(struct world *world, const struct cpu *cpu)
{
    if (!world->trace)
        return;
    struct watch *watch = &world->watch[cpu->number];
    struct trace_event event = new_event(world, TRACE_SCHEDULE, cpu);
    event.at_step = false;
    if (watch->vector == TRACE_NO_VECTOR)
        watch->task = cpu->kernel->current;
    watch->vector = TRACE_SCHEDULER;
    hand_on_closed(world, cpu, &event);
}

void watch_leave(struct world *world, const struct cpu *cpu)
{
    if (!world->trace)
        return;
    struct watch *watch = &world->watch[cpu->number];
    struct trace_event event = new_event(world, TRACE_LEAVE, cpu);
    event.left_task = watch->task;
    watch->vector = TRACE_NO_VECTOR;
    hand_on_closed(world, cpu, &event);
}

void watch_measure(struct world *world)
{
    if (!world->trace)
        return;
    /* The books are about to be opened anew: what has been charged and not yet been told is carried over. */
    for (int32_t i = 0; i < world->cpu_count; i++) {
        int64_t cause_ps[CAUSE_COUNT];
        sum_causes(&world->cpu[i], cause_ps);
        for (int cause = 0; cause < CAUSE_COUNT; cause++)
            world->watch[i].cause_ps[cause] -= cause_ps[cause];
    }
    const struct trace_event event = {.kind = TRACE_MEASURE, .ps = world->now.ps, .cpu = -1};
    hand_on(world, &event);
}
