/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/world/program.h"

#include "models/registry.h"
#include "models/workload/workloads.h"

#include <stdlib.h>
#include <string.h>

enum { OWNER_KERNEL, OWNER_CLOCKSOURCE, OWNER_SCHED_CLOCK, OWNER_WORKLOAD, OWNER_COUNT, PATHS_MAX = 1024 };

/* One who writes paths: a kernel profile, a policy, a workload. Names are looked up in its own words and paths, then in
 * the kernel's; registers are its own, but for `result`. */
struct owner {
    const char *name;
    const struct word_text *word;
    size_t word_count;
    const struct channel_text *channel;
    size_t channel_count;
    const struct path_text *path;
    size_t path_count;
    size_t first_word, first_channel; /* in the program */
    int32_t *entry;                   /* [path_count] first step of each path */
};

struct linker {
    struct program *program;
    const struct kernel_profile *kernel;
    struct owner owner[OWNER_COUNT];
    struct path_text *workload_path;
    struct step_text compute_jobs[COMPUTE_JOBS_STEPS];
    size_t step_room, draw_room, do_room;
    struct {
        int owner;
        const char *name;
    } register_name[REGISTERS_MAX];
    struct error *error;
    /* the step being linked, for messages */
    const struct owner *at_owner;
    const struct path_text *at_path;
    const struct step_text *at_step;
};

static int fail(struct linker *linker, const char *what, const char *name)
{
    const struct step_text *step = linker->at_step;
    const char *path = linker->at_path ? linker->at_path->name : "?";
    if (step && step->place.line)
        return error_set(linker->error, STATUS_BAD_INPUT, "%s:%u:%u: error: %s `%s` (path `%s` of %s)", step->place.file,
                         step->place.line, step->place.column, what, name ? name : "", path, linker->at_owner->name);
    return error_set(linker->error, STATUS_BAD_INPUT, "error: %s `%s` (path `%s` of %s)", what, name ? name : "", path,
                     linker->at_owner ? linker->at_owner->name : "the world");
}

/* Makes room for one more element of `size` bytes in a growing array. */
static int grow(void **array, size_t count, size_t *room, size_t size, struct error *error)
{
    if (count < *room)
        return 0;
    size_t more = *room ? *room * 2 : 64;
    void *moved = realloc(*array, more * size);
    if (!moved)
        return error_set(error, STATUS_INTERNAL, "out of memory while linking");
    *array = moved;
    *room = more;
    return 0;
}

static int find_register(struct linker *linker, int owner, const char *name, uint8_t *index)
{
    if (!name) {
        *index = NO_REGISTER;
        return 0;
    }
    if (strcmp(name, "result") == 0) {
        *index = RESULT_REGISTER;
        return 0;
    }
    struct program *program = linker->program;
    for (size_t i = 1; i < program->register_count; i++)
        if (linker->register_name[i].owner == owner && strcmp(linker->register_name[i].name, name) == 0) {
            *index = (uint8_t)i;
            return 0;
        }
    if (program->register_count == REGISTERS_MAX)
        return fail(linker, "no register left for", name);
    linker->register_name[program->register_count].owner = owner;
    linker->register_name[program->register_count].name = name;
    *index = (uint8_t)program->register_count++;
    return 0;
}

static int find_word(struct linker *linker, int owner, const char *name, uint32_t *index)
{
    for (int pass = 0; pass < 2; pass++) {
        const struct owner *o = &linker->owner[pass == 0 ? owner : OWNER_KERNEL];
        for (size_t i = 0; i < o->word_count; i++)
            if (strcmp(o->word[i].name, name) == 0) {
                *index = (uint32_t)(o->first_word + i);
                return 0;
            }
    }
    return fail(linker, "no such word", name);
}

static int find_channel(struct linker *linker, int owner, const char *name, uint32_t *index)
{
    for (int pass = 0; pass < 2; pass++) {
        const struct owner *o = &linker->owner[pass == 0 ? owner : OWNER_KERNEL];
        for (size_t i = 0; i < o->channel_count; i++)
            if (strcmp(o->channel[i].name, name) == 0) {
                *index = (uint32_t)(o->first_channel + i);
                return 0;
            }
    }
    return fail(linker, "no such channel", name);
}

static int32_t path_entry(const struct owner *owner, const char *name)
{
    for (size_t i = 0; i < owner->path_count; i++)
        if (strcmp(owner->path[i].name, name) == 0)
            return owner->entry[i];
    return NO_PATH;
}

static int find_path(struct linker *linker, int owner, const char *name, uint32_t *index)
{
    int32_t entry = path_entry(&linker->owner[owner], name);
    if (entry == NO_PATH)
        entry = path_entry(&linker->owner[OWNER_KERNEL], name);
    if (entry == NO_PATH)
        return fail(linker, "no such path", name);
    *index = (uint32_t)entry;
    return 0;
}

static int find_device(struct linker *linker, const char *name, uint32_t *index)
{
    for (size_t i = 0; i < registry_device_count; i++)
        if (strcmp(registry_devices[i], name) == 0) {
            *index = (uint32_t)i;
            return 0;
        }
    return fail(linker, "no such device", name);
}

static int find_label(struct linker *linker, int32_t entry, const char *name, uint16_t *index)
{
    const struct path_text *path = linker->at_path;
    for (size_t i = 0; i < path->step_count; i++)
        if (path->step[i].label && strcmp(path->step[i].label, name) == 0) {
            *index = (uint16_t)((size_t)entry + i);
            return 0;
        }
    return fail(linker, "no such label", name);
}

static int add_do(struct linker *linker, int owner, const char *name, uint32_t *index)
{
    const struct do_descriptor *descriptor = registry_do(name);
    if (!descriptor)
        return fail(linker, "no such `do` function", name);
    struct program *program = linker->program;
    void *dos = program->dos;
    if (grow(&dos, program->do_count, &linker->do_room, sizeof *program->dos, linker->error))
        return -1;
    program->dos = dos;
    struct linked_do *linked = &program->dos[program->do_count];
    *linked = (struct linked_do){.function = descriptor->function, .labels = descriptor->labels};
    for (size_t i = 0; i < DO_REGISTERS_MAX && descriptor->registers[i]; i++)
        if (find_register(linker, owner, descriptor->registers[i], &linked->binding[i]))
            return -1;
    *index = (uint32_t)program->do_count++;
    return 0;
}

/* The time of a work or sleep step: fixed in the step itself, or a row of the table of draws. */
static int set_time(struct linker *linker, const struct distribution *time, struct step *step)
{
    if (distribution_is_fixed(time)) {
        step->ps = time->a_ps;
        return 0;
    }
    struct program *program = linker->program;
    void *draw = program->draw;
    if (grow(&draw, program->draw_count, &linker->draw_room, sizeof *program->draw, linker->error))
        return -1;
    program->draw = draw;
    program->draw[program->draw_count++] = *time;
    step->draw = (uint32_t)program->draw_count;
    return 0;
}

static int set_cost(struct linker *linker, const struct step_text *text, struct step *step)
{
    if (!text->target)
        return set_time(linker, &text->time, step);
    for (size_t i = 0; i < linker->kernel->cost_count; i++)
        if (strcmp(linker->kernel->cost[i].name, text->target) == 0)
            return set_time(linker, &linker->kernel->cost[i].time, step);
    return fail(linker, "the kernel profile has no cost", text->target);
}

static int set_flag(struct linker *linker, const struct step_text *text, struct step *step)
{
    if (!text->if_flag)
        return 0;
    for (size_t i = 0; i < step_flag_count; i++)
        if (strcmp(step_flags[i].name, text->if_flag) == 0) {
            step->flags = (uint8_t)step_flags[i].flag;
            step->flags_want = text->if_not ? 0 : step->flags;
            return 0;
        }
    return fail(linker, "no such flag", text->if_flag);
}

static int set_account(struct linker *linker, const struct step_text *text, struct step *step)
{
    step->account = NO_ACCOUNT;
    if (!text->account)
        return 0;
    for (size_t i = 0; i < account_count; i++)
        if (strcmp(accounts[i].name, text->account) == 0) {
            step->account = (uint8_t)i;
            return 0;
        }
    return fail(linker, "no such account", text->account);
}

static int set_target(struct linker *linker, int owner, int32_t entry, const struct step_text *text, struct step *step)
{
    switch (step_kinds[text->kind].argument) {
    case ARGUMENT_NONE:
        return 0;
    case ARGUMENT_WORK:
        return set_cost(linker, text, step);
    case ARGUMENT_CLOCK:
        step->target = strcmp(text->target, "sched_clock") == 0;
        return 0;
    case ARGUMENT_DEVICE:
        return find_device(linker, text->target, &step->target);
    case ARGUMENT_WORD:
        return find_word(linker, owner, text->target, &step->target);
    case ARGUMENT_DO:
        return add_do(linker, owner, text->target, &step->target);
    case ARGUMENT_LABEL: {
        uint16_t at = 0;
        if (find_label(linker, entry, text->target, &at))
            return -1;
        step->target = at;
        return 0;
    }
    case ARGUMENT_PATH:
        return find_path(linker, owner, text->target, &step->target);
    case ARGUMENT_REGISTER: {
        uint8_t at = NO_REGISTER;
        if (find_register(linker, owner, text->target, &at))
            return -1;
        step->target = at;
        return 0;
    }
    case ARGUMENT_CHANNEL:
        return find_channel(linker, owner, text->target, &step->target);
    }
    return fail(linker, "cannot link", text->target);
}

/* An `interrupt` step's path becomes a vector; the step's target is then the vector. */
static int add_vector(struct linker *linker, struct step *step)
{
    struct program *program = linker->program;
    for (size_t i = VECTOR_FIRST_FREE; i < program->vector_count; i++)
        if (program->vector_path[i] == (int32_t)step->target) {
            step->target = (uint32_t)i;
            return 0;
        }
    if (program->vector_count == VECTORS_MAX)
        return fail(linker, "too many interrupt paths at", linker->at_step->target);
    program->vector_path[program->vector_count] = (int32_t)step->target;
    step->target = (uint32_t)program->vector_count++;
    return 0;
}

static int link_step(struct linker *linker, int owner, int32_t entry, const struct step_text *text, struct step *step)
{
    *step = (struct step){.kind = (uint8_t)text->kind};
    if (set_flag(linker, text, step) || set_account(linker, text, step) ||
        find_register(linker, owner, text->into, &step->into) || find_register(linker, owner, text->from, &step->from) ||
        find_register(linker, owner, text->expect, &step->expect) ||
        find_register(linker, owner, text->cpu, &step->cpu) || set_target(linker, owner, entry, text, step))
        return -1;
    for (int i = 0; i < STEP_LABELS_MAX && text->to[i]; i++)
        if (find_label(linker, entry, text->to[i], &step->to[i]))
            return -1;
    if (text->kind == STEP_INTERRUPT)
        return add_vector(linker, step);
    if ((text->kind == STEP_LOCK || text->kind == STEP_UNLOCK) &&
        linker->program->word[step->target].lock == LOCK_NONE)
        return fail(linker, "the word is not a lock:", text->target);
    if (text->kind == STEP_SLEEP && linker->program->sleep_path == NO_PATH)
        return fail(linker, "the kernel profile has no path", PATH_SLEEP);
    return 0;
}

/* Notes the paths for program_path_of(); the region with interrupts off is the last. */
static int note_paths(struct linker *linker)
{
    struct program *program = linker->program;
    size_t count = 1;
    for (int o = 0; o < OWNER_COUNT; o++)
        count += linker->owner[o].path_count;
    program->path = calloc(count, sizeof *program->path);
    if (!program->path)
        return error_set(linker->error, STATUS_INTERNAL, "out of memory while linking");
    for (int o = 0; o < OWNER_COUNT; o++)
        for (size_t i = 0; i < linker->owner[o].path_count; i++)
            program->path[program->path_count++] =
                (struct path_place){linker->owner[o].path[i].name, linker->owner[o].entry[i]};
    program->path[program->path_count++] = (struct path_place){"irq_off_region", (int32_t)program->step_count - 2};
    return 0;
}

const char *program_path_of(const struct program *program, uint32_t step, uint32_t *number)
{
    size_t at = 0;
    while (at + 1 < program->path_count && program->path[at + 1].entry <= (int32_t)step)
        at++;
    *number = step - (uint32_t)program->path[at].entry;
    return program->path[at].name;
}

/* Gives every path its place, so that calls may refer to later ones; each gets a closing `return`. */
static int lay_out(struct linker *linker)
{
    size_t count = 1; /* step 0 is never entered: NO_PATH and 0 stay distinct */
    for (int o = 0; o < OWNER_COUNT; o++) {
        struct owner *owner = &linker->owner[o];
        if (owner->path_count > PATHS_MAX)
            return error_set(linker->error, STATUS_BAD_INPUT, "%s has more than %d paths", owner->name, PATHS_MAX);
        owner->entry = calloc(owner->path_count + 1, sizeof *owner->entry);
        if (!owner->entry)
            return error_set(linker->error, STATUS_INTERNAL, "out of memory while linking");
        for (size_t i = 0; i < owner->path_count; i++) {
            owner->entry[i] = (int32_t)count;
            count += owner->path[i].step_count + 1;
        }
    }
    count += 2; /* the region with interrupts off */
    if (count > STEPS_MAX)
        return error_set(linker->error, STATUS_BAD_INPUT, "the paths have %zu steps; at most %d fit", count, STEPS_MAX);
    linker->program->step = calloc(count, sizeof *linker->program->step);
    if (!linker->program->step)
        return error_set(linker->error, STATUS_INTERNAL, "out of memory while linking");
    linker->program->target_name = calloc(count, sizeof *linker->program->target_name);
    if (!linker->program->target_name)
        return error_set(linker->error, STATUS_INTERNAL, "out of memory while linking");
    linker->program->step_count = count;
    return 0;
}

static int link_paths(struct linker *linker)
{
    const struct step end = {.kind = STEP_RETURN, .account = NO_ACCOUNT, .into = NO_REGISTER, .from = NO_REGISTER};
    for (int o = 0; o < OWNER_COUNT; o++) {
        struct owner *owner = &linker->owner[o];
        for (size_t i = 0; i < owner->path_count; i++) {
            linker->at_owner = owner;
            linker->at_path = &owner->path[i];
            struct step *step = &linker->program->step[owner->entry[i]];
            for (size_t k = 0; k < owner->path[i].step_count; k++) {
                linker->at_step = &owner->path[i].step[k];
                if (link_step(linker, o, owner->entry[i], linker->at_step, &step[k]))
                    return -1;
                linker->program->target_name[(size_t)owner->entry[i] + k] = linker->at_step->target;
            }
            step[owner->path[i].step_count] = end;
        }
    }
    /* The region with interrupts off: entered like an interrupt, for the time that the profile says. */
    struct program *program = linker->program;
    struct step *region = &program->step[program->step_count - 2];
    region[0] = end;
    region[0].kind = STEP_WORK;
    region[1] = end;
    for (size_t i = 0; i < account_count; i++)
        if (accounts[i].context == CONTEXT_SYSTEM_CALL)
            region[0].account = (uint8_t)i;
    return set_time(linker, &linker->kernel->irq_off_length, &region[0]);
}

static int add_words(struct linker *linker)
{
    struct program *program = linker->program;
    size_t words = 0, channels = 0;
    for (int o = 0; o < OWNER_COUNT; o++) {
        linker->owner[o].first_word = words;
        linker->owner[o].first_channel = channels;
        words += linker->owner[o].word_count;
        channels += linker->owner[o].channel_count;
    }
    program->word = calloc(words + 1, sizeof *program->word);
    program->line_scope = calloc(words + 1, sizeof *program->line_scope);
    program->channel = calloc(channels + 1, sizeof *program->channel);
    if (!program->word || !program->line_scope || !program->channel)
        return error_set(linker->error, STATUS_INTERNAL, "out of memory while linking");
    for (int o = 0; o < OWNER_COUNT; o++) {
        const struct owner *owner = &linker->owner[o];
        for (size_t i = 0; i < owner->word_count; i++) {
            const struct word_text *text = &owner->word[i];
            const char *line = text->line ? text->line : text->name;
            size_t at = program->line_count;
            for (size_t w = owner->first_word; w < program->word_count && text->line; w++) {
                const struct word_text *other = &owner->word[w - owner->first_word];
                if (strcmp(other->line ? other->line : other->name, line) == 0 && other->scope == text->scope)
                    at = program->word[w].line;
            }
            if (at == program->line_count)
                program->line_scope[program->line_count++] = text->scope;
            program->word[program->word_count++] =
                (struct linked_word){text->name, text->scope, text->lock, (uint32_t)at};
        }
        for (size_t i = 0; i < owner->channel_count; i++)
            program->channel[program->channel_count++] = &owner->channel[i];
    }
    return 0;
}

static int add_owners(struct linker *linker, const struct scenario *scenario, const struct clock_choice *clock)
{
    const struct kernel_profile *kernel = &scenario->kernel;
    const struct workload_params *workload = &scenario->workload;
    linker->kernel = kernel;
    linker->owner[OWNER_KERNEL] = (struct owner){
        "the kernel profile", kernel->word, kernel->word_count, kernel->channel, kernel->channel_count, kernel->path,
        kernel->path_count, 0, 0, NULL};
    const struct policy_descriptor *policies[2] = {clock->clocksource, clock->sched_clock};
    for (int i = 0; i < 2; i++)
        linker->owner[OWNER_CLOCKSOURCE + i] = (struct owner){
            policies[i]->name, policies[i]->words, policies[i]->word_count, NULL, 0, policies[i]->path, 1, 0, 0, NULL};
    size_t kinds = workload->kind == WORKLOAD_TASKS ? workload->task_count : 1;
    linker->workload_path = calloc(kinds + 1, sizeof *linker->workload_path);
    linker->program->task_path = calloc(kinds + 1, sizeof *linker->program->task_path);
    if (!linker->workload_path || !linker->program->task_path)
        return error_set(linker->error, STATUS_INTERNAL, "out of memory while linking");
    if (workload->kind == WORKLOAD_COMPUTE_JOBS) {
        compute_jobs_path(workload, linker->compute_jobs);
        linker->workload_path[0] =
            (struct path_text){.name = "job", .step = linker->compute_jobs, .step_count = COMPUTE_JOBS_STEPS};
    } else {
        for (size_t i = 0; i < kinds; i++)
            linker->workload_path[i] = workload->task[i].path;
    }
    linker->program->task_kind_count = kinds;
    linker->owner[OWNER_WORKLOAD] = (struct owner){
        "the workload", workload->word, workload->word_count, workload->channel, workload->channel_count,
        linker->workload_path, kinds, 0, 0, NULL};
    return 0;
}

static void set_entries(struct linker *linker)
{
    struct program *program = linker->program;
    const struct owner *kernel = &linker->owner[OWNER_KERNEL];
    bool high_resolution = program->clock->clocksource->high_resolution;
    for (size_t i = 0; i < VECTORS_MAX; i++)
        program->vector_path[i] = NO_PATH;
    program->vector_path[VECTOR_TIMER] =
        path_entry(kernel, high_resolution ? PATH_TIMER_INTERRUPT : PATH_PERIODIC_INTERRUPT);
    program->vector_path[VECTOR_RESCHEDULE] = path_entry(kernel, PATH_RESCHEDULE_INTERRUPT);
    const struct distribution *interval = &linker->kernel->irq_off_interval;
    if (!distribution_is_fixed(interval) || interval->a_ps > 0)
        program->vector_path[VECTOR_IRQ_OFF] = (int32_t)program->step_count - 2;
    program->vector_count = VECTOR_FIRST_FREE;
    program->schedule_path = path_entry(kernel, PATH_SCHEDULE);
    program->sleep_path = path_entry(kernel, PATH_SLEEP);
    for (int i = 0; i < 2; i++)
        program->read_path[i] = linker->owner[OWNER_CLOCKSOURCE + i].entry[0];
    for (size_t i = 0; i < program->task_kind_count; i++)
        program->task_path[i] = linker->owner[OWNER_WORKLOAD].entry[i];
}

/* A kernel that ticks with one kind of clock must say what happens with the other. */
static int check_entries(struct linker *linker)
{
    const struct owner *kernel = &linker->owner[OWNER_KERNEL];
    const struct policy_descriptor *clocksource = linker->program->clock->clocksource;
    bool ticks = path_entry(kernel, PATH_TIMER_INTERRUPT) != NO_PATH ||
                 path_entry(kernel, PATH_PERIODIC_INTERRUPT) != NO_PATH;
    if (ticks && linker->program->vector_path[VECTOR_TIMER] == NO_PATH)
        return error_set(linker->error, STATUS_BAD_INPUT, "the kernel profile has no path `%s`, which clock `%s` needs",
                         clocksource->high_resolution ? PATH_TIMER_INTERRUPT : PATH_PERIODIC_INTERRUPT,
                         clocksource->name);
    return 0;
}

static int link_all(struct linker *linker, const struct scenario *scenario, const struct clock_choice *clock)
{
    struct program *program = linker->program;
    program->clock = clock;
    program->register_count = 1;
    if (add_owners(linker, scenario, clock) || add_words(linker) || lay_out(linker) ||
        note_paths(linker))
        return -1;
    set_entries(linker);
    program->sleep_register = NO_REGISTER;
    if (check_entries(linker) || link_paths(linker))
        return -1;
    return find_register(linker, OWNER_KERNEL, "sleep_ns", &program->sleep_register);
}

int program_link(const struct scenario *scenario, const struct clock_choice *clock, struct program **program,
                 struct error *error)
{
    struct linker linker = {.program = calloc(1, sizeof *linker.program), .error = error};
    if (!linker.program)
        return error_set(error, STATUS_INTERNAL, "out of memory while linking");
    int failed = link_all(&linker, scenario, clock);
    for (int o = 0; o < OWNER_COUNT; o++)
        free(linker.owner[o].entry);
    free(linker.workload_path);
    if (failed) {
        program_destroy(linker.program);
        return -1;
    }
    *program = linker.program;
    return 0;
}

void program_destroy(struct program *program)
{
    if (!program)
        return;
    free(program->step);
    free(program->target_name);
    free(program->path);
    free(program->dos);
    free(program->draw);
    free(program->word);
    free(program->line_scope);
    free(program->channel);
    free(program->task_path);
    free(program);
}
