/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/study/policy_case.h"

#include "sim/base/stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Ranges are chosen: from one CPU to 128, times around those of the presets. */
static const struct {
    int64_t least, greatest;
} fields[CASE_FIELD_COUNT] = {
    [CASE_SOCKETS] = {1, 8},
    [CASE_CORES] = {1, 8},
    [CASE_THREADS] = {1, 2},
    [CASE_PLAIN_READERS] = {0, 2},
    [CASE_KTIME_READERS] = {0, 1},
    [CASE_IRQ_OFF_READERS] = {0, 1},
    [CASE_SLEEPING_READERS] = {0, 1},
    [CASE_READS] = {1, 16},
    [CASE_PAUSE_NS] = {0, 3000},
    [CASE_SLEEP_US] = {1, 60},
    [CASE_START_NS] = {0, 20000},
    [CASE_UNSTABLE] = {0, 1},
    [CASE_HZ] = {0, 3},
    [CASE_TICK_PHASE] = {0, 2},
    [CASE_ENTRY_DELAY_NS] = {0, 1500},
    [CASE_SOCKETS_PER_NODE] = {1, 8},
    [CASE_DEVICE_SOCKET] = {0, 7},
    [CASE_OCCUPANCY_NS] = {100, 900},
    [CASE_OCCUPANCY_SPREAD_NS] = {0, 200},
    [CASE_TRAVEL_NODE_NS] = {0, 60},
    [CASE_TRAVEL_SYSTEM_NS] = {0, 400},
    [CASE_LINE_IN_SOCKET_NS] = {20, 90},
    [CASE_LINE_BETWEEN_NS] = {60, 500},
    [CASE_ARBITRATION] = {0, 1},
    [CASE_YIELD_PERCENT] = {100, 160},
    [CASE_SLOTS] = {0, INT32_MAX},
    [CASE_WRAP_US] = {0, 2000},
};
static const int64_t rates_hz[] = {100, 250, 300, 1000};

int64_t case_simplest(enum case_field field)
{
    return fields[field].least;
}

int64_t case_readers(const struct policy_case *tried)
{
    const int64_t *value = tried->value;
    return value[CASE_PLAIN_READERS] + value[CASE_KTIME_READERS] + value[CASE_IRQ_OFF_READERS] +
           value[CASE_SLEEPING_READERS];
}

void case_draw(struct policy_case *drawn, int64_t seed, int64_t round)
{
    drawn->key = (struct stream_key){(uint64_t)seed, (uint64_t)round};
    struct stream stream;
    stream_init(&stream, drawn->key, 0, PURPOSE_TEST, 0);
    int64_t *value = drawn->value;
    for (int i = 0; i < CASE_FIELD_COUNT; i++)
        value[i] =
            fields[i].least + (int64_t)stream_below(&stream, (uint64_t)(fields[i].greatest - fields[i].least) + 1);
    if (case_readers(drawn) == 0)
        value[CASE_PLAIN_READERS] = 1;
}

int64_t case_cpus(const struct policy_case *tried)
{
    return tried->value[CASE_SOCKETS] * tried->value[CASE_CORES] * tried->value[CASE_THREADS];
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t device_socket(const struct policy_case *tried)
{
    return smaller(tried->value[CASE_DEVICE_SOCKET], tried->value[CASE_SOCKETS] - 1);
}

/* A read takes no longer: every CPU asks the device four times and moves a line four times before. Generous for
 * policies that are worth having; one that takes more is slow beyond use. */
static int64_t read_bound_ns(const struct policy_case *tried)
{
    const int64_t *value = tried->value;
    int64_t load_ns = value[CASE_OCCUPANCY_NS] + value[CASE_OCCUPANCY_SPREAD_NS] + 500;
    return case_cpus(tried) * 4 * (load_ns + value[CASE_LINE_BETWEEN_NS]) + 4 * value[CASE_TRAVEL_SYSTEM_NS] + 1000;
}

/* As fast as drawn, unless the machine's ticks would then take more than half of the device's time. */
static int64_t rate_hz(const struct policy_case *tried)
{
    int64_t index = tried->value[CASE_HZ];
    while (index > 0 && 5 * 2 * read_bound_ns(tried) > 500000000 / rates_hz[index])
        index--;
    return rates_hz[index];
}

void case_describe(const struct policy_case *tried, char *text, size_t size)
{
    const int64_t *value = tried->value;
    snprintf(text, size,
             "%" PRId64 " sockets x %" PRId64 " cores x %" PRId64 " threads, device on socket %" PRId64
             ", access %" PRId64 " to %" PRId64 " ns, travel %" PRId64 "/%" PRId64 " ns, line %" PRId64 "/%" PRId64
             " ns (%s); HZ %" PRId64 ", ticks %s; readers of a CPU: %" PRId64 " plain, %" PRId64 " ktime_get, %" PRId64
             " interrupts off, %" PRId64 " sleeping, %" PRId64 " reads each",
             value[CASE_SOCKETS], value[CASE_CORES], value[CASE_THREADS], device_socket(tried),
             value[CASE_OCCUPANCY_NS], value[CASE_OCCUPANCY_NS] + value[CASE_OCCUPANCY_SPREAD_NS],
             value[CASE_TRAVEL_NODE_NS], value[CASE_TRAVEL_SYSTEM_NS], value[CASE_LINE_IN_SOCKET_NS],
             value[CASE_LINE_BETWEEN_NS], arbitration_names[value[CASE_ARBITRATION]], rate_hz(tried),
             tick_phase_names[value[CASE_TICK_PHASE]], value[CASE_PLAIN_READERS], value[CASE_KTIME_READERS],
             value[CASE_IRQ_OFF_READERS], value[CASE_SLEEPING_READERS], value[CASE_READS]);
}

static void write_occupancy(FILE *out, const char *device, int64_t from_ns, int64_t to_ns)
{
    if (from_ns == to_ns)
        fprintf(out, "  %s: %" PRId64 " ns\n", device, from_ns);
    else
        fprintf(out, "  %s: {uniform: {from: %" PRId64 " ns, to: %" PRId64 " ns}}\n", device, from_ns, to_ns);
}

static void write_machine(FILE *out, const struct policy_case *tried)
{
    const int64_t *value = tried->value;
    int64_t from = value[CASE_OCCUPANCY_NS], to = from + value[CASE_OCCUPANCY_SPREAD_NS];
    fprintf(out,
            "machine:\n"
            "  name: tried\n"
            "  sockets: %" PRId64 "\n  cores_per_socket: %" PRId64 "\n  threads_per_core: %" PRId64 "\n"
            "  sockets_per_node: %" PRId64 "\n  thread_yield: %" PRId64 ".%02" PRId64 "\n"
            "  tsc_rate: 2.5 GHz\n  hpet_socket: %" PRId64 "\n",
            value[CASE_SOCKETS], value[CASE_CORES], value[CASE_THREADS],
            smaller(value[CASE_SOCKETS_PER_NODE], value[CASE_SOCKETS]), value[CASE_YIELD_PERCENT] / 100,
            value[CASE_YIELD_PERCENT] % 100, device_socket(tried));
    /* No ACPI timer answers twice in one count (279 ns): three reads in a row then tell a bad one. */
    write_occupancy(out, "hpet_occupancy", from, to);
    write_occupancy(out, "acpi_pm_occupancy", from + 500, to + 500);
    fprintf(out,
            "  travel_node: %" PRId64 " ns\n  travel_system: %" PRId64 " ns\n"
            "  line_in_socket: %" PRId64 " ns\n  line_between_sockets: %" PRId64 " ns\n  line_arbitration: %s\n",
            value[CASE_TRAVEL_NODE_NS], value[CASE_TRAVEL_SYSTEM_NS], value[CASE_LINE_IN_SOCKET_NS],
            value[CASE_LINE_BETWEEN_NS], arbitration_names[value[CASE_ARBITRATION]]);
}

static void write_kernel(FILE *out, const struct policy_case *tried)
{
    int64_t delay_ns = tried->value[CASE_ENTRY_DELAY_NS];
    fprintf(out, "kernel:\n  preset: linux-4.6\n  hz: %" PRId64 "\n  tick_phase: %s\n", rate_hz(tried),
            tick_phase_names[tried->value[CASE_TICK_PHASE]]);
    if (delay_ns == 0)
        fputs("  interrupt_entry_delay: 0 ns\n", out);
    else
        fprintf(out,
                "  interrupt_entry_delay: {lognormal: {median: %" PRId64 " ns, p99: %" PRId64 " ns, from: 0 ns}}\n",
                delay_ns, delay_ns * 4);
}

/* A task that reads at drawn times and then sleeps for ever; at most 60 draws a path. */
static void write_reader(FILE *out, const struct policy_case *tried, const char *name, int64_t count, const char *read,
                         bool sleeps)
{
    if (count == 0)
        return;
    const int64_t *value = tried->value;
    fprintf(out, "    - name: %s\n      count_per_cpu: %" PRId64 "\n      path:\n", name, count);
    if (value[CASE_START_NS] > 0)
        fprintf(out, "        - work: {uniform: {from: 0 ns, to: %" PRId64 " ns}}\n", value[CASE_START_NS]);
    else
        fputs("        - work: 1 ns\n", out);
    for (int64_t i = 0; i < value[CASE_READS]; i++) {
        if (sleeps)
            fprintf(out, "        - sleep: {uniform: {from: 1 us, to: %" PRId64 " us}}\n", value[CASE_SLEEP_US] + 1);
        else if (value[CASE_PAUSE_NS] > 0)
            fprintf(out, "        - work: {uniform: {from: 0 ns, to: %" PRId64 " ns}}\n", 2 * value[CASE_PAUSE_NS]);
        fputs(read, out);
    }
    fputs("        - sleep: 1000 s\n", out);
}

static void write_workload(FILE *out, const struct policy_case *tried, const struct policy_descriptor *policy)
{
    const int64_t *value = tried->value;
    const char *clock = policy->kind == POLICY_CLOCKSOURCE ? "clocksource" : "sched_clock";
    char plain[64], irq_off[128];
    snprintf(plain, sizeof plain, "        - read: %s\n", clock);
    snprintf(irq_off, sizeof irq_off, "        - irq_off\n        - read: %s\n        - irq_on\n", clock);
    fputs("workload:\n  kind: tasks\n  tasks:\n", out);
    write_reader(out, tried, "plain", value[CASE_PLAIN_READERS], plain, false);
    write_reader(out, tried, "ktime", value[CASE_KTIME_READERS], "        - call: ktime_get\n", false);
    write_reader(out, tried, "irq_off", value[CASE_IRQ_OFF_READERS], irq_off, false);
    write_reader(out, tried, "sleeping", value[CASE_SLEEPING_READERS], plain, true);
}

char *case_scenario(const struct policy_case *tried, const struct policy_descriptor *policy, int64_t *quiet_ps)
{
    const int64_t *value = tried->value;
    int64_t bound_ns = read_bound_ns(tried), period_ns = 1000000000 / rate_hz(tried);
    /* Tasks are done by then: each read and what the ticks take between, twice. A clock without high resolution sleeps
     * in ticks. */
    int64_t sleep_ns = value[CASE_SLEEPING_READERS] *
                       ((value[CASE_SLEEP_US] + 1) * 1000 + (policy->high_resolution ? 0 : 2 * period_ns));
    int64_t busy_ns = value[CASE_START_NS] * case_readers(tried) +
                      value[CASE_READS] * (case_readers(tried) * (2 * value[CASE_PAUSE_NS] + bound_ns) + sleep_ns);
    /* Twice for threads that share a core, twice for ticks; then at least a tick of every CPU, and time to get through.
     */
    int64_t quiet_ns = 4 * busy_ns, end_ns = quiet_ns + 2 * period_ns + 10 * bound_ns;
    *quiet_ps = (end_ns - 10 * bound_ns) * 1000;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ensure(out);
    fprintf(out, "clocksim: 1\ntitle: a case of `clocksim check --policy %s`\n", policy->name);
    write_machine(out, tried);
    write_kernel(out, tried);
    write_workload(out, tried, policy);
    char clock[2 * NAME_MAX_LENGTH + 2];
    case_clock(tried, policy, clock, sizeof clock);
    fprintf(out, "clock: %s\nbaseline: none\n", clock);
    fprintf(out,
            "run: {warm_up: 0 ps, duration: %" PRId64 " ns, replications: 1, seed: %" PRIu64
            ", max_events: 20000000}\n",
            end_ns, tried->key.seed);
    fclose(out);
    return text;
}

void case_clock(const struct policy_case *tried, const struct policy_descriptor *policy, char *text, size_t size)
{
    if (policy->kind == POLICY_SCHED_CLOCK)
        snprintf(text, size, "%s+%s", tried->value[CASE_UNSTABLE] ? "hpet" : "tsc", policy->name);
    else
        snprintf(text, size, "%s%s", policy->name, tried->value[CASE_UNSTABLE] ? "+unstable" : "");
}

struct world_options case_options(const struct policy_case *tried, const struct policy_descriptor *policy)
{
    struct world_options options = {
        .key = tried->key,
        .slot_permutation = (uint64_t)tried->value[CASE_SLOTS],
        .hold_promises = true,
    };
    if (tried->value[CASE_WRAP_US] == 0 || policy->counter_bits == 0 || policy->counter_bits > 32)
        return options;
    /* Counts of either timer in that time, at the rates that machines have unless told otherwise. */
    double rate_mhz = policy->rate == RATE_ACPI_PM ? 3.579545 : 14.31818;
    options.start_count =
        ((uint64_t)1 << policy->counter_bits) - (uint64_t)((double)tried->value[CASE_WRAP_US] * rate_mhz) - 1;
    return options;
}
