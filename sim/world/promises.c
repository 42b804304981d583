/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/world/promises.h"

#include "sim/world/world_private.h"

const struct promise_info promises[PROMISE_COUNT] = {
    [PROMISE_NONE] = {"none", "nothing"},
    [PROMISE_ENDS] = {"ends", "every read comes to its end"},
    [PROMISE_FORWARD] = {"forward", "a reading never lies behind one that anybody had when its read began"},
    [PROMISE_FRESH] = {"fresh",
                       "a reading is sampled no earlier than the device read that was under way when its read began"},
    [PROMISE_WIDTH] = {"width", "a reading fits into the counter's width"},
    [PROMISE_INTERRUPTS] = {"interrupts", "interrupts are as they were when a read has ended"},
    [PROMISE_LOCKS] = {"locks", "a read releases the locks that it takes"},
    [PROMISE_COUNTED] = {"counted", "the books balance and every read is in them"},
};

static void break_promise(struct world *world, enum promise promise)
{
    if (!world->failed)
        world->broken_promise = promise;
}

void promise_read_begin(const struct world *world, struct cpu *cpu, int kind)
{
    struct context *context = cpu->active;
    context->read_depth = context->depth;
    context->read_kind = (uint8_t)kind;
    context->read_irq_off = cpu->irq_off;
    context->read_locks = context->locks;
    context->sched_clock_floor_ns = cpu->sched_clock_ns;
    context->read_begin_ps = world->now.ps;
}

/* The scheduler's clock never goes back on its own CPU. */
static void check_sched_clock(struct world *world, struct cpu *cpu)
{
    int64_t reading_ns = cpu->active->reg[RESULT_REGISTER];
    int64_t bound_ns = world->program->clock->sched_clock->backward_bound_ns;
    if (reading_ns < cpu->active->sched_clock_floor_ns - bound_ns) {
        break_promise(world, PROMISE_FORWARD);
        world_fail(world, STATUS_BAD_INPUT, "goes back: the scheduler's clock of CPU %d reads %lld ns after %lld ns",
                   cpu->number, (long long)reading_ns, (long long)cpu->active->sched_clock_floor_ns);
    }
    if (reading_ns > cpu->sched_clock_ns)
        cpu->sched_clock_ns = reading_ns;
}

static void check_width(struct world *world, const struct cpu *cpu)
{
    int bits = world->program->clock->clocksource->counter_bits;
    uint64_t reading = (uint64_t)cpu->active->reg[RESULT_REGISTER];
    if ((reading & ~counter_mask(bits)) == 0)
        return;
    break_promise(world, PROMISE_WIDTH);
    world_fail(world, STATUS_BAD_INPUT, "does not fit: CPU %d reads 0x%llx, and the counter has %d bits", cpu->number,
               (unsigned long long)reading, bits);
}

void promise_path_end(struct world *world, struct cpu *cpu)
{
    struct context *context = cpu->active;
    if (context->read_depth == 0 || context->depth + 1 != context->read_depth)
        return;
    context->read_depth = 0;
    if (context->read_kind == CLOCK_SCHED_CLOCK)
        check_sched_clock(world, cpu);
    else
        check_width(world, cpu);
    if (cpu->irq_off != context->read_irq_off) {
        break_promise(world, PROMISE_INTERRUPTS);
        bool more = cpu->irq_off > context->read_irq_off;
        world_fail(world, STATUS_BAD_INPUT, "%s: CPU %d ends its read with %s `irq_off` than it began with",
                   more ? "leaves interrupts off" : "lets interrupts in that were off", cpu->number,
                   more ? "one more" : "one less");
    }
    if (context->locks != context->read_locks) {
        break_promise(world, PROMISE_LOCKS);
        world_fail(world, STATUS_BAD_INPUT,
                   "does not release its lock: CPU %d began its read with %d held and ends it with %d", cpu->number,
                   context->read_locks, context->locks);
    }
}

void promise_reading(struct world *world, const struct context *context, uint64_t reading)
{
    const struct policy_descriptor *clocksource = world->program->clock->clocksource;
    double bound_ns = (double)clocksource->backward_bound_ns, cycle_ns = world->cycle_ps * 1e-3;
    int64_t back = (int64_t)(context->read_floor - reading), early = (int64_t)(context->sample_floor - reading);
    if (clocksource->rate != RATE_TICK && (double)early * cycle_ns > bound_ns) {
        break_promise(world, PROMISE_FRESH);
        world_fail(world, STATUS_BAD_INPUT,
                   "is stale: a reading of %llu was sampled %.0f ns before the device read that was under way when its "
                   "read began (bound: %.0f ns)",
                   (unsigned long long)reading, (double)early * cycle_ns, bound_ns);
    }
    if ((double)back * cycle_ns > bound_ns) {
        break_promise(world, PROMISE_FORWARD);
        world_fail(
            world, STATUS_BAD_INPUT,
            "goes back: a reading of %llu lies %.0f ns behind the %llu that another reader had before (bound: %.0f ns)",
            (unsigned long long)reading, (double)back * cycle_ns, (unsigned long long)context->read_floor, bound_ns);
    }
}

enum promise world_broken_promise(const struct world *world)
{
    if (world->failed && world->broken_promise == PROMISE_NONE)
        return PROMISE_ENDS;
    return (enum promise)world->broken_promise;
}

/* One of the contexts that can be inside a read: the CPUs' first, then the tasks'. */
static const struct context *context_at(const struct world *world, int32_t index)
{
    return index < world->cpu_count ? &world->cpu[index].interrupt : &world->task[index - world->cpu_count].context;
}

static int check_returned(struct world *world, int64_t quiet_ps, uint64_t *inside, struct error *error)
{
    int32_t all = world->cpu_count + world->task_count;
    *inside = 0;
    for (int32_t i = 0; i < all; i++) {
        const struct context *context = context_at(world, i);
        if (context->read_depth == 0)
            continue;
        *inside += context->read_kind == CLOCK_CLOCKSOURCE;
        if (context->read_begin_ps >= quiet_ps)
            continue;
        break_promise(world, PROMISE_ENDS);
        int32_t cpu = i < world->cpu_count ? i : world->task[i - world->cpu_count].home;
        return error_set(error, STATUS_BAD_INPUT,
                         "does not end: a read on CPU %d began at %.9f s and is still under way at %.9f s", cpu,
                         (double)context->read_begin_ps * 1e-12, (double)world->now.ps * 1e-12);
    }
    return 0;
}

int promises_check_end(struct world *world, int64_t quiet_ps, struct error *error)
{
    uint64_t inside, begun = 0, ended = world->totals.clock_read_ps.count;
    if (check_returned(world, quiet_ps, &inside, error))
        return -1;
    for (int context = 0; context < CONTEXT_COUNT; context++)
        begun += world->totals.reads[CLOCK_CLOCKSOURCE][context];
    if (begun == ended + inside)
        return 0;
    break_promise(world, PROMISE_COUNTED);
    return error_set(error, STATUS_BAD_INPUT, "is not counted: %llu reads began, %llu ended and %llu are under way",
                     (unsigned long long)begun, (unsigned long long)ended, (unsigned long long)inside);
}
