/* SPDX-License-Identifier: GPL-3.0-or-later */
/* N CPUs read the HPET at one instant: mean wait (N-1)S/2, longest stay N*S (rows P040-law-*). Exact. */
#include "tests/theory/simulate.h"

static struct simulation run_batch(int n)
{
    char text[1024];
    snprintf(text, sizeof text,
             "clocksim: 1\n"
             "title: one instant\n"
             "machine: {sockets: 1, cores_per_socket: %d, threads_per_core: 1, tsc_rate: 1 GHz, hpet_occupancy: 1 us,\n"
             "          travel_node: 0 ns, travel_system: 0 ns, line_in_socket: 0 ns, line_between_sockets: 0 ns}\n"
             "kernel: bare\n"
             "workload:\n"
             "  kind: tasks\n"
             "  tasks:\n"
             "    - name: reader\n"
             "      path: [{work: 1 ms}, {read: clocksource}, {work: 1 s}]\n"
             "clock: hpet\n"
             "baseline: none\n"
             "run: {duration: 2 ms, warm_up: 0 ms, replications: 1}\n",
             n);
    return simulate(text);
}

static void last_of_n_readers_finishes_after_n_services(void **state)
{
    (void)state;
    static const int sizes[] = {2, 16, 72, 240};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int n = sizes[i];
        struct simulation simulation = run_batch(n);
        const struct replication *replication = &simulation.results->result[0].replication[0];
        assert_true(replication->value[METRIC_CLOCK_READ_MAX] == n * 1000.0);
        assert_true(fabs(replication->value[METRIC_CLOCK_READ_MEAN] - (n + 1) * 500.0) < 1e-6);
        /* Waiting alone: the queue's integral over the batch. */
        double wait_us = replication->value[METRIC_BUS_QUEUE_MEAN] * 2000 / n;
        assert_true(fabs(wait_us - (n - 1) / 2.0) < 1e-9 * n);
        assert_true(replication->value[METRIC_BUS_QUEUE_MAX] == n - 1);
        simulation_end(&simulation);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_of_n_readers_finishes_after_n_services),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
