/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/trace_file.h"

#include "models/hardware/topology.h"
#include "models/step/do.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_WIDTH = 32, WHAT_WIDTH = 46, TEXT_MAX = 256 };

struct trace_file {
    FILE *out;
    char *path;
    int64_t limit_bytes, bytes;
    bool full;
    int failure; /* errno of the first write that failed; 0: none */
    int sections;
    /* of the present section */
    const struct program *program;
    const struct machine_params *machine;
};

int trace_file_open(const char *path, int64_t limit_bytes, struct trace_file **opened, struct error *error)
{
    struct trace_file *file = calloc(1, sizeof *file);
    char *copy = strdup(path);
    if (!file || !copy) {
        free(file);
        free(copy);
        return error_set(error, STATUS_INTERNAL, "out of memory");
    }
    *file = (struct trace_file){.out = fopen(path, "we"), .path = copy, .limit_bytes = limit_bytes};
    if (!file->out) {
        error_set(error, STATUS_CANT_CREATE, "%s: cannot be created: %s", path, strerror(errno));
        free(file->path);
        free(file);
        return -1;
    }
    *opened = file;
    return 0;
}

/* Writes unless something has failed, and keeps the first reason. */
static void put(struct trace_file *file, const char *format, ...) PRINTF_LIKE(2, 3);
static void put(struct trace_file *file, const char *format, ...)
{
    if (file->failure)
        return;
    va_list arguments;
    va_start(arguments, format);
    const int written = vfprintf(file->out, format, arguments);
    va_end(arguments);
    if (written < 0)
        file->failure = errno ? errno : EIO;
    else
        file->bytes += written;
}

static double us(int64_t ps)
{
    return (double)ps * 1e-6;
}

/* `0-3,17`, or `all`. */
static void put_cpus(struct trace_file *file, const struct trace *trace, int64_t count)
{
    const char *between = "";
    for (int64_t first = 0; trace->cpu && first < count; first++) {
        if (!trace->cpu[first])
            continue;
        int64_t last = first;
        while (last + 1 < count && trace->cpu[last + 1])
            last++;
        put(file, last > first ? "%s%" PRId64 "-%" PRId64 : "%s%" PRId64, between, first, last);
        between = ",";
        first = last;
    }
    put(file, "%s", trace->cpu ? "" : "all");
}

static void put_legend(struct trace_file *file)
{
    put(file,
        "#\n"
        "# time      of simulated time, warm-up included; what the line says has just happened\n"
        "# skt       the CPU's socket\n"
        "# task      the CPU's current task; context: the account that time is charged to\n"
        "# path:step where it happened; one more indent for each call\n"
        "# what      a step that is over, by its kind; = what it got, := what it wrote, -> the step that a `do` "
        "picked\n"
        "#           ... a step begins to wait        read clocksource: a whole read is over, and took all in all\n"
        "#           >>> an interrupt begins          <<< it is over    --- the scheduler begins\n"
        "# took      time since this CPU's line before (... aside), and what it went to when that was not work alone;\n"
        "#           far and near: cache lines that came from another socket or from the same\n");
}

void trace_file_section(struct trace_file *file, const struct scenario *scenario, const struct program *program,
                        const struct trace *trace, int64_t replication)
{
    const int64_t cpus = machine_cpu_count(&scenario->machine);
    file->program = program;
    file->machine = &scenario->machine;
    if (file->full)
        return;
    if (file->sections++ == 0) {
        put(file, "# What clocksim's CPUs did, step by step\n");
        put_legend(file);
    }
    put(file, "\n# %s\n# clock %s, replication %" PRId64 " of seed %" PRId64 "; from %.3f to %.3f us; CPUs ",
        scenario->title, program->clock->name, replication, scenario->run.seed, us(trace->from_ps), us(trace->to_ps));
    put_cpus(file, trace, cpus);
    put(file, " of %" PRId64 "\n", cpus);
    put(file, "#%10s %4s %3s %6s %-11s %-*s %-*s %8s\n", "time us", "cpu", "skt", "task", "context", PLACE_WIDTH,
        "path:step", WHAT_WIDTH, "what", "took us");
}

/* A number or nothing. */
static const char *task_text(int32_t task, char text[16])
{
    if (task == TASK_NONE)
        return "-";
    snprintf(text, 16, "%" PRId32, task);
    return text;
}

static void describe_place(const struct program *program, const struct trace_event *event, char *text)
{
    uint32_t number;
    text[0] = '\0';
    if (!event->at_step)
        return;
    const char *path = program_path_of(program, event->step, &number);
    snprintf(text, TEXT_MAX, "%*s%s:%" PRIu32, 2 * event->depth, "", path, number);
}

static const char *vector_name(const struct program *program, int32_t vector)
{
    uint32_t number;
    if (vector == TRACE_SCHEDULER)
        return "scheduler";
    if (vector < 0 || program->vector_path[vector] == NO_PATH)
        return "interrupt without a path";
    return program_path_of(program, (uint32_t)program->vector_path[vector], &number);
}

/* `load hpet`. */
static int describe_kind(const struct program *program, const struct trace_event *event, char *text)
{
    const char *name = program->target_name[event->step];
    return snprintf(text, TEXT_MAX, "%s%s%s", step_kinds[program->step[event->step].kind].name, name ? " " : "",
                    name ? name : "");
}

static void describe_step(const struct program *program, const struct trace_event *event, char *text)
{
    const struct step *step = &program->step[event->step];
    const int length = describe_kind(program, event, text);
    char *rest = text + length;
    const size_t room = (size_t)(TEXT_MAX - length);
    const int64_t value = (int64_t)event->value;
    uint32_t number;
    switch ((enum step_kind)step->kind) {
    case STEP_LOAD:
    case STEP_FETCH:
    case STEP_SPIN:
    case STEP_TAKE:
    case STEP_READ:
        snprintf(rest, room, " = %" PRId64, value);
        break;
    case STEP_SWAP:
        snprintf(rest, room, " = %" PRId64 " before", value);
        break;
    case STEP_STORE:
    case STEP_PUT:
        snprintf(rest, room, " := %" PRId64, value);
        break;
    case STEP_DO:
        if (value > 0 && value <= STEP_LABELS_MAX) {
            program_path_of(program, step->to[value - 1], &number);
            snprintf(rest, room, " -> %" PRIu32, number);
        }
        break;
    default:
        break;
    }
}

static void describe_wait(const struct program *program, const struct trace_event *event, char *text)
{
    const int length = snprintf(text, TEXT_MAX, "... ");
    const int kind = describe_kind(program, event, text + length);
    char *rest = text + length + kind;
    const size_t room = (size_t)(TEXT_MAX - length - kind);
    switch (event->wait) {
    case TRACE_WAIT_BUS:
        snprintf(rest, room, ": bus, %" PRId64 " ahead", event->ahead);
        break;
    case TRACE_WAIT_LINE:
        snprintf(rest, room, ": line, %" PRId64 " ahead", event->ahead);
        break;
    case TRACE_WAIT_SPIN:
        if (program->step[event->step].kind == STEP_SPIN)
            snprintf(rest, room, ": while it is %" PRId64, (int64_t)event->value);
        else
            snprintf(rest, room, ": spins");
        break;
    case TRACE_WAIT_LOCK:
        snprintf(rest, room, ": queue, %" PRId64 " ahead", event->ahead);
        break;
    }
}

static void describe_leave(const struct program *program, const struct trace_event *event, char *text)
{
    char from[16], to[16];
    int length = snprintf(text, TEXT_MAX, "<<< %s", vector_name(program, event->vector));
    if (event->task != event->left_task)
        snprintf(text + length, (size_t)(TEXT_MAX - length), ", task %s to %s", task_text(event->left_task, from),
                 task_text(event->task, to));
}

static void describe(const struct program *program, const struct trace_event *event, char *text)
{
    text[0] = '\0';
    switch (event->kind) {
    case TRACE_STEP:
    case TRACE_READ:
        describe_step(program, event, text);
        break;
    case TRACE_WAIT:
        describe_wait(program, event, text);
        break;
    case TRACE_ENTER: {
        int length = snprintf(text, TEXT_MAX, ">>> %s", vector_name(program, event->vector));
        if (event->late_ps >= 0)
            snprintf(text + length, (size_t)(TEXT_MAX - length), ", timer fired %.3f ago", us(event->late_ps));
        break;
    }
    case TRACE_SCHEDULE:
        snprintf(text, TEXT_MAX, "--- %s", event->task == TASK_NONE ? "a task has come" : "the task blocks");
        break;
    case TRACE_LEAVE:
        describe_leave(program, event, text);
        break;
    case TRACE_MEASURE:
        break;
    }
}

/* ` bus_wait 12.900 line 0.350 far`: what the time went to, unless all of it was work. */
static void put_causes(struct trace_file *file, const struct trace_event *event, int64_t took_ps)
{
    if (took_ps == event->took_ps[CAUSE_WORK])
        return;
    /* more or less in the order in which they happen */
    static const enum account_cause order[CAUSE_COUNT] = {CAUSE_BUS_WAIT, CAUSE_SERVICE,   CAUSE_TRAVEL, CAUSE_SPIN,
                                                          CAUSE_HALT,     CAUSE_LINE_WAIT, CAUSE_LINE,   CAUSE_WORK};
    for (int i = 0; i < CAUSE_COUNT; i++) {
        const enum account_cause cause = order[i];
        if (event->took_ps[cause] == 0)
            continue;
        put(file, "  %s %.3f", cause_names[cause], us(event->took_ps[cause]));
        if (cause == CAUSE_LINE && event->far_lines + event->near_lines == 1)
            put(file, " %s", event->far_lines ? "far" : "near");
        else if (cause == CAUSE_LINE)
            put(file, " (%d far, %d near)", event->far_lines, event->near_lines);
    }
}

static void put_event(struct trace_file *file, const struct trace_event *event)
{
    char place[TEXT_MAX], what[TEXT_MAX], task[16];
    int64_t took_ps = event->kind == TRACE_WAIT ? 0 : event->ps - event->since_ps;
    describe_place(file->program, event, place);
    describe(file->program, event, what);
    put(file, "%11.3f %4" PRId32 " %3" PRId64 " %6s %-11s %-*s ", us(event->ps), event->cpu,
        machine_socket_of(file->machine, event->cpu), task_text(event->task, task), context_names[event->context],
        PLACE_WIDTH, place);
    if (took_ps == 0) {
        put(file, "%s\n", what);
        return;
    }
    put(file, "%-*s %8.3f", WHAT_WIDTH, what, us(took_ps));
    if (event->kind != TRACE_READ)
        put_causes(file, event, took_ps);
    put(file, "\n");
}

void trace_file_event(void *context, const struct trace_event *event)
{
    struct trace_file *file = context;
    if (file->full)
        return;
    if (file->bytes >= file->limit_bytes) {
        file->full = true;
        put(file, "# The limit of %" PRId64 " MiB is reached: nothing from here on.\n", file->limit_bytes / 1048576);
    } else if (event->kind == TRACE_MEASURE) {
        put(file, "# %.3f us: the warm-up is over\n", us(event->ps));
    } else {
        put_event(file, event);
    }
}

int trace_file_close(struct trace_file *file, struct error *error)
{
    int failed = 0;
    if (!file)
        return 0;
    if (fclose(file->out) != 0 && !file->failure)
        file->failure = errno;
    if (file->failure)
        failed = error_set(error, STATUS_IO, "%s: cannot be written: %s", file->path, strerror(file->failure));
    else if (file->full)
        failed =
            error_set(error, STATUS_IO, "%s: ends at its limit of %" PRId64 " MiB; trace a shorter time or fewer CPUs",
                      file->path, file->limit_bytes / 1048576);
    free(file->path);
    free(file);
    return failed;
}
