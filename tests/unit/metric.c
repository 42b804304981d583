/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/run/metric.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A name's last words say its unit. */
static const struct {
    const char *ending, *unit;
} unit_endings[] = {
    {"_jobs_per_min", "jobs/min"},
    {"completions_per_min", "jobs/min"},
    {"_percent", "%"},
    {"_ns", "ns"},
    {"_per_s", "1/s"},
    {"_per_million", "reads per million"},
    {"reads_per_tick", "reads"},
    {"reads_per_switch", "reads"},
    {"retries_per_tick", "retries"},
    {"bus_queue_mean", "accesses"},
    {"bus_queue_max", "accesses"},
};

static int ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && strcmp(text + length - tail, ending) == 0;
}

static void every_metric_has_a_full_row(void **state)
{
    (void)state;
    for (int i = 0; i < METRIC_COUNT; i++) {
        assert_non_null(metrics[i].name);
        assert_true(metrics[i].unit && metrics[i].unit[0] != '\0');
        assert_true(metrics[i].help && metrics[i].help[0] != '\0');
        assert_null(strchr(metrics[i].help, '\n'));
        assert_true(strlen(metrics[i].help) <= 80);
    }
}

/* They become columns of a view, keys of JSON, and words of a command line. */
static void names_are_lower_case_words(void **state)
{
    (void)state;
    for (int i = 0; i < METRIC_COUNT; i++)
        for (const char *c = metrics[i].name; *c; c++)
            assert_true(islower((unsigned char)*c) || isdigit((unsigned char)*c) || *c == '_');
}

static void names_end_in_their_unit(void **state)
{
    (void)state;
    for (int i = 0; i < METRIC_COUNT; i++) {
        int matches = 0;
        for (size_t j = 0; j < sizeof unit_endings / sizeof *unit_endings; j++)
            matches += ends_with(metrics[i].name, unit_endings[j].ending) &&
                       strcmp(metrics[i].unit, unit_endings[j].unit) == 0;
        if (matches == 0)
            fail_msg("%s is in %s", metrics[i].name, metrics[i].unit);
    }
}

static void by_name_finds_each_and_nothing_else(void **state)
{
    (void)state;
    for (int i = 0; i < METRIC_COUNT; i++)
        assert_int_equal(metric_by_name(metrics[i].name), i);
    assert_int_equal(metric_by_name("loss"), METRIC_COUNT);
    assert_int_equal(metric_by_name("loss_percent_"), METRIC_COUNT);
    assert_int_equal(metric_by_name(""), METRIC_COUNT);
}

/* Scripts depend on these; a failure here means that a name was changed. */
static void first_names_stay_as_published(void **state)
{
    (void)state;
    static const char *const names[] = {
        "throughput_jobs_per_min",
        "loss_percent",
        "clock_read_share_percent",
        "clock_path_share_percent",
        "clock_read_mean_ns",
        "clock_read_p50_ns",
        "clock_read_p99_ns",
        "clock_read_max_ns",
        "bus_utilisation_percent",
        "bus_queue_mean",
        "bus_queue_max",
        "tick_share_percent",
        "late_ticks_per_s",
        "clock_reads_per_tick",
        "seqcount_retries_per_tick",
        "device_reads_per_s",
        "switch_rate_per_s",
        "preemptions_per_s",
        "switch_cost_ns",
        "clock_reads_per_switch",
        "switch_clock_share_percent",
        "backward_reads_per_million",
        "backward_max_ns",
        "time_error_max_ns",
        "completions_per_min",
        "ticks_per_s",
        "lost_ticks_per_s",
        "tick_hangs_per_s",
        "user_share_percent",
        "clock_staleness_mean_ns",
        "clock_staleness_p99_ns",
        "clock_staleness_max_ns",
        "early_samples_per_million",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_not_equal(metric_by_name(names[i]), METRIC_COUNT);
    assert_int_equal(sizeof names / sizeof *names, METRIC_COUNT);
}

static void only_greatest_values_lack_an_interval(void **state)
{
    (void)state;
    for (int i = 0; i < METRIC_COUNT; i++)
        assert_int_equal(metrics[i].no_interval != NULL, strstr(metrics[i].name, "_max") != NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_metric_has_a_full_row),   cmocka_unit_test(names_are_lower_case_words),
        cmocka_unit_test(names_end_in_their_unit),       cmocka_unit_test(by_name_finds_each_and_nothing_else),
        cmocka_unit_test(first_names_stay_as_published), cmocka_unit_test(only_greatest_values_lack_an_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
