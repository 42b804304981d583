/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/kernel/dos.h"
#include "sim/world/world_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void world_fail(struct world *world, enum exit_status status, const char *format, ...)
{
    if (world->failed)
        return;
    world->failed = true;
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_set(world->error, status, "%s at %.9f s of simulated time", message,
              (double)world->now.ps * 1e-12);
}

static int64_t task_count_of(const struct scenario *scenario)
{
    const struct workload_params *workload = &scenario->workload;
    if (workload->kind == WORKLOAD_COMPUTE_JOBS)
        return workload->users;
    int64_t cpus = machine_cpu_count(&scenario->machine), count = 0;
    for (size_t i = 0; i < workload->task_count; i++)
        count += workload->task[i].count_per_cpu * (workload->task[i].cpu >= 0 ? 1 : cpus);
    return count;
}

static uint32_t instances(const struct world *world, enum word_scope scope)
{
    return scope == SCOPE_MACHINE ? 1
                                  : (uint32_t)(scope == SCOPE_SOCKET ? world->machine->sockets : world->cpu_count);
}

/* Allocates zeroed memory and counts it. */
static void *take(struct world *world, size_t count, size_t size)
{
    world->bytes += count * size;
    return calloc(count ? count : 1, size);
}

static int check_memory(const struct scenario *scenario, const struct program *program, int64_t tasks,
                        struct error *error)
{
    int64_t cpus = machine_cpu_count(&scenario->machine);
    double registers = (double)program->register_count * sizeof(int64_t);
    double bytes = (double)cpus * (sizeof(struct cpu) + sizeof(struct kernel_cpu) + registers + 64) +
                   (double)tasks * (sizeof(struct task) + sizeof(struct timer_node) + registers + 4);
    for (size_t i = 0; i < program->channel_count; i++)
        bytes += (double)program->channel[i]->capacity * sizeof(int64_t);
    if (bytes > (double)scenario->run.max_memory_bytes)
        return error_set(error, STATUS_BAD_INPUT,
                         "%lld CPUs and %lld tasks need about %.0f MiB, more than run.max_memory (%.0f MiB)",
                         (long long)cpus, (long long)tasks, bytes / 1048576,
                         (double)scenario->run.max_memory_bytes / 1048576);
    double seconds = ((double)scenario->run.warm_up_ps + (double)scenario->run.duration_ps) * 1e-12;
    if ((double)cpus * seconds > 9e6) /* 2^63 ps: books are summed over CPUs */
        return error_set(error, STATUS_BAD_INPUT, "%lld CPUs for %.0f s are more than 9 million CPU-seconds",
                         (long long)cpus, seconds);
    if (tasks > INT32_MAX / 2)
        return error_set(error, STATUS_BAD_INPUT, "%lld tasks are too many", (long long)tasks);
    return 0;
}

/* A line that several cores use; words of a CPU's own are never elsewhere. */
static int allocate_copies(struct world *world, struct line *line)
{
    line->copies = take(world, ((size_t)machine_core_count(world->machine) + 63) / 64, sizeof *line->copies);
    line->socket = take(world, (size_t)world->machine->sockets, sizeof *line->socket);
    return line->copies && line->socket ? 0 : -1;
}

static int allocate_words(struct world *world)
{
    const struct program *program = world->program;
    world->word_first = take(world, program->word_count + 1, sizeof *world->word_first);
    world->line_first = take(world, program->line_count + 1, sizeof *world->line_first);
    if (!world->word_first || !world->line_first)
        return -1;
    uint32_t words = 0, lines = 0;
    for (size_t i = 0; i < program->word_count; i++) {
        world->word_first[i] = words;
        words += instances(world, program->word[i].scope);
    }
    for (size_t i = 0; i < program->line_count; i++) {
        world->line_first[i] = lines;
        lines += instances(world, program->line_scope[i]);
    }
    world->word = take(world, words, sizeof *world->word);
    world->line = take(world, lines, sizeof *world->line);
    if (!world->word || !world->line)
        return -1;
    for (size_t i = 0; i < program->line_count; i++)
        for (uint32_t k = 0; k < instances(world, program->line_scope[i]); k++) {
            struct line_state *line = &world->line[world->line_first[i] + k];
            line->number = world->line_first[i] + k;
            line->line.holder_socket = LINE_NOBODY;
            if (program->line_scope[i] != SCOPE_CPU && allocate_copies(world, &line->line))
                return -1;
        }
    return 0;
}

static int allocate_channels(struct world *world)
{
    const struct program *program = world->program;
    world->channel = take(world, program->channel_count, sizeof *world->channel);
    if (!world->channel)
        return -1;
    for (size_t i = 0; i < program->channel_count; i++) {
        struct channel_state *channel = &world->channel[i];
        channel->capacity = program->channel[i]->capacity;
        channel->put_first = channel->put_last = channel->take_first = channel->take_last = TASK_NONE;
        channel->ring = take(world, (size_t)channel->capacity, sizeof *channel->ring);
        if (!channel->ring)
            return -1;
    }
    return 0;
}

static int allocate_cpus(struct world *world)
{
    size_t cpus = (size_t)world->cpu_count, tasks = (size_t)world->task_count;
    size_t registers = world->program->register_count;
    world->cpu = take(world, cpus, sizeof *world->cpu);
    world->slot_cpu = take(world, cpus, sizeof *world->slot_cpu);
    world->scratch = take(world, cpus, sizeof *world->scratch);
    world->task = take(world, tasks, sizeof *world->task);
    world->kernel.cpu = take(world, cpus, sizeof *world->kernel.cpu);
    world->kernel.task_next = take(world, tasks, sizeof *world->kernel.task_next);
    world->kernel.task_timer = take(world, tasks, sizeof *world->kernel.task_timer);
    int64_t *reg = take(world, (cpus + tasks) * registers, sizeof *reg);
    world->agenda = agenda_create(cpus * SLOTS_PER_CPU);
    if (!world->cpu || !world->slot_cpu || !world->scratch || !world->task || !world->kernel.cpu || !world->kernel.task_next ||
        !world->kernel.task_timer || !reg || !world->agenda) {
        free(reg);
        return -1;
    }
    world->bytes += agenda_bytes(world->agenda);
    for (size_t i = 0; i < cpus; i++)
        world->cpu[i].interrupt.reg = reg + i * registers;
    for (size_t i = 0; i < tasks; i++)
        world->task[i].context.reg = reg + (cpus + i) * registers;
    return 0;
}

/* Deals the slots to the CPUs: in order, or by a drawn permutation (Fisher and Yates). */
static void deal_slots(struct world *world, uint64_t permutation)
{
    for (int32_t i = 0; i < world->cpu_count; i++)
        world->slot_cpu[i] = &world->cpu[i];
    if (permutation) {
        struct stream stream;
        stream_init(&stream, (struct stream_key){permutation, 0}, 0, PURPOSE_TEST, 0);
        for (int32_t i = world->cpu_count - 1; i > 0; i--) {
            uint64_t k = stream_below(&stream, (uint64_t)i + 1);
            struct cpu *swap = world->slot_cpu[i];
            world->slot_cpu[i] = world->slot_cpu[k];
            world->slot_cpu[k] = swap;
        }
    }
    for (int32_t i = 0; i < world->cpu_count; i++)
        world->slot_cpu[i]->slot = (uint32_t)i * SLOTS_PER_CPU;
}

static void prepare_cpus(struct world *world)
{
    const struct machine_params *machine = world->machine;
    const struct kernel_profile *profile = &world->scenario->kernel;
    uint8_t flags = 0;
    flags |= world->program->clock->sched_clock->sched_clock_unstable ? FLAG_SCHED_CLOCK_UNSTABLE : 0;
    flags |= profile->seqcount_retry ? FLAG_SEQCOUNT_RETRY : 0;
    flags |= profile->late_tick_rule ? FLAG_LATE_TICK_RULE : 0;
    flags |= world->program->clock->clocksource->high_resolution ? FLAG_HIGH_RESOLUTION : 0;
    for (int32_t i = 0; i < world->cpu_count; i++) {
        struct cpu *cpu = &world->cpu[i];
        cpu->number = i;
        cpu->core = (int32_t)machine_core_of(machine, i);
        cpu->socket = (int32_t)machine_socket_of(machine, i);
        cpu->request = (struct line_request){.cpu = i, .core = cpu->core, .socket = cpu->socket};
        int64_t sibling = machine_sibling_of(machine, i);
        cpu->sibling = sibling >= 0 ? &world->cpu[sibling] : NULL;
        cpu->kernel = &world->kernel.cpu[i];
        /* CPU 0 sets up the first tick device and so keeps the time: tick_setup_device(), kernel/time, 4.1. */
        cpu->flags = flags | (i == 0 ? FLAG_TIMEKEEPER : 0);
        cpu->travel_ps = machine->travel_ps[machine_distance(machine, cpu->socket, machine->hpet_socket)];
        for (int v = 0; v < VECTORS_MAX; v++)
            cpu->flight_ps[v] = INT64_MAX;
        cpu->interrupt.entity = entity_id(ENTITY_CPU, i);
        cpu->cell = (int16_t)cell_index(CONTEXT_IDLE, PLACE_OUTSIDE, CAUSE_HALT);
    }
}

static void place_task(struct world *world, int32_t number, int32_t cpu, int32_t entry, bool partway)
{
    struct task *task = &world->task[number];
    task->home = cpu;
    task->entry = (uint16_t)entry;
    task->context.pc = (uint16_t)entry;
    task->context.entity = entity_id(ENTITY_TASK, number);
    task->context.partway = partway;
    run_queue_add(&world->kernel, &world->kernel.cpu[cpu], number);
}

static void place_tasks(struct world *world)
{
    const struct workload_params *workload = &world->scenario->workload;
    if (workload->kind == WORKLOAD_COMPUTE_JOBS) {
        for (int32_t i = 0; i < world->task_count; i++)
            place_task(world, i, i % world->cpu_count, world->program->task_path[0], true);
        return;
    }
    int32_t number = 0;
    for (size_t kind = 0; kind < workload->task_count; kind++) {
        const struct task_text *text = &workload->task[kind];
        for (int32_t cpu = 0; cpu < world->cpu_count; cpu++)
            if (text->cpu < 0 || text->cpu == cpu)
                for (int64_t k = 0; k < text->count_per_cpu; k++)
                    place_task(world, number++, cpu, world->program->task_path[kind], false);
    }
    world->task_count = number;
}

static void prepare_clocks(struct world *world, uint64_t start_count)
{
    const struct machine_params *machine = world->machine;
    const struct policy_descriptor *clocksource = world->program->clock->clocksource;
    world->hpet.rate_uhz = (uint64_t)machine->hpet_rate_uhz;
    world->tsc.rate_uhz = (uint64_t)machine->tsc_rate_uhz;
    world->acpi_pm.rate_uhz = (uint64_t)machine->acpi_pm_rate_uhz;
    world->hpet.phase = world->acpi_pm.phase = (unsigned __int128)start_count * 1000000000000000000u;
    world->hpet_mask = counter_mask(machine->hpet_bits);
    world->periodic = !clocksource->high_resolution;
    world->kernel.profile = &world->scenario->kernel;
    world->kernel.cpu_count = world->cpu_count;
    world->kernel.task_count = world->task_count;
    uint64_t rate_uhz = 0, cycles = 0;
    switch (clocksource->rate) {
    case RATE_HPET:
        rate_uhz = world->hpet.rate_uhz;
        cycles = start_count;
        break;
    case RATE_TSC:
        rate_uhz = world->tsc.rate_uhz;
        break;
    case RATE_ACPI_PM:
        rate_uhz = world->acpi_pm.rate_uhz;
        cycles = start_count;
        break;
    default:
        rate_uhz = (uint64_t)world->scenario->kernel.hz * 1000000;
    }
    kernel_init(&world->kernel, rate_uhz, clocksource->counter_bits, cycles, world->tsc.rate_uhz,
                1000000000 / world->scenario->kernel.hz);
}

/* Every CPU starts in the middle of a turn, its first task at a drawn part of it, and with its tick armed. */
static void start_cpu(struct world *world, struct cpu *cpu)
{
    struct kernel_cpu *kernel = cpu->kernel;
    struct do_effects effects = {.wake_task = TASK_NONE};
    int64_t turn_start_ns = 0;
    static const uint8_t first_register[DO_REGISTERS_MAX];
    if (kernel->queue_length > 1) {
        struct stream stream;
        stream_init(&stream, world->key, entity_id(ENTITY_CPU, cpu->number), PURPOSE_JOB_START, 0);
        int64_t share_ps = world->scenario->kernel.sched_latency_ps / kernel->queue_length;
        int64_t least_ps = world->scenario->kernel.sched_min_granularity_ps;
        turn_start_ns = -(int64_t)((double)(share_ps > least_ps ? share_ps : least_ps) / 1e3 * stream_uniform(&stream));
    }
    if (kernel->queue_length > 0) {
        struct do_call call = {&turn_start_ns, first_register, &world->kernel, kernel, TASK_NONE, &effects};
        do_pick_next_task.function(&call);
    }
    cpu->active = kernel->current == TASK_NONE ? NULL : &world->task[kernel->current].context;
    if (world->program->vector_path[VECTOR_TIMER] != NO_PATH)
        timer_arm(world, cpu, (struct true_time){kernel->tick.expiry_ns * 1000},
                  (uint64_t)(kernel->tick.expiry_ns / world->kernel.tick_period_ns));
    if (world->program->vector_path[VECTOR_IRQ_OFF] != NO_PATH)
        irq_off_start(world, cpu);
}

int world_create(const struct program *program, const struct scenario *scenario, const struct world_options *options,
                 struct world **created, struct error *error)
{
    int64_t tasks = task_count_of(scenario);
    if (check_memory(scenario, program, tasks, error))
        return -1;
    struct world *world = calloc(1, sizeof *world);
    if (!world)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    world->bytes = sizeof *world;
    world->program = program;
    world->scenario = scenario;
    world->machine = &scenario->machine;
    world->key = options->key;
    world->hold_promises = options->hold_promises;
    world->recent = options->recent;
    world->trace = options->trace;
    world->cpu_count = (int32_t)machine_cpu_count(&scenario->machine);
    world->task_count = (int32_t)tasks;
    world->shared_speed_q16 = machine_shared_speed_q16(&scenario->machine);
    if (allocate_cpus(world) || allocate_words(world) || allocate_channels(world) || watch_prepare(world)) {
        world_destroy(world);
        return error_set(error, STATUS_INTERNAL, "out of memory for %lld CPUs and %lld tasks",
                         (long long)world->cpu_count, (long long)tasks);
    }
    deal_slots(world, options->slot_permutation);
    prepare_clocks(world, options->start_count);
    prepare_cpus(world);
    place_tasks(world);
    measure_prepare(world);
    world->error = error;
    for (int32_t i = 0; i < world->cpu_count; i++)
        start_cpu(world, &world->cpu[i]);
    if (world->failed) {
        world_destroy(world);
        return -1;
    }
    *created = world;
    return 0;
}

static void dispatch(struct world *world, size_t slot)
{
    struct cpu *cpu = world->slot_cpu[slot / SLOTS_PER_CPU];
    switch ((enum slot_kind)(slot % SLOTS_PER_CPU)) {
    case SLOT_STEP:
        step_ends(world, cpu);
        return;
    case SLOT_TIMER:
        timer_fires(world, cpu);
        return;
    case SLOT_INTERRUPT:
        interrupts_arrive(world, cpu);
        return;
    }
}

/* Runs up to true time `end`, which becomes the present. */
static int run_until(struct world *world, struct true_time end)
{
    size_t slot = 0;
    struct true_time when = {0};
    uint64_t most = (uint64_t)world->scenario->run.max_events;
    for (;;) {
        if (!agenda_next(world->agenda, &slot, &when)) {
            world_fail(world, STATUS_BAD_INPUT, "deadlock: every task waits and nothing can wake one");
            break;
        }
        if (when.ps > end.ps)
            break;
        world->now = when;
        world->events++;
        dispatch(world, slot);
        if (world->failed)
            break;
        if (world->events > most) {
            world_fail(world, STATUS_BAD_INPUT, "more than run.max_events (%llu; raise it or shorten run.duration)",
                       (unsigned long long)most);
            break;
        }
    }
    if (world->failed)
        return -1;
    world->now = end;
    return 0;
}

/* Ticks go on for ever; tasks that all wait for each other do not. */
static bool all_wait_at_channels(const struct world *world)
{
    int32_t waiting = 0;
    for (int32_t i = 0; i < world->task_count; i++)
        waiting += world->task[i].in_channel;
    return world->task_count > 0 && waiting == world->task_count;
}

int world_run(struct world *world, struct error *error)
{
    const struct run_params *run = &world->scenario->run;
    world->error = error;
    for (int32_t i = 0; i < world->cpu_count; i++)
        run_steps(world, &world->cpu[i]);
    if (world->failed)
        return -1;
    if (run_until(world, (struct true_time){run->warm_up_ps}))
        return -1;
    measure_reset(world);
    if (run_until(world, (struct true_time){run->warm_up_ps + run->duration_ps}))
        return -1;
    measure_close(world);
    if (all_wait_at_channels(world))
        return error_set(error, STATUS_BAD_INPUT, "deadlock: every task waits at a channel when the run ends");
    return books_check(world, error);
}

const struct world_totals *world_totals(const struct world *world)
{
    return &world->totals;
}

size_t world_bytes(const struct world *world)
{
    return world->bytes;
}

void world_destroy(struct world *world)
{
    if (!world)
        return;
    if (world->line && world->line_first)
        for (size_t i = 0; i < world->program->line_count; i++)
            for (uint32_t k = 0; k < instances(world, world->program->line_scope[i]); k++) {
                free(world->line[world->line_first[i] + k].line.copies);
                free(world->line[world->line_first[i] + k].line.socket);
            }
    if (world->channel)
        for (size_t i = 0; i < world->program->channel_count; i++)
            free(world->channel[i].ring);
    if (world->cpu && world->cpu_count > 0)
        free(world->cpu[0].interrupt.reg);
    agenda_destroy(world->agenda);
    free(world->cpu);
    free(world->slot_cpu);
    free(world->scratch);
    free(world->task);
    free(world->kernel.cpu);
    free(world->kernel.task_next);
    free(world->kernel.task_timer);
    free(world->word);
    free(world->word_first);
    free(world->line);
    free(world->line_first);
    free(world->channel);
    free(world->watch);
    free(world);
}
