/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every key of the format, one row each. */
#include "sim/scenario/key.h"

#include "sim/scenario/scenario.h"

/* A row to one, two or three lines; one member to a line would bury the table. */
/* clang-format off */

#define NS INT64_C(1000)
#define MS INT64_C(1000000000)
#define SECOND INT64_C(1000000000000)
#define MHZ INT64_C(1000000000000)
#define ROWS(rows) .row = rows, .row_count = sizeof rows / sizeof rows[0]
#define AT(field) .offset = offsetof(struct scenario, field)
#define COUNTED(count) .count_offset = offsetof(struct scenario, count)

/* Bounds of lengths of code and of accesses: far beyond anything real, far below overflow. */
#define SHORT_DURATION .quantity = QUANTITY_DURATION, .least = 0, .greatest = SECOND
#define LONG_DURATION .quantity = QUANTITY_DURATION, .least = 0, .greatest = 1000 * SECOND
#define COUNT_RANGE(from, to) .quantity = QUANTITY_COUNT, .least = from, .greatest = to

/* ---- machine */

static const int64_t thread_counts[] = {1, 2};
static const int64_t counter_widths[] = {32, 64};

static const struct key_row machine_rows[] = {
    {.name = "preset", .type = &value_preset, .need = KEY_OPTIONAL,
     .help = "a machine from scenarios/machines; the other keys change it"},
    {.name = "name", .type = &value_title_name, AT(machine_name), .need = KEY_DEFAULT, .default_text = "custom",
     .default_words = "the preset's", .help = "what results call the machine"},
    {.name = "sockets", .type = &value_quantity, AT(machine.sockets), COUNT_RANGE(1, 64),
     .help = "packages, each a distance class of its own"},
    {.name = "cores_per_socket", .type = &value_quantity, AT(machine.cores_per_socket), COUNT_RANGE(1, 256),
     .help = "cores of each socket"},
    {.name = "threads_per_core", .type = &value_quantity, AT(machine.threads_per_core), .quantity = QUANTITY_COUNT,
     .allowed = thread_counts, .allowed_count = 2, .help = "logical CPUs of each core"},
    {.name = "sockets_per_node", .type = &value_quantity, AT(machine.sockets_per_node), COUNT_RANGE(1, 64),
     .need = KEY_OPTIONAL, .default_words = "all of them",
     .help = "sockets joined directly; others lie beyond the node interconnect"},
    {.name = "thread_yield", .type = &value_quantity, AT(machine.thread_yield_e6), .need = KEY_OPTIONAL,
     .default_words = "1; required with two threads per core", .quantity = QUANTITY_RATIO, .least = 1000000,
     .greatest = 2000000, .help = "speed of two busy threads of a core together, against one alone"},
    {.name = "tsc_rate", .type = &value_quantity, AT(machine.tsc_rate_uhz), .quantity = QUANTITY_FREQUENCY,
     .least = MHZ, .greatest = 10000 * MHZ, .help = "rate of the time stamp counter"},
    {.name = "hpet_rate", .type = &value_quantity, AT(machine.hpet_rate_uhz), .need = KEY_DEFAULT,
     .default_text = "14.31818 MHz", .quantity = QUANTITY_FREQUENCY, .least = MHZ, .greatest = 1000 * MHZ,
     .help = "rate of the HPET's main counter"},
    {.name = "hpet_bits", .type = &value_quantity, AT(machine.hpet_bits), .need = KEY_DEFAULT, .default_text = "32",
     .quantity = QUANTITY_COUNT, .allowed = counter_widths, .allowed_count = 2,
     .help = "width of the HPET's counter that is used"},
    {.name = "hpet_socket", .type = &value_quantity, AT(machine.hpet_socket), .need = KEY_DEFAULT, .default_text = "0",
     COUNT_RANGE(0, 63), .help = "the socket whose bridge holds the HPET"},
    {.name = "hpet_occupancy", .type = &value_distribution, AT(machine.hpet_occupancy), SHORT_DURATION,
     .help = "time that the serial bus is taken by one access to the HPET"},
    {.name = "acpi_pm_rate", .type = &value_quantity, AT(machine.acpi_pm_rate_uhz), .need = KEY_DEFAULT,
     .default_text = "3.579545 MHz", .quantity = QUANTITY_FREQUENCY, .least = MHZ, .greatest = 1000 * MHZ,
     .help = "rate of the ACPI power-management timer"},
    {.name = "acpi_pm_occupancy", .type = &value_distribution, AT(machine.acpi_pm_occupancy), .need = KEY_DEFAULT,
     .default_text = "691.7 ns", SHORT_DURATION,
     .help = "time that the serial bus is taken by one read of the ACPI timer (row P010, and row P022 less P021)"},
    {.name = "travel_node", .type = &value_quantity, AT(machine.travel_ps[DISTANCE_NODE]), SHORT_DURATION,
     .help = "one way to a device of another socket in the same node, extra to that socket's own"},
    {.name = "travel_system", .type = &value_quantity, AT(machine.travel_ps[DISTANCE_SYSTEM]), SHORT_DURATION,
     .help = "one way to a device of a socket in another node, extra to that socket's own"},
    {.name = "line_in_socket", .type = &value_quantity, AT(machine.line_in_socket_ps), SHORT_DURATION,
     .help = "time to get a cache line from another core of the socket"},
    {.name = "line_between_sockets", .type = &value_quantity, AT(machine.line_between_sockets_ps), SHORT_DURATION,
     .help = "time to get a cache line from another socket"},
    {.name = "line_arbitration", .type = &value_choice, AT(machine.line_arbitration), .need = KEY_DEFAULT,
     .default_text = "first-come", .names = arbitration_names, .name_count = 2,
     .help = "who of several that wait for a cache line is next"},
};
const struct object_type machine_object = {
    .what = "a machine: a preset's name, or a mapping", ROWS(machine_rows), .size = sizeof(struct scenario),
    .is_section = true};

/* ---- words, channels, costs and paths, of kernels and workloads */

static const struct key_row word_rows[] = {
    {.name = "scope", .type = &value_choice, .offset = offsetof(struct word_text, scope), .names = word_scope_names,
     .name_count = 3, .help = "one word for the machine, for each socket, or for each CPU"},
    {.name = "line", .type = &value_name, .offset = offsetof(struct word_text, line), .need = KEY_OPTIONAL,
     .default_words = "a line of its own", .help = "words that name the same line share a cache line"},
    {.name = "lock", .type = &value_choice, .offset = offsetof(struct word_text, lock), .need = KEY_DEFAULT,
     .default_text = "none", .names = lock_kind_names, .name_count = LOCK_KIND_COUNT, .help = "how waiters of a lock are ordered"},
};
static const struct object_type word_object = {
    .what = "a word", ROWS(word_rows), .size = sizeof(struct word_text),
    .has_name = true, .name_offset = offsetof(struct word_text, name),
    .has_place = true, .place_offset = offsetof(struct word_text, place), .flow = true};

static const struct key_row channel_rows[] = {
    {.name = "capacity", .type = &value_quantity, .offset = offsetof(struct channel_text, capacity),
     COUNT_RANGE(1, 1048576), .help = "values that the channel holds"},
};
static const struct object_type channel_object = {
    .what = "a channel", ROWS(channel_rows), .size = sizeof(struct channel_text),
    .has_name = true, .name_offset = offsetof(struct channel_text, name),
    .has_place = true, .place_offset = offsetof(struct channel_text, place), .flow = true};

static const struct key_row cost_rows[] = {
    {.name = "time", .type = &value_distribution, .offset = offsetof(struct cost_text, time), LONG_DURATION,
     .help = "the amount of work"},
    {.name = "source", .type = &value_text, .offset = offsetof(struct cost_text, source),
     .help = "where it is known from; \"chosen: reason\" is honest"},
};
static const struct object_type cost_object = {
    .what = "a cost: its time and source, as a mapping", ROWS(cost_rows), .size = sizeof(struct cost_text),
    .has_name = true, .name_offset = offsetof(struct cost_text, name),
    .has_place = true, .place_offset = offsetof(struct cost_text, place),
    .shorthand = &cost_rows[0], .flow = true, .finish = cost_finish};

static const struct key_row path_rows[] = {
    {.name = "steps", .type = &value_steps, .offset = 0, .help = "the steps, in order"},
};
static const struct object_type path_object = {
    .what = "a path", ROWS(path_rows), .size = sizeof(struct path_text),
    .has_name = true, .name_offset = offsetof(struct path_text, name),
    .shorthand = &path_rows[0], .shorthand_only = true};

/* ---- kernel */

static const int64_t hz_values[] = {100, 250, 300, 1000};

static const struct key_row kernel_rows[] = {
    {.name = "preset", .type = &value_preset, .need = KEY_OPTIONAL,
     .help = "a profile from scenarios/kernels; the other keys change it"},
    {.name = "name", .type = &value_title_name, AT(kernel_name), .need = KEY_DEFAULT, .default_text = "custom",
     .default_words = "the preset's", .help = "what results call the kernel"},
    {.name = "hz", .type = &value_quantity, AT(kernel.hz), .quantity = QUANTITY_COUNT, .allowed = hz_values,
     .allowed_count = 4, .help = "ticks per second of each CPU"},
    {.name = "tick_phase", .type = &value_choice, AT(kernel.tick_phase), .names = tick_phase_names, .name_count = 3,
     .help = "all CPUs tick at once (skew_tick=0), over half a period (skew_tick=1), or over the whole period"},
    {.name = "seqcount_retry", .type = &value_boolean, AT(kernel.seqcount_retry),
     .help = "readers of the time repeat when it was updated meanwhile"},
    {.name = "late_tick_rule", .type = &value_boolean, AT(kernel.late_tick_rule),
     .help = "the timer interrupt's limit of passes and its forced wait"},
    {.name = "sched_latency", .type = &value_quantity, AT(kernel.sched_latency_ps), .quantity = QUANTITY_DURATION,
     .least = NS, .greatest = 10 * SECOND, .help = "a runnable task's turn is this divided by the number of tasks"},
    {.name = "sched_min_granularity", .type = &value_quantity, AT(kernel.sched_min_granularity_ps),
     .quantity = QUANTITY_DURATION, .least = NS, .greatest = 10 * SECOND, .help = "the least turn of a runnable task"},
    {.name = "interrupt_entry_delay", .type = &value_distribution, AT(kernel.interrupt_entry_delay), SHORT_DURATION,
     .help = "from the timer's expiry to the handler's first instruction"},
    {.name = "irq_off_interval", .type = &value_distribution, AT(kernel.irq_off_interval), .need = KEY_DEFAULT,
     .default_text = "0 ps", LONG_DURATION,
     .help = "time from one region with interrupts off to the next, on each CPU; 0 ps: there are none"},
    {.name = "irq_off_length", .type = &value_distribution, AT(kernel.irq_off_length), .need = KEY_DEFAULT,
     .default_text = "0 ps", LONG_DURATION, .help = "length of those regions"},
    {.name = "costs", .type = &value_by_name, AT(kernel.cost), COUNTED(kernel.cost_count), .need = KEY_OPTIONAL,
     .object = &cost_object, .help = "named amounts of work, for `work: NAME`; a plain value changes the time of one"},
    {.name = "words", .type = &value_by_name, AT(kernel.word), COUNTED(kernel.word_count), .need = KEY_OPTIONAL,
     .object = &word_object, .help = "shared variables"},
    {.name = "channels", .type = &value_by_name, AT(kernel.channel), COUNTED(kernel.channel_count),
     .need = KEY_OPTIONAL, .object = &channel_object, .help = "bounded queues between tasks"},
    {.name = "paths", .type = &value_by_name, AT(kernel.path), COUNTED(kernel.path_count), .need = KEY_OPTIONAL,
     .object = &path_object, .help = "what the kernel does: lists of steps"},
};
const struct object_type kernel_object = {
    .what = "a kernel: a preset's name, or a mapping", ROWS(kernel_rows), .size = sizeof(struct scenario),
    .is_section = true};

/* ---- workload */

static const struct key_row task_rows[] = {
    {.name = "name", .type = &value_name, .offset = offsetof(struct task_text, name), .help = "the task's name"},
    {.name = "count_per_cpu", .type = &value_quantity, .offset = offsetof(struct task_text, count_per_cpu),
     .need = KEY_DEFAULT, .default_text = "1", COUNT_RANGE(1, 1000000), .help = "such tasks on each CPU"},
    {.name = "cpu", .type = &value_quantity, .offset = offsetof(struct task_text, cpu), .need = KEY_OPTIONAL,
     .absent = -1, .default_words = "every CPU", COUNT_RANGE(0, 16383), .help = "the only CPU that has them"},
    {.name = "path", .type = &value_steps, .offset = offsetof(struct task_text, path),
     .help = "the steps that the task runs again and again"},
};
static const struct object_type task_object = {
    .what = "a task, as a mapping", ROWS(task_rows), .size = sizeof(struct task_text), .finish = task_finish};

static const char compute_jobs[] = "compute-jobs", tasks[] = "tasks";

static const struct key_row workload_rows[] = {
    {.name = "kind", .type = &value_workload_kind, AT(workload_name), .help = "a built-in workload, or `tasks`"},
    {.name = "users", .type = &value_quantity, AT(workload.users), COUNT_RANGE(1, 10000000), .only_kind = compute_jobs,
     .help = "users, each running one job after the other"},
    {.name = "work_per_job", .type = &value_distribution, AT(workload.work_per_job), LONG_DURATION,
     .only_kind = compute_jobs, .help = "CPU time of a job at nominal frequency, alone on the core"},
    {.name = "words", .type = &value_by_name, AT(workload.word), COUNTED(workload.word_count), .need = KEY_OPTIONAL,
     .object = &word_object, .only_kind = tasks, .help = "shared variables"},
    {.name = "channels", .type = &value_by_name, AT(workload.channel), COUNTED(workload.channel_count),
     .need = KEY_OPTIONAL, .object = &channel_object, .only_kind = tasks, .help = "bounded queues between tasks"},
    {.name = "tasks", .type = &value_list, AT(workload.task), COUNTED(workload.task_count), .object = &task_object,
     .only_kind = tasks, .help = "what runs on the CPUs"},
};
const struct object_type workload_object = {
    .what = "a workload, as a mapping", ROWS(workload_rows), .size = sizeof(struct scenario), .is_section = true};

/* ---- run */

static const struct key_row run_rows[] = {
    {.name = "duration", .type = &value_quantity, AT(run.duration_ps), .need = KEY_DEFAULT, .default_text = "1 s",
     .quantity = QUANTITY_DURATION, .least = 1000 * NS, .greatest = 1000000 * SECOND,
     .help = "measured time of each replication"},
    {.name = "warm_up", .type = &value_quantity, AT(run.warm_up_ps), .need = KEY_DEFAULT, .default_text = "20 ms",
     .quantity = QUANTITY_DURATION, .least = 0, .greatest = 1000000 * SECOND,
     .help = "simulated before it and discarded"},
    {.name = "replications", .type = &value_quantity, AT(run.replications), .need = KEY_DEFAULT, .default_text = "5",
     COUNT_RANGE(1, 100000), .help = "independent repetitions, for the intervals"},
    {.name = "seed", .type = &value_quantity, AT(run.seed), .need = KEY_DEFAULT, .default_text = "1",
     COUNT_RANGE(0, INT64_MAX), .help = "of all random draws"},
    {.name = "max_events", .type = &value_quantity, AT(run.max_events), .need = KEY_DEFAULT,
     .default_text = "2000000000", COUNT_RANGE(1, INT64_MAX), .help = "a replication with more events is ended"},
    {.name = "max_memory", .type = &value_quantity, AT(run.max_memory_bytes), .need = KEY_DEFAULT,
     .default_text = "2 GiB", .quantity = QUANTITY_SIZE, .least = INT64_C(1) << 20, .greatest = INT64_C(1) << 50,
     .help = "a replication that needs more is refused"},
};
const struct object_type run_object = {
    .what = "settings of the run, as a mapping", ROWS(run_rows), .size = sizeof(struct scenario), .is_section = true};

/* ---- published rows */

static const struct key_row neighbour_rows[] = {
    {.name = "change", .type = &value_line, .offset = offsetof(struct scenario_neighbour, change),
     .help = "what is different, for people"},
    {.name = "set", .type = &value_texts, .offset = offsetof(struct scenario_neighbour, set),
     .count_offset = offsetof(struct scenario_neighbour, set_count), .help = "settings, `path=value`"},
};
static const struct object_type neighbour_object = {
    .what = "a neighbour, as a mapping", ROWS(neighbour_rows), .size = sizeof(struct scenario_neighbour)};

static const struct key_row published_rows[] = {
    {.name = "row", .type = &value_line, .offset = offsetof(struct published_claim, row),
     .help = "the id of a row of published.csv"},
    {.name = "metric", .type = &value_name, .offset = offsetof(struct published_claim, metric),
     .help = "the metric that the row is held against"},
    {.name = "within", .type = &value_within, .offset = offsetof(struct published_claim, within_e6),
     .need = KEY_OPTIONAL, .absent = -1, .default_words = "shown and judged by nobody",
     .help = "how far the metric may be from the row"},
    {.name = "neighbours", .type = &value_list, .offset = offsetof(struct published_claim, neighbour),
     .count_offset = offsetof(struct published_claim, neighbour_count), .need = KEY_OPTIONAL,
     .object = &neighbour_object, .help = "what else would have come out, had something been different"},
};
static const struct object_type published_object = {
    .what = "a published row, as a mapping", ROWS(published_rows), .size = sizeof(struct published_claim),
    .has_place = true, .place_offset = offsetof(struct published_claim, place)};

/* ---- the whole */

static const struct key_row scenario_rows[] = {
    {.name = "clocksim", .type = &value_version, .help = "the version of the format; must be the first key"},
    {.name = "title", .type = &value_line, AT(title), .help = "the scenario in one line"},
    {.name = "question", .type = &value_text, AT(question), .need = KEY_OPTIONAL, .help = "what it is to answer"},
    {.name = "sources", .type = &value_texts, AT(source), COUNTED(source_count), .need = KEY_OPTIONAL,
     .help = "where its numbers come from"},
    {.name = "expectation", .type = &value_text, AT(expectation), .need = KEY_OPTIONAL, .help = "what should come out"},
    {.name = "machine", .type = &value_section, .object = &machine_object, .preset_kind = "machines",
     .help = "the name of a preset, or a mapping"},
    {.name = "kernel", .type = &value_section, .object = &kernel_object, .preset_kind = "kernels",
     .help = "the name of a preset, or a mapping"},
    {.name = "workload", .type = &value_section, .object = &workload_object, .help = "what runs on the CPUs"},
    {.name = "clock", .type = &value_clocks, AT(clock), COUNTED(clock_count), .help = "the clocks to compare"},
    {.name = "baseline", .type = &value_baseline, .need = KEY_OPTIONAL, .default_words = "`tsc` when it is listed",
     .help = "the clock that losses are measured against, or `none`"},
    {.name = "run", .type = &value_section, .object = &run_object, .need = KEY_OPTIONAL,
     .help = "length, repetitions and limits"},
    {.name = "published", .type = &value_list, AT(published), COUNTED(published_count), .need = KEY_OPTIONAL,
     .object = &published_object, .help = "published numbers that metrics are held against"},
};
const struct object_type scenario_object = {
    .what = "keys and values, as a mapping", ROWS(scenario_rows), .size = sizeof(struct scenario), .is_section = true};
