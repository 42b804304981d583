/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The world's inside, shared by its own files only. */
#ifndef SIM_WORLD_WORLD_PRIVATE_H
#define SIM_WORLD_WORLD_PRIVATE_H

#include "models/hardware/bus.h"
#include "models/hardware/line.h"
#include "models/hardware/oscillator.h"
#include "models/hardware/topology.h"
#include "sim/engine/agenda.h"
#include "sim/world/world.h"

enum {
    FRAMES_MAX = 8,
    IDLE_STEPS_MAX = 1000000, /* steps without any time passing: chosen; a path that loops for ever is refused */
    SLOTS_PER_CPU = 3,
    IRQ_OFF_MAX = 64, /* chosen: no path nests deeper */
};

enum slot_kind { SLOT_STEP, SLOT_TIMER, SLOT_INTERRUPT };

/* Of one step: what is left of work is kept in ps/65536, and twice as long has to lie within the agenda's horizon. */
static const int64_t STEP_TIME_MAX_PS = 100000000000000;

/* Entities that draw; the upper half of a stream's entity. */
enum entity { ENTITY_TASK = 1, ENTITY_CPU = 2, ENTITY_DEVICE = 3, ENTITY_LINE = 4 };

static inline uint64_t entity_id(enum entity kind, int64_t number)
{
    return (uint64_t)kind << 32 | (uint64_t)number;
}

enum activity {
    ACTIVITY_IDLE,
    ACTIVITY_WORK,
    ACTIVITY_TRAVEL_OUT,
    ACTIVITY_SERVICE, /* waiting for the bus, then being served */
    ACTIVITY_TRAVEL_BACK,
    ACTIVITY_LINE,      /* the line is on its way */
    ACTIVITY_LINE_WAIT, /* others are served before */
    ACTIVITY_SPIN,      /* with a copy, until somebody else owns the line */
    ACTIVITY_LOCK,      /* in a queued lock's queue, until it is handed over */
};

/* What the caller gets back when a path returns. */
struct frame {
    uint16_t pc;
    uint8_t into;
    uint8_t context, place;
    bool retry;
    bool measured; /* it is a clocksource read */
    bool blocks;   /* the task blocks when it returns */
};

enum resume { RESUME_STEP, RESUME_WORK, RESUME_LOCK };

/* A stack of frames over registers: one per task, one more per CPU for interrupts. */
struct context {
    uint16_t pc;
    uint8_t context, place;
    bool retry;
    uint8_t depth;
    uint8_t resume;  /* enum resume: how it goes on after an interrupt */
    bool partway;    /* its next work is cut to a drawn part */
    bool granted;    /* the queued lock it waits for is now its own */
    bool waits;      /* it has a ticket, or has found the lock held */
    uint32_t ticket;
    int64_t left_q16; /* RESUME_WORK */
    uint64_t entity, occasion;
    uint32_t draws;
    struct true_time read_start;
    uint64_t read_floor;          /* the latest reading anybody had when this read began */
    uint64_t sample_floor;        /* the counter when the device read then under way began, or then */
    bool reads;                   /* it is inside a clocksource read ... */
    bool loads;                   /* ... and has turned to the device for it */
    /* with hold_promises: the read under way, of either clock */
    uint8_t read_depth;           /* its frame's depth; 0: none is */
    uint8_t read_kind;            /* enum clock_kind */
    uint8_t read_irq_off;         /* the CPU's, when it began */
    int32_t locks, read_locks;    /* held now, and when it began */
    int64_t read_begin_ps, sched_clock_floor_ns;
    struct context *next_waiter;  /* in a queued lock's queue */
    struct cpu *cpu;              /* where it waits */
    struct frame frame[FRAMES_MAX];
    int64_t *reg;                 /* [register_count] */
};

enum task_state { TASK_RUNNABLE, TASK_BLOCKED };

struct task {
    struct context context;
    int32_t home; /* CPU */
    int32_t next_waiter; /* at a channel */
    uint16_t entry;
    uint8_t state;
    bool sleeps;     /* its timer is being started: it has not blocked yet ... */
    bool woken;      /* ... and a wake-up has come before it could */
    bool in_channel; /* it waits at a channel */
};

struct cpu {
    /* what it does now */
    uint8_t activity;
    uint8_t flags; /* enum step_flag */
    bool in_interrupt;
    bool busy;     /* as its sibling sees it */
    uint8_t irq_off;
    uint8_t pending; /* vectors */
    uint8_t device;  /* that its load reads */
    int16_t cell;
    uint32_t slot;
    int32_t number, core, socket;
    struct cpu *sibling; /* or NULL */
    struct context *active; /* NULL: idle */
    struct kernel_cpu *kernel;
    struct true_time since;         /* its time is charged up to here */
    struct true_time service_start; /* ACTIVITY_SERVICE */
    int64_t left_q16, speed_q16;    /* ACTIVITY_WORK */
    uint64_t value;                 /* on its way back from a device */
    int64_t travel_ps;              /* one way to the HPET */
    int64_t flight_ps[VECTORS_MAX]; /* when interrupts in flight arrive; INT64_MAX: none */
    uint64_t timer_index, irq_off_index;
    int64_t sched_clock_ns;         /* with hold_promises: the latest reading */
    struct line_request request; /* for a line */
    bool line_local;             /* its own socket answers */
    struct line_state *line;     /* that it waits for or spins on; NULL: nothing has to come */
    struct cpu *next_spinner;
    struct context interrupt;
    /* books */
    int64_t work_full_ps, work_shared_ps; /* all work, by speed */
    int64_t user_full_ps, user_shared_ps; /* work in user context */
    int64_t cell_ps[CELL_COUNT];
};

struct line_state {
    struct line line;
    struct cpu *spinner; /* the list of those who spin on a copy of it */
    uint32_t number;
    uint64_t occasion;   /* how often spinners were put in order */
};

struct word_state {
    int64_t value;
    bool held;                        /* test-and-set and queued locks */
    uint32_t next_ticket, now_serving; /* ticket locks */
    struct context *lock_first, *lock_last; /* queued locks */
};

struct channel_state {
    int64_t *ring; /* [capacity] */
    int64_t capacity, first, count;
    int32_t put_first, put_last, take_first, take_last; /* waiting tasks */
};

/* What a traced CPU has done since its last event. */
struct watch {
    int64_t since_ps, fired_ps;    /* its last event; when its timer fired last */
    int64_t cause_ps[CAUSE_COUNT]; /* its books at that event */
    int32_t near_lines, far_lines;
    int32_t vector;                /* that it is in, TRACE_SCHEDULER or TRACE_NO_VECTOR */
    int32_t task;                  /* that was current when it went there */
    uint8_t waits;                 /* bits of enum trace_wait that have been told */
};

struct world {
    struct true_time now;
    struct agenda *agenda;
    const struct program *program;
    const struct scenario *scenario;
    const struct machine_params *machine;
    struct stream_key key;
    struct cpu *cpu;
    int32_t cpu_count;
    struct cpu **slot_cpu; /* [cpu_count] by slot / SLOTS_PER_CPU */
    struct task *task;
    int32_t task_count;
    struct word_state *word; /* instances of every word, see word_at() */
    uint32_t *word_first;    /* [word_count] */
    struct line_state *line;
    uint32_t *line_first;
    struct cpu **scratch; /* [cpu_count] spinners being put in order */
    struct channel_state *channel;
    struct bus bus;
    uint64_t bus_accesses; /* for draws; never reset */
    struct oscillator hpet, tsc, acpi_pm;
    uint64_t hpet_mask;
    struct kernel kernel;
    bool periodic;
    int64_t shared_speed_q16;
    uint64_t event_hash;
    uint64_t events;
    uint64_t load_steps;      /* device loads that began, for the books */
    __int128 planned_q16;     /* work begun since the books were opened */
    __int128 overshoot_q16;   /* work done beyond steps' ends, which fall on whole picoseconds */
    uint64_t read_latest;     /* the latest clocksource reading that has been returned */
    int64_t loading_reads;     /* clocksource reads that have turned to the device and not yet returned ... */
    uint64_t load_begin_count; /* ... and the clocksource's count when the oldest of them did */
    uint64_t time_error_max;  /* in counter cycles */
    uint64_t backward_max;
    double cycle_ps;          /* of the clocksource */
    struct world_totals totals;
    struct recent_steps *recent;
    const struct trace *trace; /* NULL: none, or its window is over */
    struct watch *watch;       /* [cpu_count]; NULL: there never was one */
    bool watched;              /* `recent` or `trace` is there */
    struct error *error;      /* of the run under way */
    bool failed;
    bool hold_promises;
    uint8_t broken_promise; /* enum promise */
    size_t bytes;
};

static inline uint32_t instance_of(enum word_scope scope, const struct cpu *cpu)
{
    return scope == SCOPE_MACHINE ? 0 : (uint32_t)(scope == SCOPE_SOCKET ? cpu->socket : cpu->number);
}

static inline struct word_state *word_at(const struct world *world, uint32_t word, const struct cpu *cpu)
{
    return &world->word[world->word_first[word] + instance_of(world->program->word[word].scope, cpu)];
}

static inline struct line_state *line_at(const struct world *world, uint32_t word, const struct cpu *cpu)
{
    uint32_t line = world->program->word[word].line;
    return &world->line[world->line_first[line] + instance_of(world->program->line_scope[line], cpu)];
}

/* Charges the CPU's time up to now to its cell. */
void charge(struct world *world, struct cpu *cpu);

/* The CPU does something else from now on, charged to `cause` at its present place. */
void set_activity(struct cpu *cpu, enum activity activity, enum account_cause cause);

/* The CPU goes on with its steps until time has to pass; on return its step event stands. */
void run_steps(struct world *world, struct cpu *cpu);

/* An event of the agenda. */
void step_ends(struct world *world, struct cpu *cpu);
void timer_fires(struct world *world, struct cpu *cpu);
void interrupts_arrive(struct world *world, struct cpu *cpu);

/* interrupts.c */
void interrupt_enter(struct world *world, struct cpu *cpu);
void interrupt_if_pending(struct world *world, struct cpu *cpu);
void interrupt_leave(struct world *world, struct cpu *cpu);
void interrupt_send(struct world *world, struct cpu *cpu, uint32_t vector, struct true_time when);
void timer_arm(struct world *world, struct cpu *cpu, struct true_time when, uint64_t index);
void irq_off_start(struct world *world, struct cpu *cpu);

/* tasks.c */
void task_block(struct world *world, struct cpu *cpu);
void task_wake(struct world *world, struct cpu *waker, int32_t task);
void cpu_schedule(struct world *world, struct cpu *cpu);
bool channel_put(struct world *world, struct cpu *cpu, uint32_t channel, int64_t value);
bool channel_take(struct world *world, struct cpu *cpu, uint32_t channel, int64_t *value);

/* lines.c */
void line_request(struct world *world, struct cpu *cpu, struct line_state *line, bool own);
bool line_arrived(struct world *world, struct cpu *cpu);
void spinner_add(struct world *world, struct cpu *cpu, struct line_state *line);
void spinner_remove(struct cpu *cpu);
void spinners_after_own(struct world *world, const struct cpu *owner, struct line_state *line, bool written);

/* locks.c */
bool lock_wants_line(const struct world *world, const struct cpu *cpu, const struct step *step, bool *own);
bool lock_touch(struct world *world, struct cpu *cpu, const struct step *step, struct word_state *word);
void lock_release(struct world *world, struct cpu *cpu, const struct step *step, struct word_state *word);

/* promises.c; only with hold_promises */
void promise_read_begin(const struct world *world, struct cpu *cpu, int kind);
void promise_path_end(struct world *world, struct cpu *cpu);
void promise_reading(struct world *world, const struct context *context, uint64_t reading);

/* trace.c; only when the world is watched, but for the first */
int watch_prepare(struct world *world);
void watch_step(struct world *world, const struct cpu *cpu, uint32_t step, uint64_t value);
void watch_read(struct world *world, const struct cpu *cpu, uint32_t step);
void watch_wait(struct world *world, const struct cpu *cpu, enum trace_wait wait, int64_t ahead, uint64_t value);
void watch_transfer(struct world *world, const struct cpu *cpu, bool far);
void watch_timer(struct world *world, const struct cpu *cpu);
void watch_enter(struct world *world, const struct cpu *cpu, uint32_t vector);
void watch_schedule(struct world *world, const struct cpu *cpu);
void watch_leave(struct world *world, const struct cpu *cpu);
void watch_measure(struct world *world);

/* measure.c: the only place where a reading meets the truth */
void measure_prepare(struct world *world);
void measure_load_begin(struct world *world, struct context *context);
void measure_read_begin(struct world *world, struct context *context);
void measure_read_end(struct world *world, struct context *context);
void measure_reset(struct world *world);
void measure_close(struct world *world);

/* books_check.c */
int books_check(struct world *world, struct error *error) MUST_CHECK;
/* Work that has been begun and not yet done, over all contexts. */
__int128 books_work_left_q16(const struct world *world);

/* The run cannot go on; the first reason counts. */
void world_fail(struct world *world, enum exit_status status, const char *format, ...) PRINTF_LIKE(3, 4);

#endif
