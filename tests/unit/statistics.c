/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/statistics.h"

#include "sim/base/stream.h"
#include "tests/unit/aborts.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Extra hours of sleep under two drugs, ten patients: Student 1908, "The probable error of a mean", Biometrika 6. */
static const double sleep_first[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
static const double sleep_second[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

static void assert_close(double value, double expected, double tolerance)
{
    assert_true(fabs(value - expected) <= tolerance);
}

/* Printed tables of Student's t; the standard deviation sqrt(n) leaves the quantile alone. */
static void half_width_follows_the_t_table(void **state)
{
    (void)state;
    assert_close(student_half_width(sqrt(2), 2, 0.95), 12.706, 5e-4);
    assert_close(student_half_width(sqrt(3), 3, 0.95), 4.303, 5e-4);
    assert_close(student_half_width(sqrt(5), 5, 0.95), 2.776, 5e-4);
    assert_close(student_half_width(sqrt(10), 10, 0.95), 2.262, 5e-4);
    assert_close(student_half_width(sqrt(31), 31, 0.95), 2.042, 5e-4);
    assert_close(student_half_width(sqrt(10), 10, 0.99), 3.250, 5e-4);
    assert_close(student_half_width(sqrt(10), 10, 0.999), 4.781, 5e-4);
    assert_close(student_half_width(sqrt(10001), 10001, 0.95), 1.960, 5e-4);
}

/* 1 .. 10: mean 5.5, sum of squares 82.5, sd sqrt(82.5 / 9) = 3.02765, t = 2.262157; 2.262157 * 3.02765 / sqrt 10. */
static void mean_of_one_to_ten(void **state)
{
    (void)state;
    const double value[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    const struct estimate estimate = estimate_mean(value, 10);
    assert_close(estimate.value, 5.5, 1e-12);
    assert_close(estimate.ci95, 2.165851, 1e-5);
    assert_int_equal(estimate.n, 10);
}

/* The interval of Student's paired data is printed in textbooks and by R's t.test: -2.4598858 .. -0.7001142. */
static void paired_difference_of_the_sleep_data(void **state)
{
    (void)state;
    const struct estimate estimate = estimate_difference(sleep_first, sleep_second, 10);
    assert_close(estimate.value, -1.58, 1e-12);
    assert_close(estimate.value - estimate.ci95, -2.4598858, 1e-6);
    assert_close(estimate.value + estimate.ci95, -0.7001142, 1e-6);
}

static void pairing_narrows_the_interval(void **state)
{
    (void)state;
    const double unpaired = hypot(estimate_mean(sleep_first, 10).ci95, estimate_mean(sleep_second, 10).ci95);
    assert_true(estimate_difference(sleep_first, sleep_second, 10).ci95 < 0.6 * unpaired);
}

/* a = 1 2 3, b = 2 4 9: ratio 2/5; residuals 0.2 0.4 -0.6, sd sqrt(0.56 / 2) = 0.5291503, t = 4.302653;
 * 4.302653 * 0.5291503 / sqrt 3 / 5. */
static void ratio_and_loss_by_hand(void **state)
{
    (void)state;
    const double a[] = {1, 2, 3}, b[] = {2, 4, 9};
    const struct estimate ratio = estimate_ratio(a, b, 3);
    assert_close(ratio.value, 0.4, 1e-12);
    assert_close(ratio.ci95, 0.262896, 1e-5);
    const struct estimate loss = estimate_loss_percent(a, b, 3);
    assert_close(loss.value, 60, 1e-10);
    assert_close(loss.ci95, 26.2896, 1e-3);
    assert_int_equal(loss.n, 3);
}

static void proportional_samples_have_an_exact_ratio(void **state)
{
    (void)state;
    const double a[] = {10, 30, 20, 70}, b[] = {20, 60, 40, 140};
    const struct estimate loss = estimate_loss_percent(a, b, 4);
    assert_close(loss.value, 50, 1e-12);
    assert_close(loss.ci95, 0, 1e-12);
}

static void negative_denominators_keep_the_interval_positive(void **state)
{
    (void)state;
    const double a[] = {1, 2, 3}, b[] = {-2, -4, -9};
    const struct estimate ratio = estimate_ratio(a, b, 3);
    assert_close(ratio.value, -0.4, 1e-12);
    assert_close(ratio.ci95, 0.262896, 1e-5);
}

static void large_offsets_do_not_cancel(void **state)
{
    (void)state;
    const double value[] = {1e9 + 1, 1e9 + 2, 1e9 + 3};
    const struct estimate estimate = estimate_mean(value, 3);
    assert_close(estimate.value, 1e9 + 2, 1e-6);
    assert_close(estimate.ci95, 4.302653 / sqrt(3), 1e-5);
}

static void without_two_values_there_is_no_interval(void **state)
{
    (void)state;
    const double one[] = {3}, two[] = {4};
    assert_true(isnan(estimate_mean(one, 0).value) && isnan(estimate_mean(one, 0).ci95));
    assert_true(estimate_mean(one, 1).value == 3 && isnan(estimate_mean(one, 1).ci95));
    assert_true(estimate_difference(one, two, 1).value == -1 && isnan(estimate_difference(one, two, 1).ci95));
    assert_true(estimate_ratio(one, two, 1).value == 0.75 && isnan(estimate_ratio(one, two, 1).ci95));
    assert_true(isnan(estimate_ratio(one, two, 0).value));
    assert_true(isnan(student_half_width(1, 1, 0.95)));
}

static void ratio_to_nothing_is_no_number(void **state)
{
    (void)state;
    const double a[] = {1, 2}, b[] = {0, 0};
    assert_true(isnan(estimate_ratio(a, b, 2).value) && isnan(estimate_ratio(a, b, 2).ci95));
}

static void mean_with_nan(void *unused)
{
    (void)unused;
    const double value[] = {1, NAN};
    estimate_mean(value, 2);
}

static void full_confidence(void *unused)
{
    (void)unused;
    student_half_width(1, 5, 1);
}

static void nan_values_and_full_confidence_are_refused(void **state)
{
    (void)state;
    assert_true(aborts(mean_with_nan, NULL));
    assert_true(aborts(full_confidence, NULL));
}

/* 4000 samples of 5 normal values: the number of intervals that hold the truth is binomial (4000, 0.95), standard
 * deviation 13.8; 99.9 % bound 45.4. With the normal quantile instead of t they would hold it in 88 %. */
static void intervals_hold_the_truth_in_95_percent(void **state)
{
    (void)state;
    enum { SAMPLES = 4000, VALUES = 5 };
    int held = 0, held_with_normal = 0;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        struct stream stream;
        stream_init(&stream, (struct stream_key){5, 0}, 0, PURPOSE_TEST, i);
        double value[VALUES];
        for (int j = 0; j < VALUES; j++)
            value[j] = 100 + 3 * gsl_cdf_ugaussian_Pinv(stream_uniform(&stream));
        const struct estimate estimate = estimate_mean(value, VALUES);
        held += fabs(estimate.value - 100) <= estimate.ci95;
        held_with_normal += fabs(estimate.value - 100) <= estimate.ci95 * 1.960 / 2.776;
    }
    assert_true(abs(held - 3800) < 46);
    assert_false(abs(held_with_normal - 3800) < 46);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_width_follows_the_t_table),
        cmocka_unit_test(mean_of_one_to_ten),
        cmocka_unit_test(paired_difference_of_the_sleep_data),
        cmocka_unit_test(pairing_narrows_the_interval),
        cmocka_unit_test(ratio_and_loss_by_hand),
        cmocka_unit_test(proportional_samples_have_an_exact_ratio),
        cmocka_unit_test(negative_denominators_keep_the_interval_positive),
        cmocka_unit_test(large_offsets_do_not_cancel),
        cmocka_unit_test(without_two_values_there_is_no_interval),
        cmocka_unit_test(ratio_to_nothing_is_no_number),
        cmocka_unit_test(nan_values_and_full_confidence_are_refused),
        cmocka_unit_test(intervals_hold_the_truth_in_95_percent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
