/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel profile at work: every HZ, every tick phase, regions with interrupts off, both database hosts. Each test would
 * notice if the setting did nothing. */
#include "tests/theory/simulate.h"

enum { TSC, HPET, UNSTABLE, JIFFIES };

static struct simulation run_file(const char *machine, const char *kernel, const char *run)
{
    char text[2048];
    snprintf(text, sizeof text,
             "clocksim: 1\n"
             "title: kernel\n"
             "machine: %s\n"
             "kernel: {preset: linux-4.6%s%s}\n"
             "workload: {kind: compute-jobs, users: 2000, work_per_job: 6 ms}\n"
             "clock: [tsc, hpet, hpet+unstable, jiffies]\n"
             "run: {%s}\n",
             machine, *kernel ? ", " : "", kernel, run);
    return simulate(text);
}

static double value(const struct simulation *simulation, int clock, enum metric metric)
{
    return simulation->results->result[clock].metric[metric].value;
}

static const char small[] = "{sockets: 2, cores_per_socket: 8, threads_per_core: 1, tsc_rate: 2 GHz,\n"
                            "  hpet_occupancy: 564.7 ns, travel_node: 25 ns, travel_system: 25 ns, line_in_socket: 100 ns, line_between_sockets: 100 ns}";
static const char short_run[] = "duration: 200 ms, warm_up: 20 ms, replications: 4, seed: 2";

static void ticks_come_at_every_hz(void **state)
{
    (void)state;
    static const int rates[] = {100, 250, 300, 1000};
    double loss_before = -1;
    for (size_t i = 0; i < 4; i++) {
        char kernel[32];
        snprintf(kernel, sizeof kernel, "hz: %d", rates[i]);
        struct simulation simulation = run_file(small, kernel, short_run);
        for (int clock = TSC; clock <= JIFFIES; clock++) {
            double ticks = value(&simulation, clock, METRIC_TICKS);
            assert_true(fabs(ticks - 16.0 * rates[i]) < 16.0 * 5.1); /* 16 CPUs, one tick more or less in 0.2 s */
        }
        double loss = value(&simulation, HPET, METRIC_LOSS);
        print_message("HZ=%-5d hpet loss %.3f %%\n", rates[i], loss);
        assert_true(loss > loss_before); /* more ticks, more reads */
        loss_before = loss;
        simulation_end(&simulation);
    }
}

static void reads_per_tick_are_three_four_and_none(void **state)
{
    (void)state;
    struct simulation simulation = run_file(small, "", short_run);
    /* One CPU of 16 keeps the time and reads once more; a retry repeats a read but is no new one. */
    double timekeeper = 1.0 / 16;
    double retries = value(&simulation, TSC, METRIC_SEQCOUNT_RETRIES);
    assert_true(fabs(value(&simulation, TSC, METRIC_CLOCK_READS_PER_TICK) - (3 + timekeeper + retries)) < 0.01);
    retries = value(&simulation, HPET, METRIC_SEQCOUNT_RETRIES);
    assert_true(fabs(value(&simulation, HPET, METRIC_CLOCK_READS_PER_TICK) - (3 + timekeeper + retries)) < 0.01);
    retries = value(&simulation, UNSTABLE, METRIC_SEQCOUNT_RETRIES);
    assert_true(fabs(value(&simulation, UNSTABLE, METRIC_CLOCK_READS_PER_TICK) - (4 + timekeeper + retries)) < 0.01);
    assert_true(fabs(value(&simulation, JIFFIES, METRIC_CLOCK_READS_PER_TICK) - timekeeper) < 0.01);
    assert_true(value(&simulation, HPET, METRIC_DEVICE_READS) > 47000);
    assert_true(value(&simulation, TSC, METRIC_DEVICE_READS) == 0);
    simulation_end(&simulation);
}

static void spreading_ticks_takes_the_storm_away(void **state)
{
    (void)state;
    static const char *const phases[] = {"tick_phase: aligned", "tick_phase: skewed", "tick_phase: spread"};
    double loss[3], queue[3];
    for (int i = 0; i < 3; i++) {
        struct simulation simulation = run_file("haswell-ex-72", phases[i], short_run);
        loss[i] = value(&simulation, HPET, METRIC_LOSS);
        queue[i] = value(&simulation, HPET, METRIC_BUS_QUEUE_MEAN);
        print_message("%s: loss %.2f %%, mean queue %.3f\n", phases[i], loss[i], queue[i]);
        simulation_end(&simulation);
    }
    assert_true(loss[0] > 5 && loss[1] < 1 && loss[2] < 1);
    assert_true(queue[0] > 10 * queue[1] && queue[1] > queue[2]);
}

static void half_a_period_is_too_short_for_480(void **state)
{
    (void)state;
    /* 480 CPUs x 3 reads x 0.565 us do not fit into the half millisecond over which skew_tick=1 spreads them. */
    const char *run = "duration: 100 ms, warm_up: 20 ms, replications: 2, seed: 2";
    struct simulation skewed = run_file("ivybridge-ex-240", "tick_phase: skewed", run);
    struct simulation spread = run_file("ivybridge-ex-240", "tick_phase: spread", run);
    double skewed_loss = value(&skewed, HPET, METRIC_LOSS), spread_loss = value(&spread, HPET, METRIC_LOSS);
    print_message("480 CPUs: skewed %.2f %%, spread %.2f %%\n", skewed_loss, spread_loss);
    assert_true(skewed_loss > 5);
    assert_true(spread_loss < 1);
    simulation_end(&skewed);
    simulation_end(&spread);
}

static void interrupts_off_hold_ticks_back(void **state)
{
    (void)state;
    struct simulation off = run_file(small, "irq_off_interval: {exponential: {mean: 5 ms}}, irq_off_length: 300 us", short_run);
    struct simulation on = run_file(small, "", short_run);
    double share = 0, none = 0;
    const struct books *books = &off.results->result[TSC].replication[0].books;
    const struct books *without = &on.results->result[TSC].replication[0].books;
    for (int cause = 0; cause < CAUSE_COUNT; cause++) {
        share += (double)books->ps[CONTEXT_SYSTEM_CALL][PLACE_OUTSIDE][cause];
        none += (double)without->ps[CONTEXT_SYSTEM_CALL][PLACE_OUTSIDE][cause];
    }
    share /= 0.2e12 * 16;
    print_message("regions take %.2f %% of the time\n", 100 * share);
    assert_true(none == 0);
    assert_true(fabs(share - 0.06) < 0.02); /* 300 us every 5 ms */
    /* Held back by up to 300 us, ticks are spread: their storm is smaller. */
    assert_true(value(&off, HPET, METRIC_BUS_QUEUE_MEAN) < 0.95 * value(&on, HPET, METRIC_BUS_QUEUE_MEAN));
    simulation_end(&off);
    simulation_end(&on);
}

static void long_regions_lose_ticks(void **state)
{
    (void)state;
    struct simulation simulation =
        run_file(small, "irq_off_interval: {exponential: {mean: 20 ms}}, irq_off_length: 3.5 ms", short_run);
    double lost = value(&simulation, TSC, METRIC_LOST_TICKS);
    print_message("lost ticks: %.0f a second\n", lost);
    assert_true(lost > 500);
    simulation_end(&simulation);
}

static void both_database_hosts_run(void **state)
{
    (void)state;
    const char *run = "duration: 100 ms, warm_up: 20 ms, replications: 2, seed: 2";
    struct simulation big = run_file("cascadelake-8s-448", "", run);
    struct simulation small_host = run_file("cascadelake-4s-192", "", run);
    double loss_448 = value(&big, HPET, METRIC_LOSS), loss_192 = value(&small_host, HPET, METRIC_LOSS);
    print_message("hpet loss: 448 CPUs %.1f %%, 192 CPUs %.1f %%\n", loss_448, loss_192);
    assert_true(loss_448 > 40 && loss_448 < 95);
    assert_true(loss_192 > 15 && loss_192 < loss_448);
    assert_true(fabs(value(&big, TSC, METRIC_TICKS) - 448000) < 5000);
    assert_true(fabs(value(&small_host, TSC, METRIC_TICKS) - 192000) < 2000);
    simulation_end(&big);
    simulation_end(&small_host);
}

static void two_threads_of_a_core_share_its_speed(void **state)
{
    (void)state;
    const char *two = "{sockets: 2, cores_per_socket: 8, threads_per_core: 2, thread_yield: 1.3, tsc_rate: 2 GHz,\n"
                      "  hpet_occupancy: 564.7 ns, travel_node: 25 ns, travel_system: 25 ns, line_in_socket: 100 ns, line_between_sockets: 100 ns}";
    struct simulation one = run_file(small, "", short_run), both = run_file(two, "", short_run);
    double ratio = value(&both, TSC, METRIC_THROUGHPUT) / value(&one, TSC, METRIC_THROUGHPUT);
    print_message("two threads to one: %.3f\n", ratio);
    assert_true(ratio > 1.28 && ratio <= 1.3);
    simulation_end(&one);
    simulation_end(&both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_come_at_every_hz),
        cmocka_unit_test(reads_per_tick_are_three_four_and_none),
        cmocka_unit_test(spreading_ticks_takes_the_storm_away),
        cmocka_unit_test(half_a_period_is_too_short_for_480),
        cmocka_unit_test(interrupts_off_hold_ticks_back),
        cmocka_unit_test(long_regions_lose_ticks),
        cmocka_unit_test(both_database_hosts_run),
        cmocka_unit_test(two_threads_of_a_core_share_its_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
