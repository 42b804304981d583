/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interpreter: gives steps their time. See models/step/step.h for what each step means. */
#include "models/hardware/acpi_pm.h"
#include "sim/world/world_private.h"

static const int16_t user_work_cell = (CONTEXT_USER * PLACE_COUNT + PLACE_OUTSIDE) * CAUSE_COUNT + CAUSE_WORK;

/* A step that can be seen has happened: part of the run's identity, in order. */
static inline void visible(struct world *world, const struct cpu *cpu, uint32_t pc, uint64_t value)
{
    uint64_t mixed = (uint64_t)world->now.ps * 0x9e3779b97f4a7c15u + ((uint64_t)cpu->number << 32 | pc) +
                     value * 0xc2b2ae3d27d4eb4fu;
    uint64_t hash = (world->event_hash ^ mixed) * 0xff51afd7ed558ccdu;
    world->event_hash = hash ^ hash >> 32;
    if (__builtin_expect(world->watched, false))
        watch_step(world, cpu, pc, value);
}

static inline uint8_t place_of(const struct context *context)
{
    /* The repeated pass of a place stands right after the place. */
    bool repeats = context->retry && (context->place == PLACE_CLOCK_PATH || context->place == PLACE_CLOCK_READ);
    return (uint8_t)(context->place + repeats);
}

static void charge_service(struct cpu *cpu, struct true_time now)
{
    /* `cell` is that of the bus wait; the service's stands at CAUSE_SERVICE of the same place. */
    int64_t wait_end_ps = cpu->service_start.ps < now.ps ? cpu->service_start.ps : now.ps;
    if (wait_end_ps > cpu->since.ps) {
        cpu->cell_ps[cpu->cell] += wait_end_ps - cpu->since.ps;
        cpu->since.ps = wait_end_ps;
    }
    cpu->cell_ps[cpu->cell - CAUSE_BUS_WAIT + CAUSE_SERVICE] += now.ps - cpu->since.ps;
    cpu->since = now;
}

void charge(struct world *world, struct cpu *cpu)
{
    struct true_time now = world->now;
    int64_t elapsed_ps = now.ps - cpu->since.ps;
    if (elapsed_ps == 0)
        return;
    if (cpu->activity == ACTIVITY_SERVICE) {
        charge_service(cpu, now);
        return;
    }
    cpu->since = now;
    cpu->cell_ps[cpu->cell] += elapsed_ps;
    if (cpu->activity != ACTIVITY_WORK)
        return;
    cpu->left_q16 -= elapsed_ps * cpu->speed_q16;
    bool full = cpu->speed_q16 == 65536;
    *(full ? &cpu->work_full_ps : &cpu->work_shared_ps) += elapsed_ps;
    if (cpu->cell == user_work_cell)
        *(full ? &cpu->user_full_ps : &cpu->user_shared_ps) += elapsed_ps;
}

static inline void schedule_step(struct world *world, const struct cpu *cpu, int64_t delay_ps)
{
    agenda_schedule(world->agenda, cpu->slot + SLOT_STEP, true_time_after(world->now, delay_ps));
}

void set_activity(struct cpu *cpu, enum activity activity, enum account_cause cause)
{
    const struct context *context = cpu->active;
    cpu->activity = (uint8_t)activity;
    cpu->cell = (int16_t)(context ? cell_index(context->context, place_of(context), (int)cause)
                                  : cell_index(CONTEXT_IDLE, PLACE_OUTSIDE, CAUSE_HALT));
}

static inline int64_t speed_now(const struct world *world, const struct cpu *cpu)
{
    return cpu->sibling && cpu->sibling->busy ? world->shared_speed_q16 : 65536;
}

static void schedule_work(struct world *world, const struct cpu *cpu)
{
    int64_t delay_ps = cpu->speed_q16 == 65536 ? (cpu->left_q16 + 65535) >> 16
                                               : (cpu->left_q16 + cpu->speed_q16 - 1) / cpu->speed_q16;
    schedule_step(world, cpu, delay_ps > 0 ? delay_ps : 0);
}

static void begin_work(struct world *world, struct cpu *cpu, int64_t left_q16)
{
    set_activity(cpu, ACTIVITY_WORK, CAUSE_WORK);
    cpu->left_q16 = left_q16;
    cpu->speed_q16 = speed_now(world, cpu);
    schedule_work(world, cpu);
}

/* Tells the sibling whether this thread now takes its share of the core. A thread stalled on a device leaves
 * the core to its sibling; one that waits for a line, spins or works does not. */
static inline void update_busy(struct world *world, struct cpu *cpu)
{
    bool busy = cpu->activity == ACTIVITY_WORK || cpu->activity >= ACTIVITY_LINE;
    if (busy == cpu->busy)
        return;
    cpu->busy = busy;
    struct cpu *sibling = cpu->sibling;
    if (!sibling || sibling->activity != ACTIVITY_WORK)
        return;
    charge(world, sibling);
    sibling->speed_q16 = busy ? world->shared_speed_q16 : 65536;
    schedule_work(world, sibling);
}

static int64_t drawn_ps(struct world *world, struct context *context, const struct step *step)
{
    if (step->draw == 0)
        return step->ps;
    struct stream stream;
    stream_init(&stream, world->key, context->entity, PURPOSE_WORK, context->occasion << 8 | context->draws);
    context->draws++;
    return distribution_draw(&world->program->draw[step->draw - 1], &stream);
}

/* Returns whether time has to pass. */
static bool start_work(struct world *world, struct cpu *cpu, const struct step *step)
{
    struct context *context = cpu->active;
    int64_t work_ps = drawn_ps(world, context, step);
    if (work_ps > STEP_TIME_MAX_PS) {
        world_fail(world, STATUS_BAD_INPUT, "a step works for %.1f s; at most %.0f s are possible",
                   (double)work_ps * 1e-12, (double)STEP_TIME_MAX_PS * 1e-12);
        return true;
    }
    int64_t work_q16 = work_ps << 16;
    if (context->partway) {
        struct stream stream;
        stream_init(&stream, world->key, context->entity, PURPOSE_JOB_START, 0);
        work_q16 = (int64_t)((double)work_q16 * stream_uniform(&stream));
        context->partway = false;
    }
    if (work_q16 == 0)
        return false;
    world->planned_q16 += work_q16;
    begin_work(world, cpu, work_q16);
    return true;
}

static bool push_frame(struct world *world, struct cpu *cpu, const struct step *step, int32_t entry)
{
    struct context *context = cpu->active;
    if (context->depth == FRAMES_MAX) {
        world_fail(world, STATUS_BAD_INPUT, "calls nest deeper than %d", FRAMES_MAX);
        return false;
    }
    context->frame[context->depth++] = (struct frame){
        .pc = (uint16_t)(context->pc + 1),
        .into = step->into,
        .context = context->context,
        .place = context->place,
        .retry = context->retry,
    };
    context->pc = (uint16_t)entry;
    return true;
}

static void start_read(struct world *world, struct cpu *cpu, const struct step *step)
{
    struct context *context = cpu->active;
    uint32_t kind = step->target;
    world->totals.reads[kind][context->context]++;
    if (!push_frame(world, cpu, step, world->program->read_path[kind]))
        return;
    if (world->hold_promises)
        promise_read_begin(world, cpu, (int)kind);
    if (kind == CLOCK_SCHED_CLOCK) {
        context->place = PLACE_SCHED_CLOCK;
        return;
    }
    context->place = PLACE_CLOCK_READ;
    context->frame[context->depth - 1].measured = true;
    measure_read_begin(world, context);
}

/* What comes after a step: the next one, a wait, or a look at what the CPU does at all (another context, an interrupt). */
enum after { AFTER_NEXT, AFTER_WAIT, AFTER_CHANGE };

/* End of a path: back to the caller, out of the interrupt, or round again for a task. */
static enum after finish_path(struct world *world, struct cpu *cpu)
{
    struct context *context = cpu->active;
    if (context->depth > 0) {
        const struct frame *frame = &context->frame[--context->depth];
        if (frame->measured) {
            if (world->watched)
                watch_read(world, cpu, frame->pc - 1u);
            measure_read_end(world, context);
        }
        if (world->hold_promises)
            promise_path_end(world, cpu);
        context->pc = frame->pc;
        context->context = frame->context;
        context->place = frame->place;
        context->retry = frame->retry;
        if (frame->into != NO_REGISTER)
            context->reg[frame->into] = context->reg[RESULT_REGISTER];
        if (!frame->blocks)
            return AFTER_NEXT;
        task_block(world, cpu);
        return AFTER_CHANGE;
    }
    if (cpu->irq_off)
        world_fail(world, STATUS_BAD_INPUT, "CPU %d ends %s with interrupts off", cpu->number,
                   context == &cpu->interrupt ? "an interrupt" : "a round of its task");
    if (context == &cpu->interrupt) {
        interrupt_leave(world, cpu);
        return AFTER_CHANGE;
    }
    context->pc = world->task[cpu->kernel->current].entry;
    context->context = CONTEXT_USER;
    context->place = PLACE_OUTSIDE;
    context->retry = false;
    return AFTER_NEXT;
}

static void apply_effects(struct world *world, struct cpu *cpu, const struct do_effects *effects)
{
    if (effects->arm_timer)
        timer_arm(world, cpu, true_time_after(world->now, effects->timer_ns * 1000), effects->timer_index);
    if (effects->wake_task != TASK_NONE)
        task_wake(world, cpu, effects->wake_task);
    world->totals.jobs += effects->job_done;
}

static void perform_do(struct world *world, struct cpu *cpu, const struct step *step)
{
    struct context *context = cpu->active;
    const struct linked_do *linked = &world->program->dos[step->target];
    struct do_effects effects = {.wake_task = TASK_NONE};
    struct do_call call = {
        .registers = context->reg,
        .binding = linked->binding,
        .kernel = &world->kernel,
        .cpu = cpu->kernel,
        .task = cpu->kernel->current,
        .effects = &effects,
    };
    int label = linked->function(&call);
    visible(world, cpu, context->pc, (uint64_t)label);
    if (label > 0) {
        if (label > linked->labels) {
            world_fail(world, STATUS_BAD_INPUT, "a `do` function picks label %d of %d", label, linked->labels);
            return;
        }
        context->pc = step->to[label - 1];
        if (step->account != NO_ACCOUNT && accounts[step->account].retry) {
            context->retry = true;
            world->totals.retries++;
        }
    } else {
        context->pc++;
    }
    apply_effects(world, cpu, &effects);
}

/* A device read is over: the value is in the register, the step is done. */
static void finish_load(struct world *world, struct cpu *cpu)
{
    struct context *context = cpu->active;
    const struct step *step = &world->program->step[context->pc];
    if (step->into != NO_REGISTER)
        context->reg[step->into] = (int64_t)cpu->value;
    visible(world, cpu, context->pc, cpu->value);
    context->pc++;
}

static struct stream device_stream(const struct world *world, enum device device, uint64_t occasion)
{
    struct stream stream;
    stream_init(&stream, world->key, entity_id(ENTITY_DEVICE, device), PURPOSE_DEVICE_SERVICE, occasion);
    return stream;
}

static void arrive_at_bus(struct world *world, struct cpu *cpu)
{
    const struct distribution *occupancy =
        cpu->device == DEVICE_HPET ? &world->machine->hpet_occupancy : &world->machine->acpi_pm_occupancy;
    int64_t service_ps = occupancy->a_ps;
    if (!distribution_is_fixed(occupancy)) {
        struct stream stream = device_stream(world, DEVICE_HPET, world->bus_accesses);
        service_ps = distribution_draw(occupancy, &stream);
    }
    world->bus_accesses++;
    cpu->service_start = bus_arrive(&world->bus, world->now, service_ps);
    if (world->watched && world->bus.inside > 1)
        watch_wait(world, cpu, TRACE_WAIT_BUS, world->bus.inside - 1, 0);
    set_activity(cpu, ACTIVITY_SERVICE, CAUSE_BUS_WAIT);
    agenda_schedule(world->agenda, cpu->slot + SLOT_STEP, true_time_after(cpu->service_start, service_ps));
}

/* What a device behind the bus answers now. */
static uint64_t device_value(struct world *world, enum device device)
{
    if (device == DEVICE_HPET)
        return oscillator_count(&world->hpet, world->now) & world->hpet_mask;
    uint64_t count = oscillator_count(&world->acpi_pm, world->now);
    if (device == DEVICE_ACPI_PM_GLITCHING) {
        struct stream stream = device_stream(world, device, world->bus.served_ever);
        count = acpi_pm_glitching_read(count, &stream);
    }
    return count & counter_mask(ACPI_PM_BITS);
}

/* Returns whether time has to pass. */
static bool start_load(struct world *world, struct cpu *cpu, const struct step *step)
{
    if (step->target == DEVICE_TSC) {
        cpu->value = oscillator_count(&world->tsc, world->now);
        finish_load(world, cpu);
        return false;
    }
    world->load_steps++;
    cpu->device = (uint8_t)step->target;
    if (cpu->active->reads)
        measure_load_begin(world, cpu->active);
    if (cpu->travel_ps == 0) {
        arrive_at_bus(world, cpu);
        return true;
    }
    set_activity(cpu, ACTIVITY_TRAVEL_OUT, CAUSE_TRAVEL);
    schedule_step(world, cpu, cpu->travel_ps);
    return true;
}

/* What the step wanted of the word happens now. Returns whether the CPU goes on; else it waits. */
static bool use_word(struct world *world, struct cpu *cpu, const struct step *step, bool *written)
{
    struct context *context = cpu->active;
    struct word_state *word = word_at(world, step->target, cpu);
    int64_t value = word->value;
    switch (step->kind) {
    case STEP_SPIN:
        if (value == context->reg[step->from]) {
            spinner_add(world, cpu, line_at(world, step->target, cpu));
            if (world->watched)
                watch_wait(world, cpu, TRACE_WAIT_SPIN, 0, (uint64_t)value);
            return false;
        }
        break;
    case STEP_STORE:
        word->value = value = context->reg[step->from];
        *written = true;
        break;
    case STEP_SWAP:
        *written = value == context->reg[step->expect];
        if (*written)
            word->value = context->reg[step->from];
        break;
    case STEP_LOCK:
        if (!lock_touch(world, cpu, step, word))
            return false;
        break;
    case STEP_UNLOCK:
        lock_release(world, cpu, step, word);
        *written = true;
        break;
    default: /* STEP_FETCH */
        break;
    }
    if (step->into != NO_REGISTER)
        context->reg[step->into] = value;
    visible(world, cpu, context->pc, (uint64_t)value);
    context->pc++;
    return true;
}

/* The line is here, owned or shared. Returns whether the CPU goes on; else it waits. */
static bool touch_word(struct world *world, struct cpu *cpu, const struct step *step, bool own)
{
    struct line_state *line = line_at(world, step->target, cpu);
    bool written = false;
    bool goes_on = use_word(world, cpu, step, &written);
    if (own)
        spinners_after_own(world, cpu, line, written);
    return goes_on;
}

/* Returns whether time has to pass. */
static bool start_word(struct world *world, struct cpu *cpu, const struct step *step)
{
    struct line_state *line = line_at(world, step->target, cpu);
    bool own = step->kind != STEP_FETCH && step->kind != STEP_SPIN, wanted = true;
    if (step->kind == STEP_LOCK || step->kind == STEP_UNLOCK)
        wanted = lock_wants_line(world, cpu, step, &own);
    if (!wanted || line_hit(&line->line, cpu->core, own))
        return !touch_word(world, cpu, step, own);
    line_request(world, cpu, line, own);
    return true;
}

/* A step that blocks the task, or not. Returns whether it has blocked. */
static bool start_blocking(struct world *world, struct cpu *cpu, const struct step *step)
{
    struct context *context = cpu->active;
    uint32_t pc = context->pc;
    if (context == &cpu->interrupt || cpu->irq_off) {
        world_fail(world, STATUS_BAD_INPUT, "a step that blocks stands where interrupts are off");
        return true;
    }
    int64_t value = 0;
    bool went_on;
    context->pc++;
    if (step->kind == STEP_PUT) {
        value = context->reg[step->from];
        went_on = channel_put(world, cpu, step->target, value);
    } else {
        went_on = channel_take(world, cpu, step->target, &value);
        if (went_on && step->into != NO_REGISTER)
            context->reg[step->into] = value;
    }
    visible(world, cpu, pc, (uint64_t)value);
    if (!went_on)
        task_block(world, cpu);
    return !went_on;
}

static void start_sleep(struct world *world, struct cpu *cpu, const struct step *step)
{
    /* The kernel's path queues the timer; the task blocks when that path has returned. */
    struct context *context = cpu->active;
    if (context == &cpu->interrupt || cpu->irq_off) {
        world_fail(world, STATUS_BAD_INPUT, "a task sleeps where interrupts are off");
        return;
    }
    context->reg[world->program->sleep_register] = drawn_ps(world, context, step) / 1000;
    if (push_frame(world, cpu, step, world->program->sleep_path)) {
        world->task[cpu->kernel->current].sleeps = true;
        context->frame[context->depth - 1].blocks = true;
        context->context = CONTEXT_SYSTEM_CALL;
    }
}

static void start_jump(struct world *world, struct context *context, const struct step *step)
{
    if (step->account != NO_ACCOUNT && accounts[step->account].retry) {
        context->retry = true;
        world->totals.retries++;
    }
    context->pc = (uint16_t)step->target;
}

/* Steps that change what the CPU does, or another CPU; seldom taken. */
static void control_step(struct world *world, struct cpu *cpu, const struct step *step)
{
    struct context *context = cpu->active;
    switch ((enum step_kind)step->kind) {
    case STEP_IRQ_OFF:
        if (cpu->irq_off == IRQ_OFF_MAX) {
            world_fail(world, STATUS_BAD_INPUT, "CPU %d switches interrupts off %d times over", cpu->number, IRQ_OFF_MAX);
            return;
        }
        cpu->irq_off++;
        break;
    case STEP_IRQ_ON:
        if (cpu->irq_off == 0) {
            world_fail(world, STATUS_BAD_INPUT, "CPU %d switches interrupts on that are not off", cpu->number);
            return;
        }
        cpu->irq_off--;
        break;
    case STEP_WAKE:
        task_wake(world, cpu, (int32_t)context->reg[step->target]);
        break;
    case STEP_INTERRUPT: {
        int64_t number = context->reg[step->cpu];
        if (number < 0 || number >= world->cpu_count) {
            world_fail(world, STATUS_BAD_INPUT, "an interrupt is sent to CPU %lld, which does not exist",
                       (long long)number);
            return;
        }
        interrupt_send(world, &world->cpu[number], step->target, world->now);
        break;
    }
    default:
        ensure(false);
    }
    visible(world, cpu, context->pc, 0);
    context->pc++;
}

static inline void apply_account(struct context *context, uint8_t account)
{
    if (accounts[account].context >= 0)
        context->context = (uint8_t)accounts[account].context;
    if (accounts[account].place >= 0)
        context->place = (uint8_t)accounts[account].place;
}

static inline enum after run_step(struct world *world, struct cpu *cpu)
{
    struct context *context = cpu->active;
    const struct step *step = &world->program->step[context->pc];
    if ((cpu->flags & step->flags) != step->flags_want) {
        context->pc++;
        return AFTER_NEXT;
    }
    if (step->account != NO_ACCOUNT)
        apply_account(context, step->account);
    switch ((enum step_kind)step->kind) {
    case STEP_DO:
        perform_do(world, cpu, step);
        return AFTER_NEXT;
    case STEP_CALL:
        push_frame(world, cpu, step, (int32_t)step->target);
        return AFTER_NEXT;
    case STEP_READ:
        start_read(world, cpu, step);
        return AFTER_NEXT;
    case STEP_RETURN:
        return finish_path(world, cpu);
    case STEP_JUMP:
        start_jump(world, context, step);
        return AFTER_NEXT;
    case STEP_WORK:
        if (start_work(world, cpu, step))
            return AFTER_WAIT;
        context->pc++;
        return AFTER_NEXT;
    case STEP_LOAD:
        return start_load(world, cpu, step) ? AFTER_WAIT : AFTER_NEXT;
    case STEP_FETCH:
    case STEP_STORE:
    case STEP_SWAP:
    case STEP_SPIN:
    case STEP_LOCK:
    case STEP_UNLOCK:
        return start_word(world, cpu, step) ? AFTER_WAIT : AFTER_NEXT;
    case STEP_PUT:
    case STEP_TAKE:
        start_blocking(world, cpu, step);
        return AFTER_CHANGE;
    case STEP_SLEEP:
        start_sleep(world, cpu, step);
        return AFTER_CHANGE;
    default:
        control_step(world, cpu, step);
        return AFTER_CHANGE;
    }
}

/* A context that an interrupt had stopped goes on. Returns whether time has to pass. */
static bool resume(struct world *world, struct cpu *cpu)
{
    struct context *context = cpu->active;
    enum resume how = (enum resume)context->resume;
    context->resume = RESUME_STEP;
    if (how == RESUME_WORK) {
        begin_work(world, cpu, context->left_q16);
        return true;
    }
    if (how == RESUME_LOCK) {
        if (context->granted) {
            cpu->line = NULL;
            set_activity(cpu, ACTIVITY_LINE, CAUSE_LINE);
            schedule_step(world, cpu, world->machine->line_in_socket_ps);
            return true;
        }
        set_activity(cpu, ACTIVITY_LOCK, CAUSE_SPIN);
        agenda_cancel(world->agenda, cpu->slot + SLOT_STEP);
        return true;
    }
    return false;
}

void run_steps(struct world *world, struct cpu *cpu)
{
    uint32_t steps = 0;
    enum after after = AFTER_CHANGE;
    do {
        if (cpu->pending && !cpu->in_interrupt && !cpu->irq_off)
            interrupt_enter(world, cpu);
        if (!cpu->active || world->failed) {
            set_activity(cpu, ACTIVITY_IDLE, CAUSE_HALT);
            agenda_cancel(world->agenda, cpu->slot + SLOT_STEP);
            break;
        }
        if (cpu->active->resume != RESUME_STEP && resume(world, cpu))
            break;
        do {
            after = run_step(world, cpu);
            if (++steps == IDLE_STEPS_MAX)
                world_fail(world, STATUS_BAD_INPUT, "CPU %d makes no progress: %u steps and no time has passed",
                           cpu->number, steps);
        } while (after == AFTER_NEXT && !world->failed);
    } while (after != AFTER_WAIT);
    update_busy(world, cpu);
}

void step_ends(struct world *world, struct cpu *cpu)
{
    charge(world, cpu);
    struct context *context = cpu->active;
    switch ((enum activity)cpu->activity) {
    case ACTIVITY_WORK:
        world->overshoot_q16 -= cpu->left_q16;
        visible(world, cpu, context->pc, 0);
        context->pc++;
        break;
    case ACTIVITY_TRAVEL_OUT:
        arrive_at_bus(world, cpu);
        return;
    case ACTIVITY_SERVICE:
        bus_complete(&world->bus, world->now);
        cpu->value = device_value(world, (enum device)cpu->device);
        if (cpu->travel_ps > 0) {
            set_activity(cpu, ACTIVITY_TRAVEL_BACK, CAUSE_TRAVEL);
            schedule_step(world, cpu, cpu->travel_ps);
            return;
        }
        finish_load(world, cpu);
        break;
    case ACTIVITY_TRAVEL_BACK:
        finish_load(world, cpu);
        break;
    case ACTIVITY_LINE:
        if (!line_arrived(world, cpu))
            return;
        if (!touch_word(world, cpu, &world->program->step[context->pc], cpu->line && cpu->request.own)) {
            interrupt_if_pending(world, cpu);
            return;
        }
        break;
    case ACTIVITY_LINE_WAIT:
    case ACTIVITY_IDLE:
    case ACTIVITY_SPIN:
    case ACTIVITY_LOCK:
        ensure(false);
    }
    run_steps(world, cpu);
}
