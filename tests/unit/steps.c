/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every step kind at work in a world: what it does, how long it takes, what it is charged to. */
#include "tests/theory/simulate.h"

/* Two CPUs of two sockets, the HPET on the first, round numbers everywhere. */
static const char machine[] = "{sockets: 2, cores_per_socket: 1, threads_per_core: 1, tsc_rate: 1 GHz, hpet_rate: 10 MHz,\n"
                              "  hpet_occupancy: 1 us, travel_node: 200 ns, travel_system: 200 ns, line_in_socket: 100 ns, line_between_sockets: 100 ns}";

static void write_scenario(char *text, size_t size, const char *kernel, const char *workload, const char *run)
{
    snprintf(text, size,
             "clocksim: 1\ntitle: steps\nmachine: %s\nkernel: %s\nworkload:\n  kind: tasks\n%s\n"
             "clock: hpet\nbaseline: none\nrun: {warm_up: 0 ms, replications: 1, %s}\n",
             machine, kernel, workload, run);
}

static struct simulation run_tasks(const char *kernel, const char *workload, const char *run)
{
    char text[4096];
    write_scenario(text, sizeof text, kernel, workload, run);
    return simulate(text);
}

static int64_t cause_ps(const struct simulation *simulation, enum account_cause cause)
{
    const struct books *books = &simulation->results->result[0].replication[0].books;
    int64_t ps = 0;
    for (int context = 0; context < CONTEXT_COUNT; context++)
        for (int place = 0; place < PLACE_COUNT; place++)
            ps += books->ps[context][place][cause];
    return ps;
}

static double value(const struct simulation *simulation, enum metric metric)
{
    return simulation->results->result[0].metric[metric].value;
}

/* Runs a workload that cannot go on and returns what is said of it. */
static void run_failing(const char *workload, const char *run, char message[1024])
{
    char text[4096];
    write_scenario(text, sizeof text, "bare", workload, run);
    struct scenario *scenario = NULL;
    struct diagnostics diagnostics = {0};
    const struct scenario_overrides overrides = {.seed = -1, .replications = -1};
    if (scenario_load_text("test.yaml", text, strlen(text), TEST_SOURCE_DIR "/scenarios", &overrides, &scenario,
                           &diagnostics))
        fail_msg("%s", diagnostics.text);
    const struct run_options options = {.workers = 1};
    struct run_results *results = NULL;
    struct error error = {0};
    assert_int_equal(run_scenario(scenario, &options, &results, &error), 0);
    assert_int_equal(results->result[0].status, STATUS_BAD_INPUT);
    snprintf(message, 1024, "%s", results->result[0].failure);
    run_results_destroy(results);
    scenario_destroy(scenario);
}

static void remote_load_travels_both_ways(void **state)
{
    (void)state;
    struct simulation simulation = run_tasks("bare",
                                             "  tasks:\n"
                                             "    - {name: far, cpu: 1, path: [{load: hpet}, {work: 600 ns}]}\n",
                                             "duration: 20 us");
    /* 0.2 + 1 + 0.2 + 0.6 us a round: ten rounds. */
    assert_true(cause_ps(&simulation, CAUSE_TRAVEL) == 4000000);
    assert_true(cause_ps(&simulation, CAUSE_SERVICE) == 10000000);
    assert_true(cause_ps(&simulation, CAUSE_BUS_WAIT) == 0);
    assert_true(cause_ps(&simulation, CAUSE_WORK) == 6000000);
    assert_true(cause_ps(&simulation, CAUSE_HALT) == 20000000); /* CPU 0 */
    simulation_end(&simulation);
}

static void near_reader_waits_behind_far_one_by_arrival(void **state)
{
    (void)state;
    struct simulation simulation = run_tasks("bare",
                                             "  tasks:\n"
                                             "    - {name: near, cpu: 0, path: [{work: 300 ns}, {load: hpet}, {work: 1 s}]}\n"
                                             "    - {name: far, cpu: 1, path: [{load: hpet}, {work: 1 s}]}\n",
                                             "duration: 10 us");
    /* The far access arrives at 0.2 us and is served until 1.2; the near one came at 0.3. */
    assert_true(cause_ps(&simulation, CAUSE_BUS_WAIT) == 900000);
    simulation_end(&simulation);
}

static void stale_word_costs_one_transfer(void **state)
{
    (void)state;
    struct simulation simulation =
        run_tasks("bare",
                  "  words: {flag: {scope: machine}}\n"
                  "  tasks:\n"
                  "    - {name: writer, cpu: 0, path: [{work: 1 us}, {store: flag, from: one}]}\n"
                  "    - {name: reader, cpu: 1, path: [{work: 250 ns}, {fetch: flag, into: seen}]}\n",
                  "duration: 100 us");
    /* Every write is followed by a read and so needs the line back: two transfers a round of the writer. */
    double transfers = (double)cause_ps(&simulation, CAUSE_LINE) / 100000;
    print_message("%.1f transfers\n", transfers);
    assert_true(transfers > 175 && transfers < 195);
    simulation_end(&simulation);
}

static void spinner_sees_the_store(void **state)
{
    (void)state;
    struct simulation simulation =
        run_tasks("bare",
                  "  words: {flag: {scope: machine}, count: {scope: machine}}\n"
                  "  tasks:\n"
                  "    - name: waiter\n"
                  "      cpu: 1\n"
                  "      path:\n"
                  "        - {spin: flag, from: seen, into: seen}\n"
                  "        - do: job_done\n"
                  "    - name: writer\n"
                  "      cpu: 0\n"
                  "      path:\n"
                  "        - {work: 10 us}\n"
                  "        - {fetch: flag, into: seq}\n"
                  "        - do: seqcount_increment\n"
                  "        - {store: flag, from: seq}\n",
                  "duration: 1 ms");
    /* One store about every 10.2 us, each seen once. */
    double jobs = value(&simulation, METRIC_COMPLETIONS) / 60 * 1e-3;
    assert_true(jobs >= 96 && jobs <= 99);
    assert_true(cause_ps(&simulation, CAUSE_SPIN) > 900000000);
    simulation_end(&simulation);
}

static void lock_admits_one_at_a_time(void **state)
{
    (void)state;
    struct simulation simulation =
        run_tasks("bare",
                  "  words: {gate: {scope: machine, lock: ticket}}\n"
                  "  tasks:\n"
                  "    - {name: worker, path: [{lock: gate}, {work: 10 us}, do: job_done, {unlock: gate}]}\n",
                  "duration: 1 ms");
    /* Two CPUs, but no more than one job of 10 us and one hand-over of the line at a time. */
    double jobs = value(&simulation, METRIC_COMPLETIONS) / 60 * 1e-3;
    assert_true(jobs >= 95 && jobs <= 100);
    assert_true(cause_ps(&simulation, CAUSE_SPIN) > 900000000);
    simulation_end(&simulation);
}

static void failed_swap_leaves_the_word(void **state)
{
    (void)state;
    /* `one` is never set: 0. The swap expects what `seq` holds after the increment: 1; it fails for ever. */
    struct simulation simulation =
        run_tasks("bare",
                  "  words: {cell: {scope: machine}}\n"
                  "  tasks:\n"
                  "    - name: swapper\n"
                  "      cpu: 0\n"
                  "      path:\n"
                  "        - do: seqcount_increment\n"
                  "        - {swap: cell, expect: seq, from: seq, into: held}\n"
                  "        - {fetch: cell, into: seq}\n"
                  "        - {do: seqcount_is_odd, to: odd}\n"
                  "        - do: job_done\n"
                  "        - {work: 1 us}\n"
                  "        - return\n"
                  "        - {work: 1 us, label: odd}\n",
                  "duration: 100 us");
    assert_true(value(&simulation, METRIC_COMPLETIONS) / 60e4 > 0.99); /* never odd: never swapped */
    simulation_end(&simulation);
}

static void channel_hands_values_over_and_blocks(void **state)
{
    (void)state;
    struct simulation simulation =
        run_tasks("bare",
                  "  channels: {pipe: {capacity: 4}}\n"
                  "  tasks:\n"
                  "    - {name: maker, cpu: 0, path: [{work: 10 us}, {put: pipe, from: value}]}\n"
                  "    - {name: user, cpu: 1, path: [{take: pipe, into: value}, {work: 4 us}, do: job_done]}\n",
                  "duration: 1 ms");
    double jobs = value(&simulation, METRIC_COMPLETIONS) / 60 * 1e-3;
    assert_true(jobs == 99); /* the hundredth is under way */
    assert_true(cause_ps(&simulation, CAUSE_HALT) == 604000000); /* the user idles 10 us, then 6 of each 10 */
    simulation_end(&simulation);
}

static void sleeper_wakes_at_its_time(void **state)
{
    (void)state;
    struct simulation simulation =
        run_tasks("linux-4.6",
                  "  tasks:\n"
                  "    - {name: sleeper, cpu: 1, path: [{sleep: 2 ms}, {work: 100 us}, do: job_done]}\n",
                  "duration: 100 ms");
    /* 2 ms asleep, 0.1 ms of work, and a few microseconds of kernel in between: 47 rounds fit, 48 would not. */
    double jobs = value(&simulation, METRIC_COMPLETIONS) / 60 * 0.1;
    assert_true(jobs > 46.5 && jobs < 47.5);
    assert_true(value(&simulation, METRIC_SWITCH_RATE) > 900);
    simulation_end(&simulation);
}

static void interrupt_runs_its_path_on_the_other_cpu(void **state)
{
    (void)state;
    /* Register `target` is 0: CPU 1 interrupts CPU 0, whose work is stopped for 2 us each time. */
    struct simulation simulation =
        run_tasks("linux-4.6",
                  "  tasks:\n"
                  "    - {name: victim, cpu: 0, path: [{work: 1 s}]}\n"
                  "    - {name: sender, cpu: 1, path: [{work: 50 us}, {interrupt: reschedule_interrupt, cpu: target}]}\n",
                  "duration: 10 ms");
    const struct books *books = &simulation.results->result[0].replication[0].books;
    int64_t ps = books->ps[CONTEXT_INTERRUPT][PLACE_OUTSIDE][CAUSE_WORK];
    assert_true(ps > 190 * 300000 && ps < 202 * 300000); /* 0.18 + 0.12 us, about 200 times */
    simulation_end(&simulation);
}

static void deadlock_is_the_users_fault(void **state)
{
    (void)state;
    char message[1024];
    run_failing("  channels: {pipe: {capacity: 1}}\n"
                "  tasks:\n"
                "    - {name: taker, path: [{take: pipe, into: value}]}\n",
                "duration: 1 ms", message);
    assert_non_null(strstr(message, "deadlock"));
}

static void path_without_time_is_refused(void **state)
{
    (void)state;
    char message[1024];
    run_failing("  tasks:\n    - {name: spinner, cpu: 0, path: [do: job_done]}\n", "duration: 1 ms", message);
    assert_non_null(strstr(message, "no progress"));
}

static void limit_of_events_is_kept(void **state)
{
    (void)state;
    char message[1024];
    run_failing("  tasks:\n    - {name: worker, path: [{work: 1 ns}]}\n", "duration: 1 s, max_events: 1000", message);
    assert_non_null(strstr(message, "max_events"));
}

static void blocking_with_interrupts_off_is_refused(void **state)
{
    (void)state;
    char message[1024];
    run_failing("  channels: {pipe: {capacity: 1}}\n"
                "  tasks:\n"
                "    - {name: taker, path: [irq_off, {take: pipe, into: value}]}\n",
                "duration: 1 ms", message);
    assert_non_null(strstr(message, "interrupts are off"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(remote_load_travels_both_ways),
        cmocka_unit_test(near_reader_waits_behind_far_one_by_arrival),
        cmocka_unit_test(stale_word_costs_one_transfer),
        cmocka_unit_test(spinner_sees_the_store),
        cmocka_unit_test(lock_admits_one_at_a_time),
        cmocka_unit_test(failed_swap_leaves_the_word),
        cmocka_unit_test(channel_hands_values_over_and_blocks),
        cmocka_unit_test(sleeper_wakes_at_its_time),
        cmocka_unit_test(interrupt_runs_its_path_on_the_other_cpu),
        cmocka_unit_test(deadlock_is_the_users_fault),
        cmocka_unit_test(path_without_time_is_refused),
        cmocka_unit_test(limit_of_events_is_kept),
        cmocka_unit_test(blocking_with_interrupts_off_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
