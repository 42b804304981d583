/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ACPI timer of chipsets with the erratum: how often a read is bad, and how far off. */
#include "models/hardware/acpi_pm.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

static void bad_reads_are_4_percent_and_lie_near_a_carry(void **state)
{
    (void)state;
    enum { READS = 400000 };
    int bad = 0;
    for (uint64_t count = 0; count < READS; count++) {
        struct stream stream;
        stream_init(&stream, (struct stream_key){7, 0}, 0, PURPOSE_TEST, count);
        uint64_t read = acpi_pm_glitching_read(count, &stream);
        /* Only bits that change between this count and the next can be wrong. */
        assert_int_equal((read ^ count) & ~(count ^ (count + 1)), 0);
        bad += read != count;
    }
    /* In the window each changing bit is old or new by chance: all are old with probability 2^-(changing bits). Over
     * all counts that leaves 2/3 of the reads in the window changed. 99.9 % bound of a binomial count. */
    double expected = 3.0 / 69.8 * 2 / 3 * READS, bound = 3.3 * sqrt(expected);
    print_message("%d of %d reads changed, expected %.0f +- %.0f\n", bad, READS, expected, bound);
    assert_true(fabs(bad - expected) < bound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_reads_are_4_percent_and_lie_near_a_carry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
