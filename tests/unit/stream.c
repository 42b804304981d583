/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/stream.h"

#include "tests/unit/aborts.h"

#include <Random123/threefry.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct stream_key KEY = {1, 2};

static struct stream stream_of(struct stream_key key, uint64_t entity, enum stream_purpose purpose, uint64_t occasion)
{
    struct stream stream;
    stream_init(&stream, key, entity, purpose, occasion);
    return stream;
}

/* The three rows `threefry4x64 20` of the file kat_vectors that comes with Random123: all zeros, all ones, and the
 * digits of pi (its key repeats one word of the counter: so it is printed). */
static void threefry_gives_the_published_answers(void **state)
{
    (void)state;
    static const struct {
        threefry4x64_ctr_t counter;
        threefry4x64_key_t key;
        uint64_t answer[4];
    } rows[] = {
        {{{0, 0, 0, 0}},
         {{0, 0, 0, 0}},
         {0x09218ebde6c85537, 0x55941f5266d86105, 0x4bd25e16282434dc, 0xee29ec846bd2e40b}},
        {{{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}},
         {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}},
         {0x29c24097942bba1b, 0x0371bbfb0f6f4e11, 0x3c231ffa33f83a1c, 0xcd29113fde32d168}},
        {{{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89}},
         {{0x452821e638d01377, 0xbe5466cf34e90c6c, 0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd}},
         {0xa7e8fde591651bd9, 0xbaafd0c30138319b, 0x84a5c1a729e685b9, 0x901d406ccebc1ba4}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const threefry4x64_ctr_t answer = threefry4x64(rows[i].counter, rows[i].key);
        assert_memory_equal(answer.v, rows[i].answer, sizeof rows[i].answer);
    }
}

/* The part of the published answers that a stream can reach: its last two key words are always zero. */
static void stream_of_zeros_gives_the_published_answer(void **state)
{
    (void)state;
    struct stream stream = stream_of((struct stream_key){0, 0}, 0, 0, 0);
    assert_int_equal(stream_next(&stream), 0x09218ebde6c85537);
    assert_int_equal(stream_next(&stream), 0x55941f5266d86105);
    assert_int_equal(stream_next(&stream), 0x4bd25e16282434dc);
    assert_int_equal(stream_next(&stream), 0xee29ec846bd2e40b);
}

/* Two blocks of key (1, 2), counter (3, 1000, 5, block), from a second implementation of threefry written for this
 * purpose (Python, from the SC'11 paper; it gives the published answers too). A change breaks every stored seed. */
static void key_and_counter_words_stay_where_they_are(void **state)
{
    (void)state;
    static const uint64_t expected[] = {0x684e17c1b244fd47, 0x9141c16e0615f940, 0x854784197ff416f3, 0x43ec704b74cc364f,
                                        0x9a197af08f390350, 0xc8fd7a442516281e, 0xb13f234df80f5905, 0xc19465e106900945};
    struct stream stream = stream_of(KEY, 3, PURPOSE_TEST, 5);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(stream_next(&stream), expected[i]);
}

static void same_name_repeats(void **state)
{
    (void)state;
    struct stream a = stream_of(KEY, 3, PURPOSE_TEST, 5);
    struct stream b = stream_of(KEY, 3, PURPOSE_TEST, 5);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(stream_next(&a), stream_next(&b));
}

static void every_part_of_the_name_tells_streams_apart(void **state)
{
    (void)state;
    struct stream streams[] = {
        stream_of(KEY, 3, PURPOSE_TEST, 5),
        stream_of((struct stream_key){2, 2}, 3, PURPOSE_TEST, 5),
        stream_of((struct stream_key){1 + (UINT64_C(1) << 32), 2}, 3, PURPOSE_TEST,
                  5), /* all 64 bits of a seed count */
        stream_of((struct stream_key){1, 3}, 3, PURPOSE_TEST, 5),
        stream_of((struct stream_key){2, 1}, 3, PURPOSE_TEST, 5),
        stream_of(KEY, 4, PURPOSE_TEST, 5),
        stream_of(KEY, 3, PURPOSE_SLEEP, 5),
        stream_of(KEY, 3, PURPOSE_TEST, 6),
    };
    enum { STREAMS = sizeof streams / sizeof *streams, VALUES = 16 };
    uint64_t value[STREAMS * VALUES];
    for (size_t i = 0; i < STREAMS * VALUES; i++) {
        value[i] = stream_next(&streams[i / VALUES]);
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(value[i], value[j]);
    }
}

static void successive_occasions_differ(void **state)
{
    (void)state;
    uint64_t before = 0;
    for (uint64_t occasion = 0; occasion < 10000; occasion++) {
        struct stream stream = stream_of(KEY, 0, PURPOSE_INTERRUPT_ENTRY, occasion);
        const uint64_t value = stream_next(&stream);
        assert_int_not_equal(value, before);
        before = value;
    }
}

static void uniform_is_never_0_or_1(void **state)
{
    (void)state;
    struct stream stream = {.value = {0, UINT64_MAX, UINT64_C(1) << 63, (UINT64_C(1) << 63) - 1}};
    assert_true(stream_uniform(&stream) == 0x1p-53);
    assert_true(stream_uniform(&stream) == 1 - 0x1p-53);
    assert_true(stream_uniform(&stream) == 0.5 + 0x1p-53);
    assert_true(stream_uniform(&stream) == 0.5 - 0x1p-53);
}

/* Kolmogorov-Smirnov: sqrt(n) D exceeds 1.95 with probability 0.001 (2 exp(-2 x^2)). */
static void uniform_is_uniform(void **state)
{
    (void)state;
    enum { DRAWS = 100000, CELLS = 1000 };
    int count[CELLS] = {0};
    struct stream stream = stream_of(KEY, 0, PURPOSE_TEST, 0);
    for (int i = 0; i < DRAWS; i++)
        count[(int)(stream_uniform(&stream) * CELLS)]++;
    double below = 0, apart = 0;
    for (int i = 0; i < CELLS; i++) {
        below += count[i];
        apart = fmax(apart, fabs(below / DRAWS - (i + 1.0) / CELLS));
    }
    assert_true(apart * sqrt(DRAWS) < 1.95);
}

static void below_stays_below_and_is_even(void **state)
{
    (void)state;
    enum { DRAWS = 70000, BOUND = 7 };
    int count[BOUND] = {0};
    struct stream stream = stream_of(KEY, 1, PURPOSE_TEST, 0);
    for (int i = 0; i < DRAWS; i++) {
        const uint64_t value = stream_below(&stream, BOUND);
        assert_true(value < BOUND);
        count[value]++;
    }
    double chi_square = 0;
    for (int i = 0; i < BOUND; i++)
        chi_square += pow(count[i] - DRAWS / (double)BOUND, 2) / (DRAWS / (double)BOUND);
    assert_true(chi_square < gsl_cdf_chisq_Qinv(0.001, BOUND - 1));
}

static void below_rejects_the_surplus_values(void **state)
{
    (void)state;
    struct stream stream = {.value = {0, UINT64_MAX, 0, 0}};
    assert_int_equal(stream_below(&stream, 3), 2); /* 2^64 = 3 k + 1: the value 0 is one too many */
    assert_int_equal(stream.used, 2);
    stream = (struct stream){.value = {0, 0, 0, 0}};
    assert_int_equal(stream_below(&stream, 4), 0); /* 2^64 = 4 k: nothing is rejected */
    assert_int_equal(stream.used, 1);
    assert_int_equal(stream_below(&stream, 1), 0);
}

static void below_zero(void *stream)
{
    stream_below(stream, 0);
}

static void below_0_is_refused(void **state)
{
    (void)state;
    struct stream stream = stream_of(KEY, 0, PURPOSE_TEST, 0);
    assert_true(aborts(below_zero, &stream));
}

static void gsl_generator_gives_the_same_values(void **state)
{
    (void)state;
    struct stream stream = stream_of(KEY, 3, PURPOSE_TEST, 5);
    gsl_rng *generator = gsl_rng_alloc(stream_gsl_type);
    assert_non_null(generator);
    stream_gsl_set(generator, &stream);
    assert_int_equal(gsl_rng_min(generator), 0);
    assert_int_equal(gsl_rng_max(generator), UINT64_MAX);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(gsl_rng_get(generator), stream_next(&stream));
        assert_true(gsl_rng_uniform(generator) == stream_uniform(&stream));
    }
    gsl_rng_set(generator, 42);
    stream = stream_of((struct stream_key){42, 0}, 0, 0, 0);
    assert_int_equal(gsl_rng_get(generator), stream_next(&stream));
    gsl_rng_free(generator);
}

static void set_foreign_generator(void *generator)
{
    struct stream stream = stream_of(KEY, 0, PURPOSE_TEST, 0);
    stream_gsl_set(generator, &stream);
}

static void gsl_generator_of_another_type_is_refused(void **state)
{
    (void)state;
    gsl_rng *generator = gsl_rng_alloc(gsl_rng_mt19937);
    assert_true(aborts(set_foreign_generator, generator));
    gsl_rng_free(generator);
}

/* Mean of n normal draws: within 3.29 / sqrt(n) with probability 0.999. */
static void gsl_distributions_work_on_it(void **state)
{
    (void)state;
    enum { DRAWS = 100000 };
    gsl_rng *generator = gsl_rng_alloc(stream_gsl_type);
    double normal_sum = 0;
    for (int i = 0; i < DRAWS; i++)
        normal_sum += gsl_ran_gaussian_ziggurat(generator, 1);
    assert_true(fabs(normal_sum / DRAWS) < 3.29 / sqrt(DRAWS));
    for (int i = 0; i < 1000; i++)
        assert_true(gsl_rng_uniform_int(generator, 10) < 10);
    gsl_rng_free(generator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threefry_gives_the_published_answers),
        cmocka_unit_test(stream_of_zeros_gives_the_published_answer),
        cmocka_unit_test(key_and_counter_words_stay_where_they_are),
        cmocka_unit_test(same_name_repeats),
        cmocka_unit_test(every_part_of_the_name_tells_streams_apart),
        cmocka_unit_test(successive_occasions_differ),
        cmocka_unit_test(uniform_is_never_0_or_1),
        cmocka_unit_test(uniform_is_uniform),
        cmocka_unit_test(below_stays_below_and_is_even),
        cmocka_unit_test(below_rejects_the_surplus_values),
        cmocka_unit_test(below_0_is_refused),
        cmocka_unit_test(gsl_generator_gives_the_same_values),
        cmocka_unit_test(gsl_generator_of_another_type_is_refused),
        cmocka_unit_test(gsl_distributions_work_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
