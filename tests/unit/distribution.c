/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/distribution.h"

#include "tests/unit/aborts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { DRAWS = 100000 };

static const double Z999 = 3.2905; /* two-sided 99.9 % bound of the standard normal distribution */

static struct stream test_stream(uint64_t occasion)
{
    struct stream stream;
    stream_init(&stream, (struct stream_key){7, 0}, 0, PURPOSE_TEST, occasion);
    return stream;
}

/* Whether two streams of one name have come equally far. */
static bool same_place(const struct stream *a, const struct stream *b)
{
    return a->counter[3] == b->counter[3] && a->used == b->used;
}

/* Draws DRAWS values; gives their mean and, if asked, the fraction that is at most `limit_ps`. */
static double mean_of_draws(const struct distribution *distribution, int64_t limit_ps, double *fraction)
{
    struct stream stream = test_stream(0);
    double sum_ps = 0;
    int within = 0;
    for (int i = 0; i < DRAWS; i++) {
        const int64_t draw_ps = distribution_draw(distribution, &stream);
        assert_true(draw_ps >= 0);
        sum_ps += (double)draw_ps;
        within += draw_ps <= limit_ps;
    }
    if (fraction)
        *fraction = (double)within / DRAWS;
    return sum_ps / DRAWS;
}

/* Whether a fraction of DRAWS lies inside the 99.9 % bound around the expected one. */
static bool plausible(double fraction, double expected)
{
    return fabs(fraction - expected) < Z999 * sqrt(expected * (1 - expected) / DRAWS);
}

static void fixed_returns_its_value_and_draws_nothing(void **state)
{
    (void)state;
    const struct distribution fixed = distribution_fixed(564700);
    struct stream stream = test_stream(0);
    const struct stream before = stream;
    assert_int_equal(distribution_draw(&fixed, &stream), 564700);
    assert_true(same_place(&stream, &before));
    assert_true(distribution_is_fixed(&fixed));
    assert_true(distribution_mean_ps(&fixed) == 564700);
}

static void every_other_kind_takes_one_value_a_draw(void **state)
{
    (void)state;
    const struct distribution kinds[] = {
        {DISTRIBUTION_UNIFORM, 10, 1000, 0},
        {DISTRIBUTION_EXPONENTIAL, 1000, 5, 0},
        {DISTRIBUTION_LOGNORMAL, 1000, 5, 9000},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct stream drawn = test_stream(1), stepped = test_stream(1);
        for (int draw = 0; draw < 1000; draw++) {
            distribution_draw(&kinds[i], &drawn);
            stream_next(&stepped);
            assert_true(same_place(&drawn, &stepped));
        }
        assert_false(distribution_is_fixed(&kinds[i]));
    }
}

static void uniform_reaches_both_ends_and_no_further(void **state)
{
    (void)state;
    const struct distribution uniform = {DISTRIBUTION_UNIFORM, 10, 13, 0};
    struct stream stream = test_stream(0);
    int seen[4] = {0};
    for (int i = 0; i < 1000; i++) {
        const int64_t draw_ps = distribution_draw(&uniform, &stream);
        assert_in_range(draw_ps, 10, 13);
        seen[draw_ps - 10]++;
    }
    for (int i = 0; i < 4; i++)
        assert_true(seen[i] > 200 && seen[i] < 300); /* expected 250, standard deviation 13.7 */
    const struct distribution point = {DISTRIBUTION_UNIFORM, 10, 10, 0};
    assert_int_equal(distribution_draw(&point, &stream), 10);
}

static void uniform_mean_is_the_middle(void **state)
{
    (void)state;
    const struct distribution uniform = {DISTRIBUTION_UNIFORM, 200000, 400000, 0};
    assert_true(distribution_mean_ps(&uniform) == 300000);
    const double bound_ps = Z999 * 200000 / sqrt(12.0 * DRAWS);
    assert_true(fabs(mean_of_draws(&uniform, 0, NULL) - 300000) < bound_ps);
}

static void exponential_has_its_mean_and_tail(void **state)
{
    (void)state;
    const struct distribution exponential = {DISTRIBUTION_EXPONENTIAL, 1000000, 300000, 0};
    assert_true(distribution_mean_ps(&exponential) == 1300000);
    double fraction;
    const double bound_ps = Z999 * 1000000 / sqrt(DRAWS);
    const double mean_ps = mean_of_draws(&exponential, 300000 + llrint(1000000 * log(100)), &fraction);
    assert_true(fabs(mean_ps - 1300000) < bound_ps);
    assert_false(fabs(mean_ps - 1.05 * 1300000) < bound_ps);
    assert_true(plausible(fraction, 0.99));
}

static void lognormal_has_its_median_percentile_and_mean(void **state)
{
    (void)state;
    const struct distribution lognormal = {DISTRIBUTION_LOGNORMAL, 400000, 100000, 2000000};
    double half, tail;
    mean_of_draws(&lognormal, 500000, &half);
    const double mean_ps = mean_of_draws(&lognormal, 2100000, &tail);
    assert_true(plausible(half, 0.5));
    assert_true(plausible(tail, 0.99));
    assert_false(plausible(tail, 0.985));
    const double sigma = log(5) / 2.3263478740408408;
    const double expected_ps = 100000 + 400000 * exp(sigma * sigma / 2);
    assert_true(fabs(distribution_mean_ps(&lognormal) - expected_ps) < 1e-6 * expected_ps);
    const double sd_ps = 400000 * exp(sigma * sigma / 2) * sqrt(exp(sigma * sigma) - 1);
    assert_true(fabs(mean_ps - expected_ps) < Z999 * sd_ps / sqrt(DRAWS));
}

static void draws_round_to_nearest(void **state)
{
    (void)state;
    struct stream stream = {.value = {0, UINT64_MAX, 0, 0}}; /* uniforms 2^-53 and 1 - 2^-53 */
    const struct distribution exponential = {DISTRIBUTION_EXPONENTIAL, 1000, 7, 0};
    assert_int_equal(distribution_draw(&exponential, &stream), 7 + 36737); /* 1000 * 53 ln 2 = 36736.80 */
    assert_int_equal(distribution_draw(&exponential, &stream), 7);
}

struct draw {
    struct distribution distribution;
    struct stream stream;
};

static void draw_it(void *draw)
{
    struct draw *this = draw;
    distribution_draw(&this->distribution, &this->stream);
}

static void impossible_draws_are_refused(void **state)
{
    (void)state;
    const struct distribution bad[] = {
        {DISTRIBUTION_FIXED, -1, 0, 0},
        {DISTRIBUTION_UNIFORM, -1, 5, 0},
        {DISTRIBUTION_UNIFORM, 6, 5, 0},
        {DISTRIBUTION_EXPONENTIAL, -1000, 0, 0},
        {DISTRIBUTION_EXPONENTIAL, 1000, -1, 0},
        {DISTRIBUTION_EXPONENTIAL, INT64_C(1) << 60, 0, 0}, /* 53 ln 2 times 2^60 is beyond 2^62 */
        {DISTRIBUTION_LOGNORMAL, 0, 0, 5},
        {DISTRIBUTION_LOGNORMAL, 5, 0, 5},
        {(enum distribution_kind)99, 5, 0, 5},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_true(aborts(draw_it, &(struct draw){bad[i], {.value = {0, 0, 0, 0}}}));
    struct draw good = {{DISTRIBUTION_EXPONENTIAL, INT64_C(1) << 56, 0, 0}, {.value = {0, 0, 0, 0}}};
    assert_false(aborts(draw_it, &good));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_returns_its_value_and_draws_nothing),
        cmocka_unit_test(every_other_kind_takes_one_value_a_draw),
        cmocka_unit_test(uniform_reaches_both_ends_and_no_further),
        cmocka_unit_test(uniform_mean_is_the_middle),
        cmocka_unit_test(exponential_has_its_mean_and_tail),
        cmocka_unit_test(lognormal_has_its_median_percentile_and_mean),
        cmocka_unit_test(draws_round_to_nearest),
        cmocka_unit_test(impossible_draws_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
