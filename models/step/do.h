/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `do` functions: decisions of the modelled software, in C, taking no time.
 *
 * A function sees registers and the kernel's own state, never true time or other layers. It returns which
 * label of `to` comes next (0: the next step), and may leave effects that the world carries out.
 */
#ifndef MODELS_STEP_DO_H
#define MODELS_STEP_DO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernel;
struct kernel_cpu;

enum { DO_REGISTERS_MAX = 8, TASK_NONE = -1 };

/* What the world does when the function has returned. */
struct do_effects {
    bool arm_timer;        /* program this CPU's timer hardware ... */
    int64_t timer_ns;      /* ... to fire this local time from now (0: at once) */
    uint64_t timer_index;  /* nominal index of the tick it stands for, for paired draws */
    bool switch_task;      /* the CPU's current task becomes ... */
    int32_t next_task;     /* ... this one, or TASK_NONE for idle */
    int32_t wake_task;     /* make this task runnable, or TASK_NONE */
    bool job_done;         /* the current task has finished one job */
};

struct do_call {
    int64_t *registers;     /* of the context, indexed through `binding` */
    const uint8_t *binding; /* binding[i]: index of the i-th register that the descriptor names */
    struct kernel *kernel;
    struct kernel_cpu *cpu;
    int32_t task; /* the CPU's current task, or TASK_NONE */
    struct do_effects *effects;
};

static inline int64_t *do_register(const struct do_call *call, unsigned i)
{
    return &call->registers[call->binding[i]];
}

struct do_descriptor {
    const char *name;
    const char *help;
    const char *registers[DO_REGISTERS_MAX + 1]; /* by the names the profile's `into` uses; NULL-ended */
    int labels;                                  /* how many labels it may pick: `to` must list that many */
    int (*function)(struct do_call *call);
    const char *source;
};

#endif
