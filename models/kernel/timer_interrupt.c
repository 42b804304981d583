/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The high-resolution timer interrupt: which timer is due, late ticks, and programming the next event.
 *
 * Described from kernel/time/hrtimer.c (6.14 text; the rules are those of 4.6), kernel/time/clockevents.c
 * and kernel/time/tick-sched.c. When the next expiry has passed by the time it is to be programmed, the handler runs again,
 * three passes in all; then the CPU waits as long as it has spent, at most 100 ms.
 */
#include "models/kernel/dos.h"
#include "models/kernel/kernel.h"

enum {
    PASSES_MAX = 3,               /* hrtimer_interrupt(), kernel/time/hrtimer.c */
    HANG_WAIT_MAX_NS = 100000000, /* hrtimer_interrupt(): 100 ms */
    EVENT_LEAST_NS = 1000,        /* cev_delta2ns(), kernel/time/clockevents.c: no event nearer than 1 us */
};

static int timer_interrupt_begin(struct do_call *call)
{
    call->cpu->interrupt_entry_ns = *do_register(call, 0);
    call->cpu->passes = 0;
    return 0;
}

const struct do_descriptor do_timer_interrupt_begin = {
    .name = "timer_interrupt_begin",
    .help = "remembers when this timer interrupt began",
    .registers = {"now"},
    .function = timer_interrupt_begin,
    .source = "hrtimer_interrupt(), kernel/time/hrtimer.c",
};

static int next_expired_timer(struct do_call *call)
{
    const struct timer_node *first = call->cpu->timers.first;
    if (!first || first->expiry_ns > *do_register(call, 0))
        return 0;
    const struct timer_node *node = timers_take_first(&call->cpu->timers);
    if (node->kind == TIMER_TICK)
        return 1;
    call->effects->wake_task = node->task;
    return 2;
}

const struct do_descriptor do_next_expired_timer = {
    .name = "next_expired_timer",
    .help = "takes the earliest timer if it is due: the first label for the tick, the second for a sleeper (woken)",
    .registers = {"now"},
    .labels = 2,
    .function = next_expired_timer,
    .source = "__hrtimer_run_queues(), kernel/time/hrtimer.c",
};

static int forward_tick(struct do_call *call)
{
    struct kernel_cpu *cpu = call->cpu;
    int64_t period_ns = call->kernel->tick_period_ns;
    int64_t late_ns = *do_register(call, 0) - cpu->tick.expiry_ns;
    int64_t periods = late_ns < 0 ? 1 : late_ns / period_ns + 1;
    cpu->tick.expiry_ns += periods * period_ns;
    cpu->counts.lost_ticks += (uint64_t)(periods - 1);
    timers_insert(&cpu->timers, &cpu->tick);
    return 0;
}

const struct do_descriptor do_forward_tick = {
    .name = "forward_tick",
    .help = "queues the tick for its next period after the handler's own now, skipping whole periods",
    .registers = {"tick_now"},
    .function = forward_tick,
    .source = "tick_sched_timer() and hrtimer_forward(), kernel/time, 4.1",
};

static int forward_periodic_tick(struct do_call *call)
{
    struct kernel_cpu *cpu = call->cpu;
    cpu->tick.expiry_ns += call->kernel->tick_period_ns;
    timers_insert(&cpu->timers, &cpu->tick);
    return 0;
}

const struct do_descriptor do_forward_periodic_tick = {
    .name = "forward_periodic_tick",
    .help = "queues the tick one period on: a periodic timer repeats by itself",
    .registers = {NULL},
    .function = forward_periodic_tick,
    .source = "tick_handle_periodic(), kernel/time/tick-common.c, 4.1",
};

static int count_tick(struct do_call *call)
{
    call->cpu->counts.ticks++;
    return 0;
}

const struct do_descriptor do_count_tick = {
    .name = "count_tick",
    .help = "counts a tick that is being handled, for the metrics",
    .registers = {NULL},
    .function = count_tick,
    .source = "chosen: the book-keeping of this model",
};

/* Draws of a tick go by its number; those of another timer by its expiry, apart from all ticks' numbers. */
static void arm(struct do_call *call, int64_t delta_ns, int64_t expiry_ns)
{
    const uint64_t not_a_tick = (uint64_t)1 << 44;
    const struct timer_node *first = call->cpu->timers.first;
    bool tick = !first || first->kind == TIMER_TICK;
    call->effects->arm_timer = true;
    call->effects->timer_ns = delta_ns < EVENT_LEAST_NS ? EVENT_LEAST_NS : delta_ns;
    call->effects->timer_index =
        tick ? (uint64_t)(expiry_ns / call->kernel->tick_period_ns) : not_a_tick + (uint64_t)expiry_ns;
}

static int program_next_event(struct do_call *call)
{
    const struct timer_node *first = call->cpu->timers.first;
    if (!first)
        return 0;
    int64_t delta_ns = first->expiry_ns - *do_register(call, 0);
    if (delta_ns <= 0) {
        call->cpu->counts.late++;
        return 1;
    }
    arm(call, delta_ns, first->expiry_ns);
    return 0;
}

const struct do_descriptor do_program_next_event = {
    .name = "program_next_event",
    .help = "arms the timer by the distance from the value read; picks its label when that expiry has passed",
    .registers = {"now"},
    .labels = 1,
    .function = program_next_event,
    .source = "clockevents_program_event(), kernel/time/clockevents.c",
};

static int retry_timer_interrupt(struct do_call *call)
{
    return ++call->cpu->passes < PASSES_MAX;
}

const struct do_descriptor do_retry_timer_interrupt = {
    .name = "retry_timer_interrupt",
    .help = "picks its label while another pass over the timers is allowed (3 in all)",
    .registers = {NULL},
    .labels = 1,
    .function = retry_timer_interrupt,
    .source = "hrtimer_interrupt(), kernel/time/hrtimer.c",
};

static int wait_out_hang(struct do_call *call)
{
    struct kernel_cpu *cpu = call->cpu;
    int64_t now_ns = *do_register(call, 0);
    int64_t spent_ns = now_ns - cpu->interrupt_entry_ns;
    cpu->forced_expiry_ns = now_ns + (spent_ns > HANG_WAIT_MAX_NS ? HANG_WAIT_MAX_NS : spent_ns);
    cpu->counts.hangs++;
    return 0;
}

const struct do_descriptor do_wait_out_hang = {
    .name = "wait_out_hang",
    .help = "decides when timers may run again: as long from now as this interrupt has taken, at most 100 ms",
    .registers = {"now"},
    .function = wait_out_hang,
    .source = "hrtimer_interrupt(), kernel/time/hrtimer.c",
};

static int program_forced_event(struct do_call *call)
{
    int64_t delta_ns = call->cpu->forced_expiry_ns - *do_register(call, 0);
    if (delta_ns <= 0)
        return 1;
    arm(call, delta_ns, call->cpu->forced_expiry_ns);
    return 0;
}

const struct do_descriptor do_program_forced_event = {
    .name = "program_forced_event",
    .help = "arms the timer for the end of the wait; picks its label when that has passed",
    .registers = {"now"},
    .labels = 1,
    .function = program_forced_event,
    .source = "clockevents_program_event() with force, kernel/time/clockevents.c",
};

static int program_least_event(struct do_call *call)
{
    const struct timer_node *first = call->cpu->timers.first;
    arm(call, EVENT_LEAST_NS, first ? first->expiry_ns : call->cpu->forced_expiry_ns);
    return 0;
}

const struct do_descriptor do_program_least_event = {
    .name = "program_least_event",
    .help = "arms the timer for the nearest event it accepts",
    .registers = {NULL},
    .function = program_least_event,
    .source = "clockevents_program_min_delta(), kernel/time/clockevents.c",
};

static int start_sleep_timer(struct do_call *call)
{
    struct timer_node *node = &call->kernel->task_timer[call->task];
    node->expiry_ns = *do_register(call, 0) + *do_register(call, 1);
    timers_insert(&call->cpu->timers, node);
    return call->cpu->timers.first == node;
}

const struct do_descriptor do_start_sleep_timer = {
    .name = "start_sleep_timer",
    .help = "queues the timer that ends the current task's sleep; picks its label when it is now the earliest",
    .registers = {"now", "sleep_ns"},
    .labels = 1,
    .function = start_sleep_timer,
    .source = "hrtimer_start_range_ns(), kernel/time/hrtimer.c",
};
