/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Combining reads: between TSC and plain HPET at every size, never back in time, never older than promised. */
#include "tests/theory/simulate.h"

enum { TSC, HPET, V4, MERGED, ACPI, VERIFIED, CLOCKS };

static struct simulation run_size(int sockets, int cores, int threads)
{
    char text[2048];
    snprintf(text, sizeof text,
             "clocksim: 1\n"
             "title: combining\n"
             "machine: {preset: haswell-ex-72, sockets: %d, sockets_per_node: %d, cores_per_socket: %d,\n"
             "          threads_per_core: %d, thread_yield: 1.3}\n"
             "kernel: linux-4.6\n"
             "workload: {kind: compute-jobs, users: 1500, work_per_job: 6 ms}\n"
             "clock: [tsc, hpet, hpet-combining-v4, hpet-combining, acpi_pm, acpi_pm-verified]\n"
             "run: {duration: 100 ms, warm_up: 40 ms, replications: 3, seed: 4}\n",
             sockets, sockets, cores, threads);
    return simulate(text);
}

static double value(const struct simulation *simulation, int clock, enum metric metric)
{
    return simulation->results->result[clock].metric[metric].value;
}

static void combining_lies_between_tsc_and_plain(void **state)
{
    (void)state;
    static const struct {
        int sockets, cores, threads;
    } sizes[] = {{1, 16, 1}, {4, 18, 1}, {8, 15, 2}, {16, 15, 2}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int cpus = sizes[i].sockets * sizes[i].cores * sizes[i].threads;
        struct simulation simulation = run_size(sizes[i].sockets, sizes[i].cores, sizes[i].threads);
        print_message("%3d CPUs: loss", cpus);
        for (int clock = HPET; clock < CLOCKS; clock++)
            print_message("  %s %.2f %%", simulation.results->result[clock].clock->name,
                          value(&simulation, clock, METRIC_LOSS));
        print_message("\n");
        for (int clock = V4; clock <= MERGED; clock++) {
            assert_true(value(&simulation, clock, METRIC_LOSS) > 0);
            assert_true(value(&simulation, clock, METRIC_LOSS) < value(&simulation, HPET, METRIC_LOSS));
        }
        for (int clock = 0; clock < CLOCKS; clock++) {
            assert_true(value(&simulation, clock, METRIC_EARLY_SAMPLES) == 0);
            assert_true(value(&simulation, clock, METRIC_BACKWARD_READS) == 0);
        }
        simulation_end(&simulation);
    }
}

static void copied_value_is_stale_by_what_it_waited_for(void **state)
{
    (void)state;
    struct simulation simulation = run_size(4, 18, 1);
    for (int clock = HPET; clock <= MERGED; clock++)
        print_message("%-18s stale on return: mean %.0f ns, 99 %% %.0f ns, most %.0f ns; read takes %.0f ns\n",
                      simulation.results->result[clock].clock->name, value(&simulation, clock, METRIC_STALENESS_MEAN),
                      value(&simulation, clock, METRIC_STALENESS_P99), value(&simulation, clock, METRIC_STALENESS_MAX),
                      value(&simulation, clock, METRIC_CLOCK_READ_MEAN));
    /* Plain: at most the way back and one count. */
    assert_true(value(&simulation, HPET, METRIC_STALENESS_MAX) <= 70 + 25);
    for (int clock = V4; clock <= MERGED; clock++) {
        double mean = value(&simulation, clock, METRIC_STALENESS_MEAN);
        /* A copy is at least a line transfer old, and no older than the reader has waited plus one device read. */
        assert_true(mean > 350 && mean < value(&simulation, clock, METRIC_CLOCK_READ_MEAN) + 565);
    }
    simulation_end(&simulation);
}

static void verified_reads_load_three_times_and_more(void **state)
{
    (void)state;
    struct simulation simulation = run_size(1, 16, 1);
    double ticks = value(&simulation, VERIFIED, METRIC_TICKS);
    double loads = value(&simulation, VERIFIED, METRIC_DEVICE_READS);
    double reads = value(&simulation, VERIFIED, METRIC_CLOCK_READS_PER_TICK) * ticks;
    print_message("loads a read: %.4f\n", loads / reads);
    assert_true(loads / reads > 3 && loads / reads < 3.15);
    double plain = value(&simulation, ACPI, METRIC_DEVICE_READS) / value(&simulation, ACPI, METRIC_TICKS) /
                   value(&simulation, ACPI, METRIC_CLOCK_READS_PER_TICK);
    assert_true(fabs(plain - 1) < 0.01);
    simulation_end(&simulation);
}

static void combining_asks_the_device_once_for_many(void **state)
{
    (void)state;
    struct simulation simulation = run_size(4, 18, 1);
    double per_read = value(&simulation, MERGED, METRIC_DEVICE_READS) /
                      (value(&simulation, MERGED, METRIC_CLOCK_READS_PER_TICK) * value(&simulation, MERGED, METRIC_TICKS));
    print_message("device reads a clock read: %.4f\n", per_read);
    assert_true(per_read < 0.1);
    simulation_end(&simulation);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combining_lies_between_tsc_and_plain),
        cmocka_unit_test(copied_value_is_stale_by_what_it_waited_for),
        cmocka_unit_test(verified_reads_load_three_times_and_more),
        cmocka_unit_test(combining_asks_the_device_once_for_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
