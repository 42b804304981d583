/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel's decisions one by one: each limit that a `do` function knows, on both sides. */
#include "models/kernel/dos.h"
#include "models/kernel/kernel.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

enum { PERIOD_NS = 1000000, TASKS = 40 };

struct fixture {
    struct kernel_profile profile;
    struct kernel kernel;
    struct kernel_cpu cpu;
    int32_t next[TASKS];
    int64_t reg[DO_REGISTERS_MAX];
    uint8_t binding[DO_REGISTERS_MAX];
    struct do_effects effects;
    struct do_call call;
};

static void set_up(struct fixture *fixture)
{
    *fixture = (struct fixture){
        .profile = {.hz = 1000, .sched_latency_ps = 24000000000, .sched_min_granularity_ps = 3000000000},
    };
    fixture->kernel = (struct kernel){.profile = &fixture->profile,
                                      .tick_period_ns = PERIOD_NS,
                                      .tsc_mult = 1u << 31,
                                      .tsc_shift = 31, /* 1 GHz: a cycle is a nanosecond */
                                      .task_next = fixture->next};
    fixture->cpu.current = fixture->cpu.queue_head = fixture->cpu.queue_tail = TASK_NONE;
    for (uint8_t i = 0; i < DO_REGISTERS_MAX; i++)
        fixture->binding[i] = i;
    fixture->call = (struct do_call){.registers = fixture->reg,
                                     .binding = fixture->binding,
                                     .kernel = &fixture->kernel,
                                     .cpu = &fixture->cpu,
                                     .effects = &fixture->effects};
}

static void handlers_run_three_passes_and_no_more(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.reg[0] = 100;
    do_timer_interrupt_begin.function(&f.call);
    assert_int_equal(do_retry_timer_interrupt.function(&f.call), 1); /* the second pass */
    assert_int_equal(do_retry_timer_interrupt.function(&f.call), 1); /* the third */
    assert_int_equal(do_retry_timer_interrupt.function(&f.call), 0);
    do_timer_interrupt_begin.function(&f.call);
    assert_int_equal(do_retry_timer_interrupt.function(&f.call), 1); /* counted anew */
}

static void hang_is_waited_out_as_long_as_it_took_at_most_100_ms(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.reg[0] = 1000000;
    do_timer_interrupt_begin.function(&f.call);
    f.reg[0] = 1700000;
    do_wait_out_hang.function(&f.call);
    assert_int_equal(f.cpu.forced_expiry_ns, 1700000 + 700000);
    f.reg[0] = 1000000 + 250000000;
    do_wait_out_hang.function(&f.call);
    assert_int_equal(f.cpu.forced_expiry_ns, f.reg[0] + 100000000);
    assert_int_equal(f.cpu.counts.hangs, 2);
}

static void tick_skips_whole_periods_by_its_own_now(void **state)
{
    (void)state;
    static const struct {
        int64_t now_ns, next_ns, lost;
    } rows[] = {{5000000, 6000000, 0}, {5999999, 6000000, 0}, {6000000, 7000000, 1}, {9100000, 10000000, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture f;
        set_up(&f);
        f.cpu.tick.expiry_ns = 5000000;
        f.reg[0] = rows[i].now_ns;
        do_forward_tick.function(&f.call);
        assert_int_equal(f.cpu.tick.expiry_ns, rows[i].next_ns);
        assert_int_equal(f.cpu.counts.lost_ticks, rows[i].lost);
    }
}

static void event_that_has_passed_is_not_programmed(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.cpu.tick.expiry_ns = 5000000;
    timers_insert(&f.cpu.timers, &f.cpu.tick);
    f.reg[0] = 5000000;
    assert_int_equal(do_program_next_event.function(&f.call), 1);
    assert_false(f.effects.arm_timer);
    f.reg[0] = 4999999;
    assert_int_equal(do_program_next_event.function(&f.call), 0);
    assert_int_equal(f.effects.timer_ns, 1000); /* no nearer than 1 us */
    f.reg[0] = 4000000;
    do_program_next_event.function(&f.call);
    assert_int_equal(f.effects.timer_ns, 1000000);
    assert_int_equal(f.effects.timer_index, 5);
}

static void turn_is_latency_over_tasks_and_no_less_than_the_granularity(void **state)
{
    (void)state;
    static const struct {
        int32_t waiting;
        int64_t turn_ns;
    } rows[] = {{1, 12000000}, {2, 8000000}, {7, 3000000}, {20, 3000000}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture f;
        set_up(&f);
        f.cpu.current = 0;
        for (int32_t task = 1; task <= rows[i].waiting; task++)
            run_queue_add(&f.kernel, &f.cpu, task);
        f.reg[0] = rows[i].turn_ns;
        do_scheduler_tick.function(&f.call);
        assert_false(f.cpu.need_resched);
        f.reg[0]++;
        do_scheduler_tick.function(&f.call);
        assert_true(f.cpu.need_resched);
    }
}

static void filtered_sched_clock_stays_within_a_tick(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.reg[0] = 10000000; /* gtod */
    f.reg[1] = 500;      /* raw */
    do_sched_clock_tick.function(&f.call);
    f.reg[0] = 500 + 300; /* raw */
    do_sched_clock_filter.function(&f.call);
    assert_int_equal(f.reg[1], 10000300);
    f.reg[0] = 500 + 5 * PERIOD_NS; /* the tick is late: the clock stands at the end of the window */
    do_sched_clock_filter.function(&f.call);
    assert_int_equal(f.reg[1], 10000000 + PERIOD_NS);
    f.reg[0] = 100; /* the TSC went back: the clock does not */
    do_sched_clock_filter.function(&f.call);
    assert_int_equal(f.reg[1], 10000000 + PERIOD_NS);
}

static void reading_from_before_the_update_is_not_a_wrap(void **state)
{
    (void)state;
    const struct timekeeper timekeeper = {
        .cycle_last = 1000, .mask = 0xffffffff, .mult = 4, .shift = 0, .base_ns = 7000000};
    assert_int_equal(timekeeper_ns(&timekeeper, 1010), 7000040);
    assert_int_equal(timekeeper_ns(&timekeeper, 990), 7000000);
    const struct timekeeper wrapped = {
        .cycle_last = 0xfffffff0, .mask = 0xffffffff, .mult = 4, .shift = 0, .base_ns = 7000000};
    assert_int_equal(timekeeper_ns(&wrapped, 0x10), 7000000 + 4 * 0x20);
}

static void removed_timer_leaves_the_others_in_order(void **state)
{
    (void)state;
    struct timers timers = {0};
    struct timer_node node[8] = {0};
    static const int64_t expiry[8] = {50, 10, 30, 30, 20, 60, 30, 40};
    for (int i = 0; i < 8; i++) {
        node[i].expiry_ns = expiry[i];
        timers_insert(&timers, &node[i]);
    }
    timers_remove(&timers, &node[3]);
    assert_false(node[3].queued);
    static const int order[7] = {1, 4, 2, 6, 7, 0, 5};
    for (int i = 0; i < 7; i++)
        assert_ptr_equal(timers_take_first(&timers), &node[order[i]]);
    assert_null(timers_take_first(&timers));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handlers_run_three_passes_and_no_more),
        cmocka_unit_test(hang_is_waited_out_as_long_as_it_took_at_most_100_ms),
        cmocka_unit_test(tick_skips_whole_periods_by_its_own_now),
        cmocka_unit_test(event_that_has_passed_is_not_programmed),
        cmocka_unit_test(turn_is_latency_over_tasks_and_no_less_than_the_granularity),
        cmocka_unit_test(filtered_sched_clock_stays_within_a_tick),
        cmocka_unit_test(reading_from_before_the_update_is_not_a_wrap),
        cmocka_unit_test(removed_timer_leaves_the_others_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
