/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Task choice: a FIFO run queue per CPU, a turn as long as CFS would give with equal weights.
 *
 * Described from kernel/sched/fair.c, Linux 4.6: a turn is the scheduling latency divided by the number of
 * runnable tasks, no less than the least granularity; its end is seen only by a tick.
 */
#include "models/kernel/dos.h"
#include "models/kernel/kernel.h"

static int64_t turn_ns(const struct kernel_profile *profile, int64_t runnable)
{
    int64_t share_ps = profile->sched_latency_ps / runnable;
    return (share_ps > profile->sched_min_granularity_ps ? share_ps : profile->sched_min_granularity_ps) / 1000;
}

static int scheduler_tick(struct do_call *call)
{
    struct kernel_cpu *cpu = call->cpu;
    if (cpu->current == TASK_NONE || cpu->queue_length == 0)
        return 0;
    int64_t ran_ns = *do_register(call, 0) - cpu->turn_start_ns;
    if (ran_ns > turn_ns(call->kernel->profile, cpu->queue_length + 1))
        cpu->need_resched = true;
    return 0;
}

const struct do_descriptor do_scheduler_tick = {
    .name = "scheduler_tick",
    .help = "asks for a switch when the current task's turn is over and another waits",
    .registers = {"sched_now"},
    .function = scheduler_tick,
    .source = "check_preempt_tick() and sched_slice(), kernel/sched/fair.c, 4.6",
};

static int resched_wanted(struct do_call *call)
{
    return call->cpu->need_resched;
}

const struct do_descriptor do_resched_wanted = {
    .name = "resched_wanted",
    .help = "picks its label when a switch has been asked for",
    .registers = {NULL},
    .labels = 1,
    .function = resched_wanted,
    .source = "exit_to_usermode_loop(), arch/x86/entry/common.c, 4.6",
};

static int pick_next_task(struct do_call *call)
{
    struct kernel *kernel = call->kernel;
    struct kernel_cpu *cpu = call->cpu;
    int32_t before = cpu->current;
    bool runnable = before != TASK_NONE && !cpu->current_blocked;
    cpu->need_resched = false;
    if (runnable && cpu->queue_length == 0)
        return 1;
    if (runnable) {
        run_queue_add(kernel, cpu, before);
        cpu->counts.preemptions++;
    }
    int32_t next = cpu->queue_head;
    if (next != TASK_NONE) {
        cpu->queue_head = kernel->task_next[next];
        if (cpu->queue_head == TASK_NONE)
            cpu->queue_tail = TASK_NONE;
        cpu->queue_length--;
    }
    cpu->current = next;
    cpu->current_blocked = false;
    cpu->turn_start_ns = *do_register(call, 0);
    cpu->counts.switches += next != before;
    call->effects->switch_task = true;
    call->effects->next_task = next;
    return next == before || next == TASK_NONE;
}

const struct do_descriptor do_pick_next_task = {
    .name = "pick_next_task",
    .help = "the task at the head of the run queue gets the CPU; picks its label when there is nothing to switch to",
    .registers = {"sched_now"},
    .labels = 1,
    .function = pick_next_task,
    .source = "chosen: FIFO among equals stands in for pick_next_task_fair()",
};
