/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/error.h"

#include "tests/unit/aborts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void set_fills_status_and_message_and_returns_minus_one(void **state)
{
    (void)state;
    struct error error = {0};
    assert_int_equal(error_set(&error, STATUS_NO_INPUT, "%s: line %d", "a.yaml", 7), -1);
    assert_int_equal(error.status, STATUS_NO_INPUT);
    assert_string_equal(error.message, "a.yaml: line 7");
}

static void set_without_place_still_returns_minus_one(void **state)
{
    (void)state;
    assert_int_equal(error_set(NULL, STATUS_IO, "lost"), -1);
}

static void long_message_is_cut_and_ends(void **state)
{
    (void)state;
    struct error error;
    char text[3000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    error_set(&error, STATUS_IO, "%s", text);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
}

static void message_may_build_on_the_one_before(void **state)
{
    (void)state;
    struct error error;
    error_set(&error, STATUS_IO, "disk full");
    error_set(&error, STATUS_CANT_CREATE, "results.db: %s", error.message);
    assert_string_equal(error.message, "results.db: disk full");
}

static void break_a_promise(void *unused)
{
    (void)unused;
    ensure(1 + 1 == 3);
}

static void keep_a_promise(void *unused)
{
    (void)unused;
    ensure(1 + 1 == 2);
}

static void broken_promise_aborts_and_kept_one_does_not(void **state)
{
    (void)state;
    assert_true(aborts(break_a_promise, NULL));
    assert_false(aborts(keep_a_promise, NULL));
}

static void broken_promise_names_condition_and_place(void **state)
{
    (void)state;
    int end[2];
    assert_int_equal(pipe(end), 0);
    const pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        dup2(end[1], STDERR_FILENO);
        ensure_failed("queue is empty", "bus.c", 12);
    }
    close(end[1]);
    char line[200] = "";
    assert_true(read(end[0], line, sizeof line - 1) > 0);
    close(end[0]);
    waitpid(child, NULL, 0);
    assert_string_equal(line, "bus.c:12: internal error: expected queue is empty\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_fills_status_and_message_and_returns_minus_one),
        cmocka_unit_test(set_without_place_still_returns_minus_one),
        cmocka_unit_test(long_message_is_cut_and_ends),
        cmocka_unit_test(message_may_build_on_the_one_before),
        cmocka_unit_test(broken_promise_aborts_and_kept_one_does_not),
        cmocka_unit_test(broken_promise_names_condition_and_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
