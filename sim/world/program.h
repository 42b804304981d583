/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A linked program: every path of a kernel, its clocks and a workload as one flat array of steps, names gone.
 *
 * link.c makes it once for each clock of a scenario; it is const while worlds run it.
 */
#ifndef SIM_WORLD_PROGRAM_H
#define SIM_WORLD_PROGRAM_H

#include "models/step/do.h"
#include "models/step/step.h"
#include "sim/base/error.h"
#include "sim/scenario/scenario.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    REGISTERS_MAX = 32, /* of a context, all owners together */
    RESULT_REGISTER = 0, /* `result`: what a path yields to its caller; the same for all owners */
    NO_REGISTER = 0xff,
    NO_PATH = -1,
    NO_ACCOUNT = 0xff,
    STEPS_MAX = 65535,
    VECTORS_MAX = 8,
};

/* Interrupts that exist for every kernel; those of `interrupt` steps follow. */
enum vector { VECTOR_TIMER, VECTOR_RESCHEDULE, VECTOR_IRQ_OFF, VECTOR_FIRST_FREE };

struct step {
    uint8_t kind;       /* enum step_kind */
    uint8_t flags;      /* enum step_flag that must ... */
    uint8_t flags_want; /* ... have this value for the step to be taken */
    uint8_t account;    /* index into accounts[], or NO_ACCOUNT */
    uint8_t into, from, expect, cpu; /* registers, or NO_REGISTER */
    uint16_t to[STEP_LABELS_MAX];    /* step indices */
    uint32_t target; /* by kind: step index, word, device, `do` or channel; STEP_READ: 0 clocksource, 1 sched_clock */
    uint32_t draw;   /* index into draws + 1 when the time is drawn; 0: fixed */
    int64_t ps;      /* fixed time of work or sleep */
};

struct linked_do {
    int (*function)(struct do_call *call);
    int labels; /* that it may pick */
    uint8_t binding[DO_REGISTERS_MAX];
};

struct linked_word {
    const char *name;
    enum word_scope scope;
    enum lock_kind lock;
    uint32_t line; /* index of its line */
};

/* Where a path lies among the steps. Its name is the owner's, which outlives the program. */
struct path_place {
    const char *name;
    int32_t entry;
};

enum device { DEVICE_HPET, DEVICE_TSC, DEVICE_ACPI_PM, DEVICE_ACPI_PM_GLITCHING };

struct program {
    struct step *step;
    const char **target_name; /* [step_count] what each step is about, as written, or NULL; the owner's, as are paths' */
    size_t step_count;
    struct linked_do *dos;
    size_t do_count;
    struct distribution *draw;
    size_t draw_count;
    struct linked_word *word;
    size_t word_count;
    enum word_scope *line_scope; /* [line_count] */
    size_t line_count;
    const struct channel_text **channel;
    size_t channel_count;
    int32_t vector_path[VECTORS_MAX]; /* entry of each vector's path, or NO_PATH */
    size_t vector_count;
    int32_t schedule_path, sleep_path;
    int32_t read_path[2];         /* clocksource, sched_clock */
    const struct clock_choice *clock;
    uint8_t sleep_register;       /* the kernel's `sleep_ns`, or NO_REGISTER */
    struct path_place *path; /* [path_count] in order of entry */
    size_t path_count;
    size_t register_count;
    int32_t *task_path;           /* [task kinds]: entries of the workload's tasks */
    size_t task_kind_count;
};

/* Links a scenario for one of its clocks. Errors (65) name the step that cannot be resolved and its place. */
int program_link(const struct scenario *scenario, const struct clock_choice *clock, struct program **program,
                 struct error *error) MUST_CHECK;

/* The path that a step belongs to, and its number in it, from 0. */
const char *program_path_of(const struct program *program, uint32_t step, uint32_t *number);
void program_destroy(struct program *program);

#endif
