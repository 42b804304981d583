/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/study/policy_readings.h"

#include "sim/base/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void policy_readings_watch(void *context, const struct trace_event *event)
{
    struct policy_readings *readings = context;
    bool is_loaded = event->kind == TRACE_STEP && readings->program->step[event->step].kind == STEP_LOAD;
    if (!is_loaded && event->kind != TRACE_READ)
        return;
    if (readings->count == readings->capacity) {
        readings->capacity = readings->capacity ? 2 * readings->capacity : 256;
        readings->reading = realloc(readings->reading, readings->capacity * sizeof *readings->reading);
        ensure(readings->reading);
    }
    readings->reading[readings->count++] = (struct policy_reading){
        .begin_ps = event->since_ps,
        .end_ps = event->ps,
        .value = event->value,
        .cpu = event->cpu,
        .step = event->step,
        .is_loaded = is_loaded,
    };
}

void policy_readings_clear(struct policy_readings *readings)
{
    free(readings->reading);
    *readings = (struct policy_readings){0};
}

/* Whether `a` is later than `b` for a counter that has wrapped between them at most once. */
static bool is_later(uint64_t a, uint64_t b, int counter_bits)
{
    int spare = counter_bits > 0 ? 64 - counter_bits : 0;
    return (int64_t)((a - b) << spare) > 0;
}

/* The last device read that gave the returned value: of the CPU's own during its read if there is one, else of anybody
 * up to its end. NULL: a value that no device gave. */
static const struct policy_reading *load_of(const struct policy_readings *readings,
                                            const struct policy_reading *returned)
{
    const struct policy_reading *found = NULL;
    for (const struct policy_reading *one = readings->reading; one < returned; one++) {
        if (!one->is_loaded || one->value != returned->value)
            continue;
        bool is_own = one->cpu == returned->cpu && one->end_ps >= returned->begin_ps;
        if (is_own || !found || found->cpu != returned->cpu || found->end_ps < returned->begin_ps)
            found = one;
    }
    return found;
}

static void write_reading(FILE *out, const char *name, const struct policy_readings *readings,
                          const struct policy_reading *returned)
{
    fprintf(out, "%-9s %" PRIu64, name, returned->value);
    const struct policy_reading *loaded = load_of(readings, returned);
    if (loaded) {
        uint32_t number;
        const char *path = program_path_of(readings->program, loaded->step, &number);
        fprintf(out, ": loaded by CPU %d at %.3f ns (%s:%" PRIu32 "),", loaded->cpu, (double)loaded->end_ps * 1e-3,
                path, number);
    } else {
        fputs(":", out);
    }
    fprintf(out, " returned by CPU %d at %.3f ns from a read begun at %.3f ns\n", returned->cpu,
            (double)returned->end_ps * 1e-3, (double)returned->begin_ps * 1e-3);
}

char *policy_readings_explain(const struct policy_readings *readings, int counter_bits)
{
    const struct policy_reading *behind = NULL, *ahead = NULL;
    for (size_t i = readings->count; i > 0 && !behind; i--)
        if (!readings->reading[i - 1].is_loaded)
            behind = &readings->reading[i - 1];
    if (!behind)
        return NULL;
    for (const struct policy_reading *one = readings->reading; one < behind; one++)
        if (!one->is_loaded && one->end_ps <= behind->begin_ps &&
            is_later(one->value, ahead ? ahead->value : behind->value, counter_bits))
            ahead = one;
    if (!ahead)
        return NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ensure(out);
    write_reading(out, "ahead:", readings, ahead);
    write_reading(out, "behind:", readings, behind);
    fclose(out);
    return text;
}
