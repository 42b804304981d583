/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The books must balance: each CPU's cells against simulated time, and books kept apart against each other. */
#include "sim/world/world_private.h"

__int128 books_work_left_q16(const struct world *world)
{
    __int128 left = 0;
    for (int32_t i = 0; i < world->cpu_count; i++) {
        const struct cpu *cpu = &world->cpu[i];
        if (cpu->activity == ACTIVITY_WORK)
            left += cpu->left_q16;
        if (cpu->in_interrupt && cpu->interrupt.resume == RESUME_WORK)
            left += cpu->interrupt.left_q16;
    }
    for (int32_t i = 0; i < world->task_count; i++)
        if (world->task[i].context.resume == RESUME_WORK)
            left += world->task[i].context.left_q16;
    return left;
}

static int64_t cells_of_cause(const struct world *world, int cause)
{
    int64_t ps = 0;
    for (int context = 0; context < CONTEXT_COUNT; context++)
        for (int place = 0; place < PLACE_COUNT; place++)
            ps += world->totals.books.ps[context][place][cause];
    return ps;
}

static int check_cpus(const struct world *world, struct error *error)
{
    for (int32_t i = 0; i < world->cpu_count; i++) {
        int64_t ps = 0;
        for (int c = 0; c < CELL_COUNT; c++)
            ps += world->cpu[i].cell_ps[c];
        if (ps != world->totals.measured_ps)
            return error_set(error, STATUS_INTERNAL,
                             "the books do not balance: CPU %d is charged %lld ps of %lld ps simulated", i,
                             (long long)ps, (long long)world->totals.measured_ps);
    }
    return 0;
}

static int differ(struct error *error, const char *what, int64_t here, int64_t there)
{
    return error_set(error, STATUS_INTERNAL, "the books do not balance: %s: %lld against %lld", what, (long long)here,
                     (long long)there);
}

static int check_work(const struct world *world, struct error *error)
{
    __int128 done = 0;
    int64_t work_ps = 0;
    for (int32_t i = 0; i < world->cpu_count; i++) {
        const struct cpu *cpu = &world->cpu[i];
        done += (__int128)cpu->work_full_ps * 65536 + (__int128)cpu->work_shared_ps * world->shared_speed_q16;
        work_ps += cpu->work_full_ps + cpu->work_shared_ps;
    }
    if (work_ps != cells_of_cause(world, CAUSE_WORK))
        return differ(error, "work by speed and by cell, ps", work_ps, cells_of_cause(world, CAUSE_WORK));
    __int128 begun = world->planned_q16 - books_work_left_q16(world) + world->overshoot_q16;
    if (done != begun)
        return differ(error, "work finished and work begun, ps/65536", (int64_t)done, (int64_t)begun);
    return 0;
}

int books_check(struct world *world, struct error *error)
{
    const struct bus *bus = &world->bus;
    if (check_cpus(world, error) || check_work(world, error))
        return -1;
    if (bus->busy_ps != cells_of_cause(world, CAUSE_SERVICE))
        return differ(error, "bus busy and service charged, ps", bus->busy_ps, cells_of_cause(world, CAUSE_SERVICE));
    if (bus->queue_integral_ps != cells_of_cause(world, CAUSE_BUS_WAIT))
        return differ(error, "bus queue and waits charged, ps", bus->queue_integral_ps,
                      cells_of_cause(world, CAUSE_BUS_WAIT));
    uint64_t travelling = 0;
    for (int32_t i = 0; i < world->cpu_count; i++)
        travelling += world->cpu[i].activity == ACTIVITY_TRAVEL_OUT;
    if (bus->accesses + travelling != world->load_steps)
        return differ(error, "accesses at the bus and device loads begun", (int64_t)(bus->accesses + travelling),
                      (int64_t)world->load_steps);
    return 0;
}
