/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps as they are written, by name: what a kernel profile, a clock policy or a workload does.
 *
 * A path is a flat array of steps over registers and words. This header is the written form, shared by YAML
 * (sim/scenario) and by the const paths in C (models/policy, models/workload); sim/world/link.c turns
 * names into indices before a run. Time passes only in the steps that say so; a `do` takes none.
 */
#ifndef MODELS_STEP_STEP_H
#define MODELS_STEP_STEP_H

#include "sim/base/distribution.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum step_kind {
    STEP_WORK,      /* busy for an amount of work: time at nominal frequency, alone on the core */
    STEP_READ,      /* call the clock policy in force: `clocksource` or `sched_clock` */
    STEP_LOAD,      /* read a device: travel, queue, service; yields the counter at the end of service */
    STEP_FETCH,     /* get a word: its line is shared */
    STEP_STORE,     /* write a word: its line is owned; releases spinners */
    STEP_SWAP,      /* compare-and-swap a word: its line is owned, also when it fails */
    STEP_LOCK,      /* acquire a lock word, waiting with the CPU busy */
    STEP_UNLOCK,    /* release it */
    STEP_SPIN,      /* busy until a word differs from a register */
    STEP_DO,        /* a C function over registers and model state, in no time; picks the next label */
    STEP_JUMP,      /* go on at a label */
    STEP_CALL,      /* run another path, then go on here */
    STEP_RETURN,    /* end of this path; also implied after its last step */
    STEP_IRQ_OFF,   /* hold interrupts pending on this CPU */
    STEP_IRQ_ON,    /* and let them in again */
    STEP_WAKE,      /* make the task whose number is in a register runnable */
    STEP_INTERRUPT, /* send an interrupt that runs a path to the CPU whose number is in a register */
    STEP_SLEEP,     /* the task blocks for a local time */
    STEP_PUT,       /* put a register's value into a bounded channel; blocks the task while it is full */
    STEP_TAKE,      /* take a value from a channel; blocks the task while it is empty */
    STEP_KIND_COUNT
};

/* What stands after the key of a step. */
enum step_argument {
    ARGUMENT_NONE,
    ARGUMENT_WORK,     /* a duration, a distribution, or the name of one of the profile's costs */
    ARGUMENT_CLOCK,    /* `clocksource` or `sched_clock` */
    ARGUMENT_DEVICE,   /* `hpet` or `tsc` */
    ARGUMENT_WORD,     /* a declared word */
    ARGUMENT_DO,       /* a `do` function of the registry */
    ARGUMENT_LABEL,    /* a label of the same path */
    ARGUMENT_PATH,     /* a path of the same owner, or of the kernel profile */
    ARGUMENT_REGISTER, /* a register */
    ARGUMENT_CHANNEL,  /* a declared channel */
};

/* Optional keys of a step; step_kinds[] says which kinds take which. */
enum step_option {
    OPTION_IF = 1 << 0,      /* a flag, or `not FLAG`: skip this step when it does not hold */
    OPTION_INTO = 1 << 1,    /* the register that receives the result */
    OPTION_FROM = 1 << 2,    /* the register that gives the value (spin: the value to differ from) */
    OPTION_EXPECT = 1 << 3,  /* swap: the register with the expected value */
    OPTION_LABEL = 1 << 4,   /* names this step */
    OPTION_TO = 1 << 5,      /* do: the label, or list of labels, it may pick; result k picks the k-th, 0 goes on */
    OPTION_ACCOUNT = 1 << 6, /* the book that time is charged to from here: see accounts[] */
    OPTION_SOURCE = 1 << 7,  /* where the step or its cost is known from */
    OPTION_CPU = 1 << 8,     /* interrupt: the register with the CPU's number */
    OPTION_ALWAYS = OPTION_IF | OPTION_LABEL | OPTION_ACCOUNT | OPTION_SOURCE,
};

struct step_kind_info {
    const char *name; /* the YAML key */
    enum step_argument argument;
    unsigned options;  /* enum step_option, allowed */
    unsigned required; /* enum step_option, must be there */
    const char *help;
};
extern const struct step_kind_info step_kinds[STEP_KIND_COUNT];

/* Fixed flags, for `if`: they hold or not for a CPU during a whole run. */
enum step_flag {
    FLAG_NONE = 0,
    FLAG_TIMEKEEPER = 1 << 0,           /* this CPU updates the wall time */
    FLAG_SCHED_CLOCK_UNSTABLE = 1 << 1, /* the scheduler's clock is filtered against the clocksource */
    FLAG_SEQCOUNT_RETRY = 1 << 2,       /* kernel.seqcount_retry */
    FLAG_LATE_TICK_RULE = 1 << 3,       /* kernel.late_tick_rule */
    FLAG_HIGH_RESOLUTION = 1 << 4,      /* the clocksource carries high-resolution timers */
};
struct step_flag_info {
    const char *name;
    enum step_flag flag;
    const char *help;
};
extern const struct step_flag_info step_flags[];
extern const size_t step_flag_count;

/* Accounts: the context or the place that time is charged to (docs/books.md). */
enum account_context {
    CONTEXT_USER,
    CONTEXT_SYSTEM_CALL,
    CONTEXT_TICK,
    CONTEXT_SWITCH,
    CONTEXT_INTERRUPT,
    CONTEXT_IDLE,
    CONTEXT_COUNT
};
enum account_place {
    PLACE_OUTSIDE,
    PLACE_CLOCK_PATH,       /* the code around a clock read, such as ktime_get */
    PLACE_CLOCK_PATH_RETRY, /* the same, in a repeated pass */
    PLACE_CLOCK_READ,       /* inside the clocksource's read function, all its waiting included */
    PLACE_CLOCK_READ_RETRY, /* the same, in a repeated pass */
    PLACE_SCHED_CLOCK,      /* inside the scheduler's clock */
    PLACE_COUNT
};
enum account_cause {
    CAUSE_WORK,     /* instructions */
    CAUSE_SERVICE,  /* our own access is being served by a device */
    CAUSE_TRAVEL,   /* our access or its answer is between this socket and the device's */
    CAUSE_BUS_WAIT, /* our access waits behind others' */
    CAUSE_LINE,     /* a cache line is on its way */
    CAUSE_LINE_WAIT,/* our request for a cache line waits behind others' */
    CAUSE_SPIN,     /* waiting with the CPU busy: a spin or a held lock */
    CAUSE_HALT,     /* idle, or waiting out a hang */
    CAUSE_COUNT
};
extern const char *const context_names[CONTEXT_COUNT];
extern const char *const place_names[PLACE_COUNT];
extern const char *const cause_names[CAUSE_COUNT];

/* What `account:` may name. `retry` marks a do or jump whose branch starts a repeated pass. */
struct account_info {
    const char *name;
    int context; /* enum account_context, or -1 */
    int place;   /* enum account_place, or -1 */
    bool retry;
    const char *help;
};
extern const struct account_info accounts[];
extern const size_t account_count;

enum { STEP_LABELS_MAX = 4, NAME_MAX_LENGTH = 47 };

/* Where a piece of a scenario stands, for messages; line 0 means "in the program". */
struct text_place {
    const char *file;
    uint32_t line, column; /* from 1 */
};

/* One step as written. Pointers are NULL when the key is absent. */
struct step_text {
    enum step_kind kind;
    const char *target;       /* the argument by name; NULL for a work or sleep with `time` */
    struct distribution time; /* work, sleep: when target is NULL */
    const char *if_flag;      /* name of a flag */
    bool if_not;              /* `not` stood before it */
    const char *into, *from, *expect, *cpu;
    const char *label;
    const char *to[STEP_LABELS_MAX];
    const char *account;
    const char *source;
    struct text_place place;
};

struct path_text {
    const char *name;
    const struct step_text *step;
    size_t step_count;
    struct text_place place;
};

enum word_scope { SCOPE_MACHINE, SCOPE_SOCKET, SCOPE_CPU };
enum lock_kind { LOCK_NONE, LOCK_TEST_AND_SET, LOCK_TICKET, LOCK_QUEUED, LOCK_KIND_COUNT };
extern const char *const word_scope_names[3]; /* machine, socket, cpu */
extern const char *const lock_kind_names[LOCK_KIND_COUNT]; /* none, test-and-set, ticket, queued */

struct word_text {
    const char *name;
    enum word_scope scope; /* one word for the machine, each socket, or each CPU; an access means its own */
    const char *line;      /* words with one line name share a cache line; NULL: a line of its own */
    enum lock_kind lock;
    struct text_place place;
};

struct channel_text {
    const char *name;
    int64_t capacity; /* values it holds, 1 .. 1048576 */
    struct text_place place;
};

/* A named amount of work, so that a scenario can change it: kernel.costs.NAME. */
struct cost_text {
    const char *name;
    struct distribution time;
    const char *source; /* required; "chosen: reason" is honest */
    struct text_place place;
};

#endif
