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
static void run_failing_on(const char *kernel, const char *workload, const char *run, char message[1024])
{
    char text[4096];
    write_scenario(text, sizeof text, kernel, workload, run);
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

static void run_failing(const char *workload, const char *run, char message[1024])
{
    run_failing_on("bare", workload, run, message);
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

/* Whoever finds `inside` odd has come in while another was: a job counts each. Two tasks a CPU, ticks, switches and regions with
 * interrupts off fall into every phase of waiting and holding. */
static void locks_exclude_under_interrupts(void **state)
{
    (void)state;
    static const char *const kinds[] = {"test-and-set", "ticket", "queued"};
    for (int i = 0; i < 3; i++) {
        char workload[2048];
        snprintf(workload, sizeof workload,
                 "  words: {gate: {scope: machine, lock: %s}, inside: {scope: machine}}\n"
                 "  tasks:\n"
                 "    - name: worker\n"
                 "      count_per_cpu: 2\n"
                 "      path:\n"
                 "        - {work: {exponential: {mean: 20 us}}}\n"
                 "        - {lock: gate}\n"
                 "        - {fetch: inside, into: seq}\n"
                 "        - {do: seqcount_is_odd, to: broken}\n"
                 "        - do: seqcount_increment\n"
                 "        - {store: inside, from: seq}\n"
                 "        - {work: 10 us}\n"
                 "        - do: seqcount_increment\n"
                 "        - {store: inside, from: seq}\n"
                 "        - {unlock: gate}\n"
                 "        - return\n"
                 "        - {do: job_done, label: broken}\n"
                 "        - {unlock: gate}\n",
                 kinds[i]);
        struct simulation simulation =
            run_tasks("{preset: linux-4.6, sched_min_granularity: 1 ms, sched_latency: 2 ms,\n"
                      "  irq_off_interval: {exponential: {mean: 100 us}}, irq_off_length: 15 us}",
                      workload, "duration: 300 ms");
        assert_true(value(&simulation, METRIC_COMPLETIONS) == 0);
        assert_true(value(&simulation, METRIC_SWITCH_RATE) > 500);
        assert_true(cause_ps(&simulation, CAUSE_SPIN) > 1000000000);
        simulation_end(&simulation);
    }
}

/* The must-fail neighbour: without the lock they do meet. */
static void without_a_lock_they_meet(void **state)
{
    (void)state;
    struct simulation simulation = run_tasks("bare",
                                             "  words: {inside: {scope: machine}}\n"
                                             "  tasks:\n"
                                             "    - name: worker\n"
                                             "      path:\n"
                                             "        - {work: {exponential: {mean: 20 us}}}\n"
                                             "        - {fetch: inside, into: seq}\n"
                                             "        - {do: seqcount_is_odd, to: broken}\n"
                                             "        - do: seqcount_increment\n"
                                             "        - {store: inside, from: seq}\n"
                                             "        - {work: 10 us}\n"
                                             "        - do: seqcount_increment\n"
                                             "        - {store: inside, from: seq}\n"
                                             "        - return\n"
                                             "        - {do: job_done, label: broken}\n"
                                             "        - {work: 1 us}\n",
                                             "duration: 10 ms");
    assert_true(value(&simulation, METRIC_COMPLETIONS) > 0);
    simulation_end(&simulation);
}

static void lock_of_a_cpu_is_tried_again_without_a_line(void **state)
{
    (void)state;
    struct simulation simulation =
        run_tasks("linux-4.6",
                  "  words: {gate: {scope: cpu, lock: test-and-set}}\n"
                  "  tasks:\n"
                  "    - {name: worker, cpu: 0, count_per_cpu: 2,\n"
                  "       path: [{lock: gate}, {work: 13 ms}, {unlock: gate}, {work: 13 ms}, do: job_done]}\n",
                  "duration: 2 s");
    assert_true(value(&simulation, METRIC_COMPLETIONS) / 60 > 20);
    simulation_end(&simulation);
}

static void queued_lock_is_handed_over_between_sockets_at_their_price(void **state)
{
    (void)state;
    char text[4096];
    double jobs[2];
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text,
                 "clocksim: 1\ntitle: hand over\n"
                 "machine: {sockets: %d, cores_per_socket: %d, threads_per_core: 1, tsc_rate: 1 GHz,\n"
                 "  hpet_occupancy: 1 us, travel_node: 0 ns, travel_system: 0 ns,\n"
                 "  line_in_socket: 100 ns, line_between_sockets: 1000 ns}\n"
                 "kernel: bare\nworkload:\n  kind: tasks\n"
                 "  words: {gate: {scope: machine, lock: queued}}\n"
                 "  tasks: [{name: w, path: [{lock: gate}, {work: 1 us}, do: job_done, {unlock: gate}]}]\n"
                 "clock: tsc\nbaseline: none\nrun: {warm_up: 1 ms, duration: 10 ms, replications: 1}\n",
                 i == 0 ? 1 : 4, i == 0 ? 4 : 1);
        struct simulation simulation = simulate(text);
        jobs[i] = value(&simulation, METRIC_COMPLETIONS) / 60;
        simulation_end(&simulation);
    }
    /* 1.1 us and 2 us a round. */
    assert_true(fabs(jobs[0] / (1 / 1.1e-6) - 1) < 0.01);
    assert_true(fabs(jobs[1] / (1 / 2e-6) - 1) < 0.01);
}

static void wake_ends_a_sleep_and_nothing_else(void **state)
{
    (void)state;
    /* Task 0 sleeps for ever but for the waker's sake; task 1 waits at a channel that nobody fills. */
    struct simulation simulation =
        run_tasks("linux-4.6",
                  "  channels: {pipe: {capacity: 1}}\n"
                  "  tasks:\n"
                  "    - {name: sleeper, cpu: 0, path: [{sleep: 50 ms}, {work: 10 us}, do: job_done]}\n"
                  "    - {name: waker, cpu: 1, path: [{wake: zero}, {work: 5 ms}]}\n",
                  "duration: 1 s");
    double jobs = value(&simulation, METRIC_COMPLETIONS) / 60;
    assert_true(jobs > 195 && jobs < 203);
    simulation_end(&simulation);
    simulation = run_tasks("linux-4.6",
                           "  channels: {pipe: {capacity: 1}}\n"
                           "  tasks:\n"
                           "    - {name: taker, cpu: 0, path: [{take: pipe, into: value}, do: job_done, {work: 1 us}]}\n"
                           "    - {name: waker, cpu: 1, path: [{wake: zero}, {work: 5 ms}]}\n",
                           "duration: 100 ms");
    assert_true(value(&simulation, METRIC_COMPLETIONS) == 0);
    simulation_end(&simulation);
}

static void sleepers_leave_the_periodic_tick_alone(void **state)
{
    (void)state;
    char text[4096];
    write_scenario(text, sizeof text, "linux-4.6",
                   "  tasks:\n    - {name: sleeper, path: [{sleep: 300 us}, {work: 10 us}, do: job_done]}\n",
                   "duration: 1 s");
    char *clock = strstr(text, "clock: hpet");
    assert_non_null(clock);
    memcpy(clock, "clock: jiffies\nbaseline: none\nrun: {warm_up: 0 ms, replications: 1, duration: 1 s}\n", 84);
    clock[83] = '\0';
    struct simulation simulation = simulate(text);
    assert_true(fabs(value(&simulation, METRIC_TICKS) - 2000) < 4);
    assert_true(value(&simulation, METRIC_TIME_ERROR_MAX) <= 1000000);
    /* A sleep ends with the first tick after it; a CPU whose tick comes before the timekeeper's still sees the time before, and so
     * may take two. */
    double jobs = value(&simulation, METRIC_COMPLETIONS) / 60;
    assert_true(jobs > 1490 && jobs < 2010);
    simulation_end(&simulation);
}

static void faults_of_the_users_paths_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *kernel, *path, *said;
    } rows[] = {
        {"bare", "[irq_off, {work: 100 us}]", "with interrupts off"},
        {"bare", "[{work: 1 us}, irq_on]", "that are not off"},
        {"bare", "[{work: 1 us}, {unlock: gate}]", "which is not held"},
        {"bare", "[{work: {exponential: {mean: 99 s}}}]", "at most 100 s"},
        {"linux-4.6", "[{take: pipe, into: value}]", "deadlock"},
        {"{preset: bare, irq_off_interval: 900 s, irq_off_length: 1 us}", "[{work: 1 us}]", "at most 100 s"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char workload[1024], message[1024];
        snprintf(workload, sizeof workload,
                 "  words: {gate: {scope: machine, lock: ticket}}\n"
                 "  channels: {pipe: {capacity: 1}}\n"
                 "  tasks:\n    - {name: t, path: %s}\n",
                 rows[i].path);
        run_failing_on(rows[i].kernel, workload, i == 3 ? "duration: 900 s" : "duration: 5 ms", message);
        if (!strstr(message, rows[i].said))
            fail_msg("%s: %s", rows[i].path, message);
    }
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
        cmocka_unit_test(locks_exclude_under_interrupts),
        cmocka_unit_test(without_a_lock_they_meet),
        cmocka_unit_test(lock_of_a_cpu_is_tried_again_without_a_line),
        cmocka_unit_test(queued_lock_is_handed_over_between_sockets_at_their_price),
        cmocka_unit_test(wake_ends_a_sleep_and_nothing_else),
        cmocka_unit_test(sleepers_leave_the_periodic_tick_alone),
        cmocka_unit_test(faults_of_the_users_paths_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
