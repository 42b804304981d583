/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers of random phase retry when the timekeeper updates during their read: HZ times the length of a pass.
 *
 * The length of the read is travel, not occupancy, so that the timekeeper's own reads do not lengthen just those reads that
 * overlap with it. */
#include "tests/theory/simulate.h"

/* Retries over passes of the reader: of all device reads, those of ticks are known (3 each, 1 more for the timekeeper). */
static double retry_share(const struct replication *replication, const void *context)
{
    const double hz = *(const double *)context;
    const double *value = replication->value;
    double retries = value[METRIC_SEQCOUNT_RETRIES] * value[METRIC_TICKS];
    double tick_reads = 3 * value[METRIC_TICKS] + hz;
    return retries / (value[METRIC_DEVICE_READS] - tick_reads);
}

static void check_rate(double hz, double travel_us)
{
    char text[2048];
    snprintf(text, sizeof text,
             "clocksim: 1\n"
             "title: retries\n"
             "machine: {sockets: 2, cores_per_socket: 1, threads_per_core: 1, tsc_rate: 1 GHz,\n"
             "          hpet_occupancy: 10 ns, travel_node: %g us, travel_system: %g us, line_in_socket: 0 ns, line_between_sockets: 0 ns}\n"
             "kernel: {preset: linux-4.6, hz: %g, tick_phase: spread}\n"
             "workload:\n"
             "  kind: tasks\n"
             "  tasks:\n"
             "    - {name: reader, cpu: 1, path: [{call: ktime_get}, {work: {exponential: {mean: 60 us}}}]}\n"
             "clock: hpet\n"
             "baseline: none\n"
             "run: {duration: 4 s, warm_up: 10 ms, replications: 8, seed: 11}\n",
             travel_us, travel_us, hz);
    struct simulation simulation = simulate(text);
    char what[64];
    snprintf(what, sizeof what, "retries a pass, HZ=%g, travel %g us", hz, travel_us);
    struct estimate got = measure(&simulation, retry_share, &hz);
    assert_agrees(what, got, hz * (2 * travel_us + 0.01) * 1e-6, 0);
    assert_true(got.ci95 < 0.15 * got.value); /* sharp enough to mean something */
    simulation_end(&simulation);
}

static void retries_grow_with_hz_and_length_of_read(void **state)
{
    (void)state;
    check_rate(1000, 3);
    check_rate(1000, 10);
    check_rate(250, 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(retries_grow_with_hz_and_length_of_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
