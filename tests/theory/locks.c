/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticket locks collapse as Boyd-Wickizer et al. (2012) describe; queued locks do not.
 *
 * Their model: cores think for a mean of a, hold the lock for a mean of s; with k cores at the lock the service rate is
 * 1/(s + c k/2), c being one line transfer; k/2 of them pass before the next holder has read its turn. Values: docs/theory.md.
 *
 * What they call s is all that is serial apart from those reads. Here that is the section's work and what the holder's release
 * and the arrivals' tickets take of the line: together 1.75 transfers, chosen once for all rows; so the section works for
 * s - 1.75 c. The ticket's own transfer belongs to the think time. The formula is an approximation (exponential service, no cost of an arrival): 10 %.
 */
#include "tests/theory/simulate.h"

/* Cores that think, on average: each acquisition is preceded by one think time of a. */
static double speedup(const struct replication *replication, const void *context)
{
    const double think_ns = *(const double *)context;
    return replication->value[METRIC_COMPLETIONS] / 60 * think_ns * 1e-9;
}

static struct estimate run_lock(const char *kind, int n, double think_ns)
{
    char text[2048];
    snprintf(text, sizeof text,
             "clocksim: 1\n"
             "title: locks\n"
             "machine: {sockets: %d, cores_per_socket: 1, threads_per_core: 1, sockets_per_node: 1, tsc_rate: 1 GHz,\n"
             "          hpet_occupancy: 1 us, travel_node: 0 ns, travel_system: 0 ns,\n"
             "          line_in_socket: 100 ns, line_between_sockets: 100 ns}\n"
             "kernel: bare\n"
             "workload:\n"
             "  kind: tasks\n"
             "  words: {gate: {scope: machine, lock: %s}}\n"
             "  tasks:\n"
             "    - name: core\n"
             "      path:\n"
             "        - {work: {exponential: {mean: %g ns}}}\n"
             "        - {lock: gate}\n"
             "        - {work: {exponential: {mean: 225 ns}}}\n"
             "        - {unlock: gate}\n"
             "        - do: job_done\n"
             "clock: tsc\n"
             "baseline: none\n"
             "run: {duration: 40 ms, warm_up: 5 ms, replications: 6, seed: 9}\n",
             n, kind, think_ns - 100);
    struct simulation simulation = simulate(text);
    struct estimate estimate = measure(&simulation, speedup, &think_ns);
    simulation_end(&simulation);
    return estimate;
}

static void ticket_lock_collapses_as_computed(void **state)
{
    (void)state;
    static const struct {
        int n;
        double think_ns, speedup;
    } rows[] = {{1, 10000, 0.957},  {2, 10000, 1.910},  {4, 10000, 3.799}, {8, 10000, 7.477},   {16, 10000, 13.34},
                {24, 10000, 8.98}, {32, 10000, 5.91}, {48, 10000, 3.84}, {48, 100000, 47.71}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct estimate got = run_lock("ticket", rows[i].n, rows[i].think_ns);
        double off = got.value / rows[i].speedup - 1;
        print_message("ticket n=%-3d a=%-6g speedup %.3f +- %.3f, formula %.3f (%+.1f %%)\n", rows[i].n,
                      rows[i].think_ns, got.value, got.ci95, rows[i].speedup, 100 * off);
        assert_true(fabs(off) < 0.1);
    }
}

/* The must-fail neighbours: what makes a ticket lock collapse is absent from the others, or different. */
static void queued_lock_does_not_collapse(void **state)
{
    (void)state;
    double at_16 = run_lock("queued", 16, 10000).value, at_48 = run_lock("queued", 48, 10000).value;
    double ticket_48 = run_lock("ticket", 48, 10000).value;
    print_message("queued: %.2f at 16, %.2f at 48; ticket %.2f at 48\n", at_16, at_48, ticket_48);
    assert_true(at_48 > at_16);
    assert_true(at_48 > 5 * ticket_48);
    /* No more than one holder at a time: a section and its hand-over take at least 0.325 us of 10 us. */
    assert_true(at_48 < 10000 / 325.0 * 1.02);
}

static void test_and_set_lock_admits_one_at_a_time(void **state)
{
    (void)state;
    double at_4 = run_lock("test-and-set", 4, 10000).value, at_48 = run_lock("test-and-set", 48, 10000).value;
    print_message("test-and-set: %.2f at 4, %.2f at 48\n", at_4, at_48);
    assert_true(at_4 > 3.7 && at_4 <= 4);
    assert_true(at_48 < run_lock("queued", 48, 10000).value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticket_lock_collapses_as_computed),
        cmocka_unit_test(queued_lock_does_not_collapse),
        cmocka_unit_test(test_and_set_lock_admits_one_at_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
