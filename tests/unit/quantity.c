/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/quantity.h"

#include "sim/base/stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <cmocka.h>

static const int64_t UNTOUCHED = 0x5ca1ab1e;

struct row {
    enum quantity_kind kind;
    const char *text;
    enum quantity_problem problem;
    int64_t value; /* or, when a unit is at fault, the offset at which it starts */
};

static void check(const struct row *row, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int64_t value = UNTOUCHED;
        size_t unit_at = SIZE_MAX;
        const enum quantity_problem problem =
            quantity_parse(row[i].kind, row[i].text, strlen(row[i].text), &value, &unit_at);
        const bool unit_at_fault = problem == QUANTITY_NO_UNIT || problem == QUANTITY_WRONG_UNIT;
        const int64_t expected_value = problem == QUANTITY_OK ? row[i].value : UNTOUCHED;
        const size_t expected_at = unit_at_fault ? (size_t)row[i].value : SIZE_MAX;
        if (problem != row[i].problem || value != expected_value || unit_at != expected_at)
            fail_msg("'%s': problem %d, value %lld, unit at %zd", row[i].text, (int)problem, (long long)value,
                     (ssize_t)unit_at);
    }
}

#define CHECK(rows) check(rows, sizeof rows / sizeof *rows)

static void durations_become_exact_picoseconds(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {QUANTITY_DURATION, "0.6 us", QUANTITY_OK, 600000},
        {QUANTITY_DURATION, "564.7 ns", QUANTITY_OK, 564700},
        {QUANTITY_DURATION, "564.7ns", QUANTITY_OK, 564700},
        {QUANTITY_DURATION, "  7\tps ", QUANTITY_OK, 7},
        {QUANTITY_DURATION, "5 \u00b5s", QUANTITY_OK, 5000000}, /* micro sign */
        {QUANTITY_DURATION, "5 \u03bcs", QUANTITY_OK, 5000000}, /* Greek small letter mu */
        {QUANTITY_DURATION, "5\u00b5s", QUANTITY_OK, 5000000},
        {QUANTITY_DURATION, "10 ms", QUANTITY_OK, 10000000000},
        {QUANTITY_DURATION, "1.5 min", QUANTITY_OK, 90000000000000},
        {QUANTITY_DURATION, "0.1 h", QUANTITY_OK, 360000000000000},
        {QUANTITY_DURATION, "1e-3 s", QUANTITY_OK, 1000000000},
        {QUANTITY_DURATION, "1E+2 ns", QUANTITY_OK, 100000},
        {QUANTITY_DURATION, "12.5e1 ns", QUANTITY_OK, 125000},
        {QUANTITY_DURATION, "0.000000000001 s", QUANTITY_OK, 1},
        {QUANTITY_DURATION, "3000e-3 ps", QUANTITY_OK, 3},
        {QUANTITY_DURATION, ".5 us", QUANTITY_OK, 500000},
        {QUANTITY_DURATION, "5. us", QUANTITY_OK, 5000000},
        {QUANTITY_DURATION, "+3 us", QUANTITY_OK, 3000000},
        {QUANTITY_DURATION, "-3 us", QUANTITY_OK, -3000000},
        {QUANTITY_DURATION, "-0 s", QUANTITY_OK, 0},
        {QUANTITY_DURATION, "0e999999999999999999999 s", QUANTITY_OK, 0},
        {QUANTITY_DURATION, "0007.5000 ns", QUANTITY_OK, 7500},
        {QUANTITY_DURATION, "0.0000000000000000000000000000001e31 ns", QUANTITY_OK, 1000},
        {QUANTITY_DURATION, "10000000000000000000000000000000000000000000000000e-49 s", QUANTITY_OK, 1000000000000},
    };
    CHECK(rows);
}

static void other_kinds_become_exact_base_units(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {QUANTITY_FREQUENCY, "14.31818 MHz", QUANTITY_OK, 14318180000000},
        {QUANTITY_FREQUENCY, "2.4 GHz", QUANTITY_OK, 2400000000000000},
        {QUANTITY_FREQUENCY, "250 Hz", QUANTITY_OK, 250000000},
        {QUANTITY_FREQUENCY, "1 kHz", QUANTITY_OK, 1000000000},
        {QUANTITY_RATE_ERROR, "50 ppm", QUANTITY_OK, 50000000000},
        {QUANTITY_RATE_ERROR, "-0.25 ppb", QUANTITY_OK, -250000},
        {QUANTITY_RATIO, "1.25", QUANTITY_OK, 1250000},
        {QUANTITY_RATIO, "1e-6", QUANTITY_OK, 1},
        {QUANTITY_PERCENT, "12.5 %", QUANTITY_OK, 12500000},
        {QUANTITY_PERCENT, "12.5%", QUANTITY_OK, 12500000},
        {QUANTITY_PERCENT, "12.5 percent", QUANTITY_OK, 12500000},
        {QUANTITY_SIZE, "4 KiB", QUANTITY_OK, 4096},
        {QUANTITY_SIZE, "0.5 MiB", QUANTITY_OK, 524288},
        {QUANTITY_SIZE, "1 GiB", QUANTITY_OK, 1073741824},
        {QUANTITY_SIZE, "9.31322574615478515625e-10 GiB", QUANTITY_OK, 1}, /* 2^-30: all its digits matter */
        {QUANTITY_COUNT, "1500", QUANTITY_OK, 1500},
        {QUANTITY_COUNT, "+3", QUANTITY_OK, 3},
        {QUANTITY_COUNT, "1e9", QUANTITY_OK, 1000000000},
        {QUANTITY_COUNT, "2.50e1", QUANTITY_OK, 25},
        {QUANTITY_COUNT, "3.0", QUANTITY_OK, 3},
    };
    CHECK(rows);
}

static void rubbish_is_no_number(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {QUANTITY_COUNT, "", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "   ", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "abc", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, ".", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "-", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "--3", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "- 3", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "e9", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "1 2", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "1,5", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "1_000", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "0x10", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "nan", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "inf", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_COUNT, "1\n", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_DURATION, "us", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_DURATION, "1.2.3 us", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_DURATION, "1 us 2", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_DURATION, "1e3.5 s", QUANTITY_NOT_A_NUMBER, 0},
        {QUANTITY_DURATION, "1 \x01s", QUANTITY_NOT_A_NUMBER, 0},
    };
    CHECK(rows);
    int64_t value = UNTOUCHED;
    assert_int_equal(quantity_parse(QUANTITY_COUNT, "7\0", 2, &value, NULL), QUANTITY_NOT_A_NUMBER);
    assert_int_equal(quantity_parse(QUANTITY_COUNT, "77", 1, &value, NULL), QUANTITY_OK); /* no further than told */
    assert_int_equal(value, 7);
}

static void missing_unit_is_found_behind_the_number(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {QUANTITY_DURATION, "0.5", QUANTITY_NO_UNIT, 3},   {QUANTITY_DURATION, "0", QUANTITY_NO_UNIT, 1},
        {QUANTITY_DURATION, " 0.5 ", QUANTITY_NO_UNIT, 4}, {QUANTITY_FREQUENCY, "100", QUANTITY_NO_UNIT, 3},
        {QUANTITY_PERCENT, "12", QUANTITY_NO_UNIT, 2},     {QUANTITY_RATE_ERROR, "1e3", QUANTITY_NO_UNIT, 3},
        {QUANTITY_SIZE, "4096", QUANTITY_NO_UNIT, 4},
    };
    CHECK(rows);
}

static void wrong_unit_is_found_where_it_starts(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {QUANTITY_DURATION, "1 S", QUANTITY_WRONG_UNIT, 2}, /* siemens, and case counts */
        {QUANTITY_DURATION, "12abc", QUANTITY_WRONG_UNIT, 2},
        {QUANTITY_DURATION, "3 usec", QUANTITY_WRONG_UNIT, 2},
        {QUANTITY_DURATION, "3 MHz", QUANTITY_WRONG_UNIT, 2},
        {QUANTITY_DURATION, " 3   \u00b5m", QUANTITY_WRONG_UNIT, 5},
        {QUANTITY_DURATION, "1 us us", QUANTITY_WRONG_UNIT, 2},
        {QUANTITY_DURATION, "1e s", QUANTITY_WRONG_UNIT, 1}, /* an exponent has digits */
        {QUANTITY_DURATION, "50 %", QUANTITY_WRONG_UNIT, 3},
        {QUANTITY_FREQUENCY, "1 mhz", QUANTITY_WRONG_UNIT, 2},
        {QUANTITY_SIZE, "1 KB", QUANTITY_WRONG_UNIT, 2}, /* 1000 or 1024? */
        {QUANTITY_COUNT, "12abc", QUANTITY_WRONG_UNIT, 2},
        {QUANTITY_COUNT, "12 %", QUANTITY_WRONG_UNIT, 3},
        {QUANTITY_RATIO, "50 percent", QUANTITY_WRONG_UNIT, 3},
    };
    CHECK(rows);
}

static void finer_than_the_base_unit_is_refused(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {QUANTITY_DURATION, "0.0001 ps", QUANTITY_TOO_FINE, 0},
        {QUANTITY_DURATION, "0.0005 ns", QUANTITY_TOO_FINE, 0},
        {QUANTITY_DURATION, "1.0000000000001 s", QUANTITY_TOO_FINE, 0},
        {QUANTITY_DURATION, "1e-13 s", QUANTITY_TOO_FINE, 0},
        {QUANTITY_DURATION, "1e-999999999 s", QUANTITY_TOO_FINE, 0},
        {QUANTITY_FREQUENCY, "0.0000001 Hz", QUANTITY_TOO_FINE, 0},
        {QUANTITY_RATE_ERROR, "0.0000001 ppb", QUANTITY_TOO_FINE, 0},
        {QUANTITY_RATIO, "1.0000001", QUANTITY_TOO_FINE, 0},
        {QUANTITY_SIZE, "0.1 KiB", QUANTITY_TOO_FINE, 0},
        {QUANTITY_COUNT, "0.5", QUANTITY_TOO_FINE, 0},
        {QUANTITY_COUNT, "1e-1", QUANTITY_TOO_FINE, 0},
    };
    CHECK(rows);
}

static void beyond_64_bits_is_refused_and_the_last_one_fits(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {QUANTITY_COUNT, "9223372036854775807", QUANTITY_OK, INT64_MAX},
        {QUANTITY_COUNT, "9223372036854775808", QUANTITY_TOO_LARGE, 0},
        {QUANTITY_COUNT, "-9223372036854775808", QUANTITY_OK, INT64_MIN},
        {QUANTITY_COUNT, "-9223372036854775809", QUANTITY_TOO_LARGE, 0},
        {QUANTITY_COUNT, "18446744073709551617", QUANTITY_TOO_LARGE, 0}, /* 2^64 + 1 */
        {QUANTITY_COUNT, "1e19", QUANTITY_TOO_LARGE, 0},
        {QUANTITY_COUNT, "1e38", QUANTITY_TOO_LARGE, 0},
        {QUANTITY_DURATION, "1e30 s", QUANTITY_TOO_LARGE, 0},
        {QUANTITY_DURATION, "9223372.036854775807 s", QUANTITY_OK, INT64_MAX},
        {QUANTITY_DURATION, "9223372.036854775808 s", QUANTITY_TOO_LARGE, 0},
        {QUANTITY_DURATION, "-9223372.036854775808 s", QUANTITY_OK, INT64_MIN},
        {QUANTITY_DURATION, "2562.1 h", QUANTITY_TOO_LARGE, 0},
        {QUANTITY_DURATION, "1e999999999 s", QUANTITY_TOO_LARGE, 0},
        {QUANTITY_DURATION, "1e99999999999999999999999999 s", QUANTITY_TOO_LARGE, 0},
        {QUANTITY_DURATION, "-1e999999999 s", QUANTITY_TOO_LARGE, 0},
    };
    CHECK(rows);
}

/* A megabyte of digits takes one pass over it. */
static void very_long_numbers_are_exact(void **state)
{
    (void)state;
    enum { LENGTH = 1000000 };
    char *text = malloc(LENGTH + 32);
    assert_non_null(text);
    memset(text, '0', LENGTH);
    const int tail = sprintf(text + LENGTH, ".000025e5 ns");
    int64_t value = UNTOUCHED;
    assert_int_equal(quantity_parse(QUANTITY_DURATION, text, LENGTH + (size_t)tail, &value, NULL), QUANTITY_OK);
    assert_int_equal(value, 2500);
    memset(text, '9', LENGTH);
    assert_int_equal(quantity_parse(QUANTITY_DURATION, text, LENGTH + (size_t)tail, &value, NULL), QUANTITY_TOO_LARGE);
    assert_int_equal(value, 2500);
    free(text);
}

static void listed_units_parse_and_grow(void **state)
{
    (void)state;
    assert_string_equal(quantity_units(QUANTITY_DURATION), "ps, ns, us, ms, s, min, h");
    assert_string_equal(quantity_units(QUANTITY_FREQUENCY), "Hz, kHz, MHz, GHz");
    assert_string_equal(quantity_units(QUANTITY_RATE_ERROR), "ppb, ppm");
    assert_string_equal(quantity_units(QUANTITY_PERCENT), "%");
    assert_string_equal(quantity_units(QUANTITY_SIZE), "B, KiB, MiB, GiB");
    assert_string_equal(quantity_units(QUANTITY_COUNT), "");
    assert_string_equal(quantity_units(QUANTITY_RATIO), "");
    for (int kind = QUANTITY_COUNT; kind <= QUANTITY_SIZE; kind++) {
        int64_t before = 0;
        for (const char *unit = quantity_units(kind); *unit; unit += strspn(unit, ", ")) {
            const size_t length = strcspn(unit, ",");
            char text[16];
            snprintf(text, sizeof text, "1 %.*s", (int)length, unit);
            int64_t value;
            assert_int_equal(quantity_parse(kind, text, strlen(text), &value, NULL), QUANTITY_OK);
            assert_true(value > before);
            before = value;
            unit += length;
        }
    }
}

static void near_misses_get_a_suggestion(void **state)
{
    (void)state;
    static const struct {
        enum quantity_kind kind;
        const char *text, *unit;
    } rows[] = {
        {QUANTITY_DURATION, "S", "s"},
        {QUANTITY_DURATION, "sec", "s"},
        {QUANTITY_DURATION, "seconds", "s"},
        {QUANTITY_DURATION, "usec", "us"},
        {QUANTITY_DURATION, "uS", "us"},
        {QUANTITY_DURATION, "Usecs", "us"},
        {QUANTITY_DURATION, "nanosecond", "ns"},
        {QUANTITY_DURATION, "nns", "ns"},
        {QUANTITY_DURATION, "minutes", "min"},
        {QUANTITY_DURATION, "hours", "h"},
        {QUANTITY_FREQUENCY, "mhz", "MHz"},
        {QUANTITY_FREQUENCY, "hz", "Hz"},
        {QUANTITY_FREQUENCY, "KHZ", "kHz"},
        {QUANTITY_FREQUENCY, "GH", "GHz"},
        {QUANTITY_RATE_ERROR, "PPM", "ppm"},
        {QUANTITY_PERCENT, "pct", "%"},
        {QUANTITY_SIZE, "KB", "KiB"},
        {QUANTITY_SIZE, "MB", "MiB"},
        {QUANTITY_SIZE, "b", "B"},
        {QUANTITY_DURATION, "parsecs", NULL},
        {QUANTITY_DURATION, "", NULL},
        {QUANTITY_DURATION, "x", NULL},
        {QUANTITY_COUNT, "s", NULL},
        {QUANTITY_RATIO, "percent", NULL},
        {QUANTITY_DURATION, "sssssssssssssssssssssssssssssss", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *unit = quantity_suggest_unit(rows[i].kind, rows[i].text, strlen(rows[i].text));
        if (!unit != !rows[i].unit || (unit && strcmp(unit, rows[i].unit) != 0))
            fail_msg("'%s': suggested %s", rows[i].text, unit ? unit : "nothing");
    }
}

static void numbers_are_written_readably(void **state)
{
    (void)state;
    static const struct {
        enum quantity_kind kind;
        int64_t value;
        const char *text;
    } rows[] = {
        {QUANTITY_DURATION, 564700, "564.7 ns"},
        {QUANTITY_DURATION, 1000000000, "1 ms"},
        {QUANTITY_DURATION, 999, "999 ps"},
        {QUANTITY_DURATION, 1000, "1 ns"},
        {QUANTITY_DURATION, -2500000, "-2.5 us"},
        {QUANTITY_DURATION, 90000000000000, "90 s"}, /* not 1.5 min */
        {QUANTITY_DURATION, 120000000000000, "2 min"},
        {QUANTITY_DURATION, 7200000000000000, "2 h"},
        {QUANTITY_DURATION, 1000000000001, "1.000000000001 s"},
        {QUANTITY_DURATION, 0, "0 ps"},
        {QUANTITY_DURATION, INT64_MAX, "9223372.036854775807 s"},
        {QUANTITY_DURATION, INT64_MIN, "-9223372.036854775808 s"},
        {QUANTITY_FREQUENCY, 14318180000000, "14.31818 MHz"},
        {QUANTITY_FREQUENCY, 500000, "0.5 Hz"},
        {QUANTITY_RATE_ERROR, 50000000000, "50 ppm"},
        {QUANTITY_RATE_ERROR, 1, "0.000001 ppb"},
        {QUANTITY_PERCENT, 12500000, "12.5 %"},
        {QUANTITY_RATIO, 1250000, "1.25"},
        {QUANTITY_RATIO, -1, "-0.000001"},
        {QUANTITY_COUNT, 1500, "1500"},
        {QUANTITY_SIZE, 4096, "4 KiB"},
        {QUANTITY_SIZE, 1536, "1536 B"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[64];
        assert_int_equal(quantity_format(rows[i].kind, rows[i].value, text, sizeof text), strlen(rows[i].text));
        assert_string_equal(text, rows[i].text);
    }
}

static void short_buffers_are_cut_and_the_length_told(void **state)
{
    (void)state;
    char text[6];
    assert_int_equal(quantity_format(QUANTITY_DURATION, 564700, text, sizeof text), 8);
    assert_string_equal(text, "564.7");
}

/* 200 000 values over all sizes and both signs, of every kind. */
static void written_numbers_parse_back(void **state)
{
    (void)state;
    struct stream stream;
    stream_init(&stream, (struct stream_key){3, 0}, 0, PURPOSE_TEST, 0);
    for (int i = 0; i < 200000; i++) {
        const enum quantity_kind kind = (enum quantity_kind)stream_below(&stream, QUANTITY_SIZE + 1);
        int64_t value = (int64_t)(stream_next(&stream) >> stream_below(&stream, 64));
        for (uint64_t zeros = stream_below(&stream, 12); zeros > 0 && llabs(value / 2) < INT64_MAX / 20; zeros--)
            value *= 10;
        value = stream_below(&stream, 2) ? value : (int64_t) - (uint64_t)value;
        char text[64];
        const size_t length = quantity_format(kind, value, text, sizeof text);
        int64_t again = UNTOUCHED;
        const enum quantity_problem problem = quantity_parse(kind, text, length, &again, NULL);
        if (problem != QUANTITY_OK || again != value)
            fail_msg("%lld was written as '%s'", (long long)value, text);
    }
}

static void si_values_are_in_si_units(void **state)
{
    (void)state;
    assert_true(quantity_si(QUANTITY_DURATION, 564700) == 564.7e-9);
    assert_true(quantity_si(QUANTITY_FREQUENCY, 14318180000000) == 14318180.0);
    assert_true(quantity_si(QUANTITY_RATE_ERROR, 50000000000) == 50e-6);
    assert_true(quantity_si(QUANTITY_RATIO, 1250000) == 1.25);
    assert_true(quantity_si(QUANTITY_PERCENT, 12500000) == 0.125);
    assert_true(quantity_si(QUANTITY_SIZE, 4096) == 4096);
    assert_true(quantity_si(QUANTITY_COUNT, 1500) == 1500);
    assert_string_equal(quantity_si_unit(QUANTITY_DURATION), "s");
    assert_string_equal(quantity_si_unit(QUANTITY_FREQUENCY), "Hz");
    assert_string_equal(quantity_si_unit(QUANTITY_RATE_ERROR), "ratio");
    assert_string_equal(quantity_si_unit(QUANTITY_PERCENT), "ratio");
    assert_string_equal(quantity_si_unit(QUANTITY_SIZE), "B");
    assert_string_equal(quantity_si_unit(QUANTITY_COUNT), "count");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(durations_become_exact_picoseconds),
        cmocka_unit_test(other_kinds_become_exact_base_units),
        cmocka_unit_test(rubbish_is_no_number),
        cmocka_unit_test(missing_unit_is_found_behind_the_number),
        cmocka_unit_test(wrong_unit_is_found_where_it_starts),
        cmocka_unit_test(finer_than_the_base_unit_is_refused),
        cmocka_unit_test(beyond_64_bits_is_refused_and_the_last_one_fits),
        cmocka_unit_test(very_long_numbers_are_exact),
        cmocka_unit_test(listed_units_parse_and_grow),
        cmocka_unit_test(near_misses_get_a_suggestion),
        cmocka_unit_test(numbers_are_written_readably),
        cmocka_unit_test(short_buffers_are_cut_and_the_length_told),
        cmocka_unit_test(written_numbers_parse_back),
        cmocka_unit_test(si_values_are_in_si_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
