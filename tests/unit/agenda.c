/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/engine/agenda.h"

#include "sim/base/stream.h"
#include "sim/engine/hold.h"
#include "tests/unit/aborts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The oracle: a sorted list of pending events, and the time of each slot's event. */
struct entry {
    int64_t ps;
    size_t slot;
};

struct oracle {
    struct entry *entry; /* [slot_count], sorted by time, then slot; `count` are in use */
    size_t count;
    int64_t *when_ps; /* [slot_count]; NOT_PENDING without event */
};

static const int64_t NOT_PENDING = -1;

static size_t oracle_place(const struct oracle *oracle, struct entry entry)
{
    size_t from = 0, to = oracle->count;
    while (from < to) {
        const size_t middle = (from + to) / 2;
        const struct entry other = oracle->entry[middle];
        if (other.ps < entry.ps || (other.ps == entry.ps && other.slot < entry.slot))
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static void oracle_cancel(struct oracle *oracle, size_t slot)
{
    if (oracle->when_ps[slot] == NOT_PENDING)
        return;
    const size_t place = oracle_place(oracle, (struct entry){oracle->when_ps[slot], slot});
    oracle->count--;
    memmove(&oracle->entry[place], &oracle->entry[place + 1], (oracle->count - place) * sizeof *oracle->entry);
    oracle->when_ps[slot] = NOT_PENDING;
}

static void oracle_schedule(struct oracle *oracle, size_t slot, int64_t ps)
{
    oracle_cancel(oracle, slot);
    const size_t place = oracle_place(oracle, (struct entry){ps, slot});
    memmove(&oracle->entry[place + 1], &oracle->entry[place], (oracle->count - place) * sizeof *oracle->entry);
    oracle->entry[place] = (struct entry){ps, slot};
    oracle->count++;
    oracle->when_ps[slot] = ps;
}

/* Agenda and oracle side by side, and what the random walk went through. */
struct pair {
    size_t slot_count;
    struct agenda *agenda;
    struct oracle oracle;
    int64_t now_ps;
    struct stream stream;
    size_t rebases, least_cancelled, ties, far_jumps;
};

static void pair_restart(struct pair *pair)
{
    agenda_destroy(pair->agenda);
    pair->agenda = agenda_create(pair->slot_count);
    assert_non_null(pair->agenda);
    pair->now_ps = 0;
    pair->oracle.count = 0;
    for (size_t i = 0; i < pair->slot_count; i++)
        pair->oracle.when_ps[i] = NOT_PENDING;
}

/* A time that keeps the promises: mostly near and often equal to another's, sometimes as far as may be. */
static int64_t allowed_time(struct pair *pair, size_t slot)
{
    oracle_cancel(&pair->oracle, slot);
    const struct oracle *oracle = &pair->oracle;
    const int64_t horizon_ps = (int64_t)pair->agenda->horizon_ps;
    const int64_t first_ps = oracle->count ? oracle->entry[0].ps : pair->now_ps;
    const int64_t last_ps = oracle->count ? oracle->entry[oracle->count - 1].ps : pair->now_ps;
    const int64_t least_ps = last_ps - horizon_ps > pair->now_ps ? last_ps - horizon_ps : pair->now_ps;
    const int64_t greatest_ps = first_ps > INT64_MAX - horizon_ps ? INT64_MAX : first_ps + horizon_ps;
    int64_t ahead_ps;
    const uint64_t kind = stream_below(&pair->stream, 256);
    if (kind < 120)
        ahead_ps = (int64_t)stream_below(&pair->stream, 4);
    else if (kind < 250)
        ahead_ps = llrint(-1e6 * log(stream_uniform(&pair->stream)));
    else if (kind < 255)
        ahead_ps = (int64_t)stream_below(&pair->stream, (uint64_t)horizon_ps / 3);
    else
        ahead_ps = horizon_ps;
    pair->far_jumps += ahead_ps > horizon_ps / 8;
    int64_t ps = pair->now_ps > INT64_MAX - ahead_ps ? INT64_MAX : pair->now_ps + ahead_ps;
    ps = kind == 255 ? greatest_ps : ps;
    ps = ps < least_ps ? least_ps : ps;
    return ps > greatest_ps ? greatest_ps : ps;
}

static void schedule_both(struct pair *pair, size_t slot)
{
    const int64_t ps = allowed_time(pair, slot);
    const int64_t base_ps = pair->agenda->base_ps;
    agenda_schedule(pair->agenda, slot, (struct true_time){ps});
    oracle_schedule(&pair->oracle, slot, ps);
    pair->rebases += pair->agenda->base_ps != base_ps;
}

static void cancel_both(struct pair *pair, size_t slot)
{
    agenda_cancel(pair->agenda, slot);
    oracle_cancel(&pair->oracle, slot);
}

/* Takes the next event from both and then moves it, takes it back, or leaves it. */
static void next_both(struct pair *pair)
{
    size_t slot;
    struct true_time when;
    const bool any = agenda_next(pair->agenda, &slot, &when);
    assert_int_equal(any, pair->oracle.count > 0);
    if (!any)
        return;
    assert_int_equal(slot, pair->oracle.entry[0].slot);
    assert_int_equal(when.ps, pair->oracle.entry[0].ps);
    pair->ties += pair->oracle.count > 1 && pair->oracle.entry[1].ps == when.ps;
    pair->now_ps = when.ps;
    const uint64_t then = stream_below(&pair->stream, 8);
    if (then == 0) {
        cancel_both(pair, slot);
        pair->least_cancelled++;
    } else if (then < 7) {
        schedule_both(pair, slot);
    }
}

static void check_pending(const struct pair *pair, size_t slot)
{
    struct true_time when;
    const bool pending = agenda_pending(pair->agenda, slot, &when);
    assert_int_equal(pending, pair->oracle.when_ps[slot] != NOT_PENDING);
    if (pending)
        assert_int_equal(when.ps, pair->oracle.when_ps[slot]);
}

/* Half of the operations take the next event, the others meet a random slot. */
static void one_operation(struct pair *pair)
{
    const size_t slot = (size_t)stream_below(&pair->stream, pair->slot_count);
    const uint64_t what = stream_below(&pair->stream, 16);
    if (what < 8) {
        next_both(pair);
    } else if (what < 13) {
        schedule_both(pair, slot);
    } else if (what < 15) {
        cancel_both(pair, slot);
    } else if (pair->oracle.count > 0) {
        cancel_both(pair, pair->oracle.entry[0].slot); /* the least, without having been taken */
        pair->least_cancelled++;
    }
    check_pending(pair, slot);
}

static void walk_beside_oracle(size_t slot_count, size_t operations)
{
    struct pair pair = {
        .slot_count = slot_count,
        .oracle = {calloc(slot_count, sizeof(struct entry)), 0, calloc(slot_count, sizeof(int64_t))},
    };
    assert_true(pair.oracle.entry && pair.oracle.when_ps);
    stream_init(&pair.stream, (struct stream_key){17, 0}, slot_count, PURPOSE_TEST, 0);
    pair_restart(&pair);
    for (size_t i = 0; i < operations; i++) {
        one_operation(&pair);
        if (pair.now_ps > INT64_C(1) << 62) /* true time is nearly used up */
            pair_restart(&pair);
    }
    assert_true(pair.least_cancelled > operations / 100);
    assert_true(pair.far_jumps > 100);
    if (slot_count > 1) {
        assert_true(pair.ties > operations / 1000);
        assert_true(pair.rebases > 10);
    }
    agenda_destroy(pair.agenda);
    free(pair.oracle.entry);
    free(pair.oracle.when_ps);
}

static void a_million_random_operations_agree_with_a_sorted_list(void **state)
{
    (void)state;
    const size_t slot_counts[] = {1, 2, 3, 4, 5, 16, 17, 240, 1440};
    for (size_t i = 0; i < sizeof slot_counts / sizeof *slot_counts; i++)
        walk_beside_oracle(slot_counts[i], 1000000);
}

static void so_do_fewer_on_many_slots(void **state)
{
    (void)state;
    walk_beside_oracle(4097, 300000);
    walk_beside_oracle(65536, 100000);
}

static struct true_time at(int64_t ps)
{
    return (struct true_time){ps};
}

static void assert_next(struct agenda *agenda, size_t slot, int64_t ps)
{
    size_t next_slot;
    struct true_time when;
    assert_true(agenda_next(agenda, &next_slot, &when));
    assert_int_equal(next_slot, slot);
    assert_int_equal(when.ps, ps);
}

static void empty_agenda_has_no_next(void **state)
{
    (void)state;
    struct agenda *agenda = agenda_create(5);
    size_t slot;
    struct true_time when;
    assert_false(agenda_next(agenda, &slot, &when));
    agenda_cancel(agenda, 4); /* nothing there: nothing happens */
    assert_false(agenda_next(agenda, &slot, &when));
    assert_false(agenda_pending(agenda, 4, &when));
    agenda_destroy(agenda);
}

static void equal_times_come_in_slot_order(void **state)
{
    (void)state;
    struct agenda *agenda = agenda_create(100);
    for (size_t i = 0; i < 100; i++)
        agenda_schedule(agenda, (i * 37) % 100, at(1000));
    for (size_t i = 0; i < 100; i++) {
        assert_next(agenda, i, 1000);
        agenda_cancel(agenda, i);
    }
    agenda_destroy(agenda);
}

static void an_event_stays_until_moved_or_cancelled(void **state)
{
    (void)state;
    struct agenda *agenda = agenda_create(3);
    agenda_schedule(agenda, 2, at(10));
    assert_next(agenda, 2, 10);
    assert_next(agenda, 2, 10);
    agenda_schedule(agenda, 2, at(30));
    agenda_schedule(agenda, 1, at(20));
    assert_next(agenda, 1, 20);
    agenda_schedule(agenda, 2, at(20)); /* earlier, and no earlier than the event taken last */
    agenda_schedule(agenda, 1, at(25));
    assert_next(agenda, 2, 20);
    agenda_destroy(agenda);
}

static void the_horizon_is_what_the_header_says(void **state)
{
    (void)state;
    struct agenda *agenda = agenda_create(16384);
    assert_true(fabs((double)agenda->horizon_ps - 1126e12) < 1e12);
    agenda_destroy(agenda);
}

/* 1000 steps of half a horizon at 65536 slots: a day and a half of simulated time. */
static void time_runs_past_many_horizons(void **state)
{
    (void)state;
    struct agenda *agenda = agenda_create(65536);
    const int64_t step_ps = (int64_t)(agenda->horizon_ps / 2);
    agenda_schedule(agenda, 7, at(step_ps));
    agenda_schedule(agenda, 65535, at(step_ps + 1));
    for (int64_t i = 1; i <= 1000; i++) {
        assert_next(agenda, 7, i * step_ps);
        agenda_schedule(agenda, 7, at((i + 1) * step_ps));
        assert_next(agenda, 65535, i * step_ps + 1);
        agenda_schedule(agenda, 65535, at((i + 1) * step_ps + 1));
    }
    agenda_destroy(agenda);
}

static void the_first_event_may_be_far_and_the_next_nearer(void **state)
{
    (void)state;
    struct agenda *agenda = agenda_create(65536);
    const int64_t horizon_ps = (int64_t)agenda->horizon_ps;
    agenda_schedule(agenda, 0, at(3 * horizon_ps));
    agenda_schedule(agenda, 1, at(2 * horizon_ps));
    assert_next(agenda, 1, 2 * horizon_ps);
    agenda_schedule(agenda, 1, at(4 * horizon_ps));
    assert_next(agenda, 0, 3 * horizon_ps);
    agenda_cancel(agenda, 1);
    agenda_schedule(agenda, 0, at(INT64_MAX - 1)); /* the event that is moved does not count */
    assert_next(agenda, 0, INT64_MAX - 1);
    agenda_destroy(agenda);
}

static void memory_is_at_most_64_bytes_a_slot(void **state)
{
    (void)state;
    const size_t slot_counts[] = {217, 1441, 12289, 65536}; /* three a CPU and one, for 72, 480 and 4096 CPUs */
    for (size_t i = 0; i < sizeof slot_counts / sizeof *slot_counts; i++) {
        struct agenda *agenda = agenda_create(slot_counts[i]);
        assert_true(agenda_bytes(agenda) <= 64 * slot_counts[i]);
        agenda_destroy(agenda);
    }
}

/* Each breaks one promise on an agenda of 240 slots whose slot 3 was taken at 100 ps and is still there. */
static void schedule_slot_out_of_range(void *agenda)
{
    agenda_schedule(agenda, 240, at(200));
}

static void cancel_slot_out_of_range(void *agenda)
{
    agenda_cancel(agenda, 240);
}

static void pending_slot_out_of_range(void *agenda)
{
    struct true_time when;
    agenda_pending(agenda, 240, &when);
}

static void schedule_before_the_last_taken(void *agenda)
{
    agenda_schedule(agenda, 4, at(99));
}

static void schedule_at_the_last_taken(void *agenda)
{
    agenda_schedule(agenda, 4, at(100));
}

static void schedule_at_the_horizon(void *agenda)
{
    agenda_schedule(agenda, 4, at(100 + (int64_t)((struct agenda *)agenda)->horizon_ps));
}

static void schedule_past_the_horizon(void *agenda)
{
    agenda_schedule(agenda, 4, at(101 + (int64_t)((struct agenda *)agenda)->horizon_ps));
}

static void create_without_slots(void *unused)
{
    (void)unused;
    agenda_destroy(agenda_create(0));
}

static void create_with_too_many_slots(void *unused)
{
    (void)unused;
    agenda_destroy(agenda_create(65537));
}

static void broken_promises_abort_and_kept_ones_do_not(void **state)
{
    (void)state;
    struct agenda *agenda = agenda_create(240);
    agenda_schedule(agenda, 3, at(100));
    assert_next(agenda, 3, 100);
    assert_true(aborts(schedule_slot_out_of_range, agenda));
    assert_true(aborts(cancel_slot_out_of_range, agenda));
    assert_true(aborts(pending_slot_out_of_range, agenda));
    assert_true(aborts(schedule_before_the_last_taken, agenda));
    assert_false(aborts(schedule_at_the_last_taken, agenda));
    assert_true(aborts(schedule_past_the_horizon, agenda));
    assert_false(aborts(schedule_at_the_horizon, agenda));
    assert_true(aborts(create_without_slots, NULL));
    assert_true(aborts(create_with_too_many_slots, NULL));
    agenda_destroy(agenda);
}

static void hold_model_gives_speeds_and_their_ratio(void **state)
{
    (void)state;
    const size_t pending[] = {1, 240};
    for (size_t i = 0; i < sizeof pending / sizeof *pending; i++) {
        const struct hold_result result = hold_measure(pending[i], 20000, 4);
        assert_true(result.events_per_s > 0 && isfinite(result.events_per_s));
        assert_true(result.baseline_events_per_s > 0 && isfinite(result.baseline_events_per_s));
        assert_true(result.ratio > 0 && isfinite(result.ratio));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_random_operations_agree_with_a_sorted_list),
        cmocka_unit_test(so_do_fewer_on_many_slots),
        cmocka_unit_test(empty_agenda_has_no_next),
        cmocka_unit_test(equal_times_come_in_slot_order),
        cmocka_unit_test(an_event_stays_until_moved_or_cancelled),
        cmocka_unit_test(the_horizon_is_what_the_header_says),
        cmocka_unit_test(time_runs_past_many_horizons),
        cmocka_unit_test(the_first_event_may_be_far_and_the_next_nearer),
        cmocka_unit_test(memory_is_at_most_64_bytes_a_slot),
        cmocka_unit_test(broken_promises_abort_and_kept_ones_do_not),
        cmocka_unit_test(hold_model_gives_speeds_and_their_ratio),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
