/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every built-in policy keeps its promises; each of tests/policies breaks one, and is caught for it. */
#include "sim/study/policy_check.h"
#include "models/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/policies/endless.c"
#include "tests/policies/goes_back.c"
#include "tests/policies/irq_left_off.c"
#include "tests/policies/keeps_lock.c"
#include "tests/policies/never_unlocks.c"
#include "tests/policies/stale.c"
#include "tests/policies/too_wide.c"

#define STALE_WITH_BOUND(text, bound) \
    { \
        .name = text, .kind = POLICY_CLOCKSOURCE, .rate = RATE_HPET, .counter_bits = 32, .backward_bound_ns = bound, \
        .high_resolution = true, .path = &stale_path, .words = stale_words, \
        .word_count = sizeof stale_words / sizeof *stale_words, .help = "a test", .source = "a test" \
    }
static const struct policy_descriptor policy_bounded = STALE_WITH_BOUND("bounded", 50000000);
static const struct policy_descriptor policy_bounded_tightly = STALE_WITH_BOUND("bounded-tightly", 10);

/* In place of the lists that CMake makes: the linker takes these. */
const struct policy_descriptor *const external_policies[] = {
    &policy_endless, &policy_goes_back, &policy_irq_left_off, &policy_keeps_lock,      &policy_never_unlocks,
    &policy_stale,   &policy_too_wide,  &policy_bounded,      &policy_bounded_tightly, NULL,
};
const struct do_descriptor *const external_dos[] = {&do_still_locked, &do_go_back, &do_widen, &do_nothing_saved, NULL};

enum { ROUNDS = 100, STEPS = 12 };

static struct policy_check_result check(const struct policy_descriptor *policy, int64_t rounds, int64_t only_round)
{
    const struct policy_check_options options = {
        .seed = 3, .rounds = rounds, .only_round = only_round, .steps = STEPS, .data_dir = "scenarios"};
    struct policy_check_result result;
    struct error error;
    if (policy_check(policy, &options, &result, &error))
        fail_msg("%s", error.message);
    return result;
}

static void built_in_policies_keep_their_promises(void **state)
{
    (void)state;
    const struct policy_descriptor *policy;
    for (size_t i = 0; (policy = registry_policy_at(i)) != external_policies[0]; i++) {
        struct policy_check_result result = check(policy, ROUNDS, 0);
        if (result.broken != PROMISE_NONE)
            fail_msg("%s, round %lld: %s\n%s\n%s", policy->name, (long long)result.round, result.message, result.least,
                     result.steps);
        assert_true(result.rounds == ROUNDS && result.reads > 10000);
        assert_true(result.cpus_least < 5 && result.cpus_most > 60);
        policy_check_clear(&result);
    }
}

static size_t lines(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static void each_broken_policy_is_caught_for_what_it_breaks(void **state)
{
    (void)state;
    static const struct {
        const struct policy_descriptor *policy;
        enum promise broken;
        const char *message, *last_step;
    } cases[] = {
        {&policy_never_unlocks, PROMISE_ENDS, "is still under way", ""},
        {&policy_endless, PROMISE_ENDS, "makes no progress", "still_locked"},
        {&policy_stale, PROMISE_FRESH, "is stale", ""},
        {&policy_goes_back, PROMISE_FORWARD, "goes back", ""},
        {&policy_irq_left_off, PROMISE_INTERRUPTS, "leaves interrupts off", ""},
        {&policy_keeps_lock, PROMISE_LOCKS, "does not release its lock", "load"},
        {&policy_too_wide, PROMISE_WIDTH, "does not fit", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct policy_check_result result = check(cases[i].policy, ROUNDS, 0);
        print_message("%s %s\nfrom: %s\nto:   %s (%lld tried)\n%s\n", cases[i].policy->name, result.message,
                      result.first, result.least, (long long)result.attempts, "");
        print_message("%s\n", result.steps ? result.steps : "no steps");
        assert_int_equal(result.broken, cases[i].broken);
        assert_non_null(strstr(result.message, cases[i].message));
        assert_in_range(lines(result.steps), 1, STEPS);
        assert_non_null(strstr(result.steps, cases[i].policy->path->name));
        policy_check_clear(&result);
    }
}

/* The value that was ahead, by whom, though its steps may lie further back than those that are shown. */
static void a_reading_that_goes_back_comes_with_the_one_ahead(void **state)
{
    (void)state;
    struct policy_check_result result = check(&policy_goes_back, ROUNDS, 0);
    assert_int_equal(result.broken, PROMISE_FORWARD);
    const char *behind = strstr(result.message, "a reading of "), *ahead = strstr(result.message, "behind the ");
    assert_true(behind && ahead && result.readings);
    char line[64];
    snprintf(line, sizeof line, "ahead:    %llu: ", strtoull(ahead + strlen("behind the "), NULL, 10));
    assert_ptr_equal(strstr(result.readings, line), result.readings);
    snprintf(line, sizeof line, "\nbehind:   %llu: ", strtoull(behind + strlen("a reading of "), NULL, 10));
    assert_non_null(strstr(result.readings, line));
    assert_int_equal(lines(result.readings), 2);
    policy_check_clear(&result);
}

static void other_failures_name_no_readings(void **state)
{
    (void)state;
    struct policy_check_result result = check(&policy_keeps_lock, ROUNDS, 0);
    assert_int_equal(result.broken, PROMISE_LOCKS);
    assert_null(result.readings);
    policy_check_clear(&result);
}

static void a_failure_comes_again_from_its_seed_and_round(void **state)
{
    (void)state;
    struct policy_check_result first = check(&policy_stale, ROUNDS, 0);
    struct policy_check_result again = check(&policy_stale, ROUNDS, first.round);
    assert_int_equal(again.rounds, 1);
    assert_string_equal(first.message, again.message);
    assert_string_equal(first.steps, again.steps);
    policy_check_clear(&first);
    policy_check_clear(&again);
}

/* What `stale` is caught for is right under a bound that allows it, and wrong under one that is too small. */
static void a_declared_bound_is_kept(void **state)
{
    (void)state;
    struct policy_check_result result = check(&policy_bounded, ROUNDS, 0);
    assert_int_equal(result.broken, PROMISE_NONE);
    policy_check_clear(&result);
    result = check(&policy_bounded_tightly, ROUNDS, 0);
    assert_int_equal(result.broken, PROMISE_FRESH);
    policy_check_clear(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_policies_keep_their_promises),
        cmocka_unit_test(each_broken_policy_is_caught_for_what_it_breaks),
        cmocka_unit_test(a_reading_that_goes_back_comes_with_the_one_ahead),
        cmocka_unit_test(other_failures_name_no_readings),
        cmocka_unit_test(a_failure_comes_again_from_its_seed_and_round),
        cmocka_unit_test(a_declared_bound_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
