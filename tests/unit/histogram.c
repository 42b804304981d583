/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/histogram.h"

#include "sim/base/stream.h"
#include "tests/unit/aborts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct histogram *histogram_new(void)
{
    struct histogram *histogram = malloc(sizeof *histogram);
    assert_non_null(histogram);
    histogram_init(histogram);
    return histogram;
}

/* Values over many octaves: 2^x with x uniform in (0, 60). */
static uint64_t spread_value(struct stream *stream)
{
    return (uint64_t)exp2(60 * stream_uniform(stream));
}

static struct stream test_stream(uint64_t occasion)
{
    struct stream stream;
    stream_init(&stream, (struct stream_key){11, 0}, 0, PURPOSE_TEST, occasion);
    return stream;
}

static void buckets_cover_every_value_once(void **state)
{
    (void)state;
    uint64_t expected_from = 0;
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        uint64_t from, to;
        histogram_bounds(i, &from, &to);
        assert_int_equal(from, expected_from);
        assert_true(to >= from);
        assert_int_equal(histogram_index(from), i);
        assert_int_equal(histogram_index(to), i);
        expected_from = to + 1;
    }
    assert_int_equal(expected_from, 0); /* the last one ends at 2^64 - 1 */
}

static void buckets_are_exact_below_256_and_under_0_8_percent_above(void **state)
{
    (void)state;
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        uint64_t from, to;
        histogram_bounds(i, &from, &to);
        const double width = (double)(to - from) + 1;
        assert_true(from < 256 ? width == 1 : width <= 0.008 * (double)from);
    }
}

static void bounds_out_of_range(void *unused)
{
    (void)unused;
    uint64_t from, to;
    histogram_bounds(HISTOGRAM_BUCKETS, &from, &to);
}

static void bucket_out_of_range_is_refused(void **state)
{
    (void)state;
    assert_true(aborts(bounds_out_of_range, NULL));
}

static void empty_histogram_has_no_mean_and_no_quantile(void **state)
{
    (void)state;
    struct histogram *histogram = histogram_new();
    assert_true(isnan(histogram_mean(histogram)));
    assert_true(isnan(histogram_quantile(histogram, 0.5)));
    assert_int_equal(histogram->least, UINT64_MAX);
    free(histogram);
}

static void sum_passes_64_bits(void **state)
{
    (void)state;
    struct histogram *histogram = histogram_new();
    histogram_add(histogram, UINT64_MAX);
    histogram_add(histogram, UINT64_MAX);
    histogram_add(histogram, 0);
    assert_true(histogram->sum == 2 * (unsigned __int128)UINT64_MAX);
    assert_int_equal(histogram->count, 3);
    assert_int_equal(histogram->least, 0);
    assert_int_equal(histogram->greatest, UINT64_MAX);
    assert_true(fabs(histogram_mean(histogram) / 0x1p64 - 2.0 / 3) < 1e-15);
    free(histogram);
}

static void quantile_takes_the_stated_rank(void **state)
{
    (void)state;
    struct histogram *histogram = histogram_new();
    for (uint64_t value = 1; value <= 100; value++)
        histogram_add(histogram, value);
    for (int percent = 1; percent <= 100; percent++)
        assert_true(histogram_quantile(histogram, percent / 100.0) == percent);
    assert_true(histogram_quantile(histogram, 0) == 1);
    assert_true(histogram_quantile(histogram, 0.501) == 51);
    free(histogram);
}

static void quantile_stays_between_least_and_greatest(void **state)
{
    (void)state;
    struct histogram *histogram = histogram_new();
    histogram_add(histogram, 1000000); /* not the middle of its bucket */
    assert_true(histogram_quantile(histogram, 0) == 1000000);
    assert_true(histogram_quantile(histogram, 0.5) == 1000000);
    assert_true(histogram_quantile(histogram, 1) == 1000000);
    free(histogram);
}

static void quantile_beyond_one(void *histogram)
{
    histogram_quantile(histogram, 1.01);
}

static void quantile_outside_0_to_1_is_refused(void **state)
{
    (void)state;
    struct histogram *histogram = histogram_new();
    assert_true(aborts(quantile_beyond_one, histogram));
    free(histogram);
}

static int by_size(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static void quantiles_are_within_0_8_percent_of_the_sorted_values(void **state)
{
    (void)state;
    enum { VALUES = 20000 };
    uint64_t *value = calloc(VALUES, sizeof *value);
    assert_non_null(value);
    struct histogram *histogram = histogram_new();
    struct stream stream = test_stream(0);
    for (int i = 0; i < VALUES; i++) {
        value[i] = spread_value(&stream);
        histogram_add(histogram, value[i]);
    }
    qsort(value, VALUES, sizeof *value, by_size);
    for (int thousandth = 1; thousandth <= 1000; thousandth++) {
        const double exact = (double)value[thousandth * (VALUES / 1000) - 1];
        assert_true(fabs(histogram_quantile(histogram, thousandth / 1000.0) - exact) <= 0.008 * exact);
    }
    free(histogram);
    free(value);
}

static void merging_in_any_order_gives_the_same_bytes(void **state)
{
    (void)state;
    enum { PARTS = 5 };
    struct histogram *part[PARTS], *whole = histogram_new(), *forward = histogram_new(), *backward = histogram_new();
    for (int i = 0; i < PARTS; i++) {
        part[i] = histogram_new();
        struct stream stream = test_stream((uint64_t)i);
        for (int j = 0; j < 1000 * i; j++) { /* the first part stays empty */
            const uint64_t value = spread_value(&stream);
            histogram_add(part[i], value);
            histogram_add(whole, value);
        }
    }
    for (int i = 0; i < PARTS; i++) {
        histogram_merge(forward, part[i]);
        histogram_merge(backward, part[PARTS - 1 - i]);
    }
    assert_memory_equal(forward, whole, sizeof *whole);
    assert_memory_equal(backward, whole, sizeof *whole);
    for (int i = 0; i < PARTS; i++)
        free(part[i]);
    free(whole);
    free(forward);
    free(backward);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buckets_cover_every_value_once),
        cmocka_unit_test(buckets_are_exact_below_256_and_under_0_8_percent_above),
        cmocka_unit_test(bucket_out_of_range_is_refused),
        cmocka_unit_test(empty_histogram_has_no_mean_and_no_quantile),
        cmocka_unit_test(sum_passes_64_bits),
        cmocka_unit_test(quantile_takes_the_stated_rank),
        cmocka_unit_test(quantile_stays_between_least_and_greatest),
        cmocka_unit_test(quantile_outside_0_to_1_is_refused),
        cmocka_unit_test(quantiles_are_within_0_8_percent_of_the_sorted_values),
        cmocka_unit_test(merging_in_any_order_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
