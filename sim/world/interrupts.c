/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interrupts: timer hardware, entry delay, vectors in flight and pending.
 *
 * An interrupt stops work and ends a spin; a transfer in flight completes first; interrupts off hold it pending.
 * Who of many CPUs enters first is drawn (the entry delay), never an agenda slot's number.
 */
#include "models/kernel/dos.h"
#include "sim/world/world_private.h"

void timer_arm(struct world *world, struct cpu *cpu, struct true_time when, uint64_t index)
{
    cpu->timer_index = index;
    agenda_schedule(world->agenda, cpu->slot + SLOT_TIMER, when);
}

static void schedule_flights(struct world *world, const struct cpu *cpu)
{
    int64_t first_ps = INT64_MAX;
    for (int i = 0; i < VECTORS_MAX; i++)
        if (cpu->flight_ps[i] < first_ps)
            first_ps = cpu->flight_ps[i];
    if (first_ps == INT64_MAX)
        agenda_cancel(world->agenda, cpu->slot + SLOT_INTERRUPT);
    else
        agenda_schedule(world->agenda, cpu->slot + SLOT_INTERRUPT, (struct true_time){first_ps});
}

void interrupt_send(struct world *world, struct cpu *cpu, uint32_t vector, struct true_time when)
{
    if (when.ps < cpu->flight_ps[vector]) {
        cpu->flight_ps[vector] = when.ps;
        schedule_flights(world, cpu);
    }
}

void timer_fires(struct world *world, struct cpu *cpu)
{
    struct stream stream;
    stream_init(&stream, world->key, entity_id(ENTITY_CPU, cpu->number), PURPOSE_INTERRUPT_ENTRY, cpu->timer_index);
    int64_t delay_ps = distribution_draw(&world->scenario->kernel.interrupt_entry_delay, &stream);
    if (world->watched)
        watch_timer(world, cpu);
    if (world->periodic)
        timer_arm(world, cpu, true_time_after(world->now, world->kernel.tick_period_ns * 1000), cpu->timer_index + 1);
    else
        agenda_cancel(world->agenda, cpu->slot + SLOT_TIMER);
    interrupt_send(world, cpu, VECTOR_TIMER, true_time_after(world->now, delay_ps));
}

void irq_off_start(struct world *world, struct cpu *cpu)
{
    struct stream stream;
    stream_init(&stream, world->key, entity_id(ENTITY_CPU, cpu->number), PURPOSE_IRQ_OFF, cpu->irq_off_index++);
    int64_t distance_ps = distribution_draw(&world->scenario->kernel.irq_off_interval, &stream);
    if (distance_ps > STEP_TIME_MAX_PS) {
        world_fail(world, STATUS_BAD_INPUT, "the next region with interrupts off is %.1f s away; at most %.0f s are possible",
                   (double)distance_ps * 1e-12, (double)STEP_TIME_MAX_PS * 1e-12);
        return;
    }
    interrupt_send(world, cpu, VECTOR_IRQ_OFF, true_time_after(world->now, distance_ps > 0 ? distance_ps : 1));
}

/* Takes what the CPU does off it, to be taken up again later. */
static void stop_activity(struct world *world, struct cpu *cpu)
{
    charge(world, cpu);
    struct context *context = cpu->active;
    if (cpu->activity == ACTIVITY_WORK) {
        context->left_q16 = cpu->left_q16;
        context->resume = RESUME_WORK;
    } else if (cpu->activity == ACTIVITY_LOCK) {
        context->resume = RESUME_LOCK;
    } else if (cpu->activity == ACTIVITY_SPIN) {
        spinner_remove(cpu);
    }
}

/* What the CPU does is stopped for a pending interrupt, if both allow it. */
void interrupt_if_pending(struct world *world, struct cpu *cpu)
{
    bool stoppable = cpu->activity == ACTIVITY_WORK || cpu->activity == ACTIVITY_SPIN ||
                     cpu->activity == ACTIVITY_LOCK || cpu->activity == ACTIVITY_IDLE;
    if (!cpu->pending || cpu->in_interrupt || cpu->irq_off || !stoppable)
        return;
    stop_activity(world, cpu);
    run_steps(world, cpu);
}

void interrupts_arrive(struct world *world, struct cpu *cpu)
{
    bool again = false;
    for (int i = 0; i < VECTORS_MAX; i++)
        if (cpu->flight_ps[i] <= world->now.ps) {
            cpu->flight_ps[i] = INT64_MAX;
            cpu->pending |= (uint8_t)(1u << i);
            again |= i == VECTOR_IRQ_OFF;
        }
    schedule_flights(world, cpu);
    if (again)
        irq_off_start(world, cpu);
    interrupt_if_pending(world, cpu);
}

static void start_interrupt_context(struct cpu *cpu, int32_t entry, uint8_t account, uint64_t occasion)
{
    struct context *context = &cpu->interrupt;
    context->pc = (uint16_t)entry;
    context->context = account;
    context->place = PLACE_OUTSIDE;
    context->retry = false;
    context->resume = RESUME_STEP;
    context->depth = 0;
    context->draws = 0;
    context->occasion = occasion;
    cpu->in_interrupt = true;
    cpu->active = context;
}

void interrupt_enter(struct world *world, struct cpu *cpu)
{
    uint32_t vector = (uint32_t)__builtin_ctz(cpu->pending);
    cpu->pending &= (uint8_t)~(1u << vector);
    if (world->watched)
        watch_enter(world, cpu, vector);
    int32_t path = world->program->vector_path[vector];
    if (path == NO_PATH) {
        cpu->in_interrupt = true;
        interrupt_leave(world, cpu);
        return;
    }
    uint64_t occasion = vector == VECTOR_TIMER ? cpu->timer_index : cpu->irq_off_index;
    start_interrupt_context(cpu, path, CONTEXT_INTERRUPT, (uint64_t)vector << 48 | occasion);
}

void interrupt_leave(struct world *world, struct cpu *cpu)
{
    struct kernel_cpu *kernel = cpu->kernel;
    cpu->in_interrupt = false;
    if ((kernel->current == TASK_NONE || kernel->current_blocked) && kernel->queue_length > 0) {
        cpu_schedule(world, cpu);
        return;
    }
    cpu->active = kernel->current == TASK_NONE ? NULL : &world->task[kernel->current].context;
    if (world->watched)
        watch_leave(world, cpu);
}

void cpu_schedule(struct world *world, struct cpu *cpu)
{
    if (world->watched)
        watch_schedule(world, cpu);
    if (world->program->schedule_path != NO_PATH) {
        start_interrupt_context(cpu, world->program->schedule_path, CONTEXT_SWITCH, cpu->kernel->counts.switches);
        return;
    }
    /* A kernel without a scheduler path switches in no time. */
    static const uint8_t no_registers[DO_REGISTERS_MAX];
    int64_t now_ns = 0;
    struct do_effects effects = {.wake_task = TASK_NONE};
    struct do_call call = {&now_ns, no_registers, &world->kernel, cpu->kernel, cpu->kernel->current, &effects};
    do_pick_next_task.function(&call);
    cpu->in_interrupt = false;
    int32_t current = cpu->kernel->current;
    cpu->active = current == TASK_NONE ? NULL : &world->task[current].context;
    if (world->watched)
        watch_leave(world, cpu);
}
