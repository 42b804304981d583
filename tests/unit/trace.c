/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A traced world does what it would have done untraced, its events account for all of every CPU's time, and the file
 * says what happened. */
#include "tests/theory/simulate.h"

#include "sim/report/trace_file.h"
#include "sim/world/world.h"
#include "tests/unit/folder.h"

/* Ticks, switches, sleepers, a queue on the bus, lines, and regions with interrupts off. */
static const char busy[] =
    "clocksim: 1\n"
    "title: trace\n"
    "machine: {sockets: 2, cores_per_socket: 4, threads_per_core: 2, thread_yield: 1.3,\n"
    "          tsc_rate: 1 GHz, hpet_occupancy: 1 us, travel_node: 20 ns, travel_system: 20 ns,\n"
    "          line_in_socket: 50 ns, line_between_sockets: 200 ns}\n"
    "kernel: {preset: linux-4.6, irq_off_interval: {exponential: {mean: 1 ms}}, irq_off_length: 30 us}\n"
    "workload:\n"
    "  kind: tasks\n"
    "  words: {shared: {scope: machine, lock: queued}, other: {scope: machine, lock: ticket}}\n"
    "  tasks:\n"
    "    - {name: worker, count_per_cpu: 2, path: [{work: {exponential: {mean: 300 us}}},\n"
    "       {lock: shared}, {work: 1 us}, {unlock: shared}, {lock: other}, {work: 5 us}, {unlock: other}]}\n"
    "    - {name: sleeper, path: [{sleep: {exponential: {mean: 2 ms}}}]}\n"
    "clock: [hpet-combining, hpet]\n"
    "baseline: none\n"
    "run: {duration: 20 ms, warm_up: 7 ms, replications: 1}\n";

struct fixture {
    struct scenario *scenario;
    struct program *program;
    struct world *world;
};

static struct fixture create(const char *text, size_t clock, uint64_t seed, const struct trace *trace,
                             struct recent_steps *recent)
{
    struct fixture fixture = {0};
    struct diagnostics diagnostics = {0};
    const struct scenario_overrides overrides = {.seed = -1, .replications = -1};
    if (scenario_load_text("trace.yaml", text, strlen(text), TEST_SOURCE_DIR "/scenarios", &overrides,
                           &fixture.scenario, &diagnostics))
        fail_msg("%s", diagnostics.text);
    struct error error = {0};
    const struct world_options options = {.key = {seed, 0}, .trace = trace, .recent = recent};
    if (program_link(fixture.scenario, &fixture.scenario->clock[clock], &fixture.program, &error) ||
        world_create(fixture.program, fixture.scenario, &options, &fixture.world, &error))
        fail_msg("%s", error.message);
    return fixture;
}

/* Runs the world to its end. Returns its hash. */
static uint64_t finish(struct fixture *fixture)
{
    struct error error = {0};
    if (world_run(fixture->world, &error))
        fail_msg("%s", error.message);
    uint64_t hash = world_totals(fixture->world)->event_hash;
    world_destroy(fixture->world);
    program_destroy(fixture->program);
    scenario_destroy(fixture->scenario);
    return hash;
}

static uint64_t hash_of(const char *text, size_t clock, uint64_t seed, const struct trace *trace)
{
    struct fixture fixture = create(text, clock, seed, trace, NULL);
    return finish(&fixture);
}

enum { CPUS = 16, KINDS = TRACE_MEASURE + 1 };

struct seen {
    int64_t count, kind[KINDS], wait[4], read_steps, first_ps, last_ps;
    int64_t since_ps[CPUS]; /* the last event that closed an account */
    int32_t inside[CPUS];   /* the vector that each CPU is in */
    const char *mistake;
    uint64_t mixed;
    const struct program *program;
    struct recent_steps *recent; /* compared, when given */
};

static void check_account(struct seen *seen, const struct trace_event *event)
{
    int64_t took_ps = 0;
    for (int cause = 0; cause < CAUSE_COUNT; cause++) {
        if (event->took_ps[cause] < 0)
            seen->mistake = "a negative time";
        took_ps += event->took_ps[cause];
    }
    if (event->since_ps != seen->since_ps[event->cpu])
        seen->mistake = "an account does not begin where the last one ended";
    if (took_ps != event->ps - event->since_ps)
        seen->mistake = "causes do not add up to the time that has passed";
    if ((event->took_ps[CAUSE_LINE] > 0) > (event->near_lines + event->far_lines > 0))
        seen->mistake = "time for a line that did not come";
    seen->since_ps[event->cpu] = event->ps;
}

/* Interrupts and the scheduler come and go in pairs. */
static void check_nesting(struct seen *seen, const struct trace_event *event)
{
    int32_t *inside = &seen->inside[event->cpu];
    if (event->kind == TRACE_ENTER && *inside != TRACE_NO_VECTOR)
        seen->mistake = "an interrupt within another";
    if (event->kind == TRACE_LEAVE && (*inside == TRACE_NO_VECTOR || event->vector != *inside))
        seen->mistake = "something ends that had not begun";
    if (event->kind == TRACE_ENTER)
        *inside = event->vector;
    else if (event->kind == TRACE_SCHEDULE)
        *inside = TRACE_SCHEDULER;
    else if (event->kind == TRACE_LEAVE)
        *inside = TRACE_NO_VECTOR;
    else if (event->vector != *inside)
        seen->mistake = "an event of another context";
}

static void look(void *context, const struct trace_event *event)
{
    struct seen *seen = context;
    if (seen->count++ == 0)
        seen->first_ps = event->ps;
    if (event->ps < seen->last_ps)
        seen->mistake = "time goes back";
    seen->last_ps = event->ps;
    seen->kind[event->kind]++;
    seen->mixed = (seen->mixed ^ (uint64_t)event->ps ^ (uint64_t)event->cpu << 50) * 0x9e3779b97f4a7c15u;
    if (event->kind == TRACE_MEASURE)
        return;
    check_nesting(seen, event);
    if (event->kind == TRACE_WAIT)
        seen->wait[event->wait]++;
    else if (event->kind != TRACE_READ)
        check_account(seen, event);
    if (event->kind == TRACE_READ && seen->program->step[event->step].kind != STEP_READ)
        seen->mistake = "a read that no `read` step asked for";
    if (event->kind == TRACE_STEP && seen->recent) {
        const struct recent_steps *recent = seen->recent;
        const struct recent_step *last = &recent->step[(recent->count - 1) % recent->size];
        if (last->ps != event->ps || last->cpu != event->cpu || last->step != event->step ||
            last->value != event->value)
            seen->mistake = "not the step that the event hash covers";
    }
}

static struct seen watch_all(const char *text, size_t clock)
{
    struct seen seen = {0};
    struct recent_step ring[4];
    struct recent_steps recent = {.step = ring, .size = 4};
    for (int i = 0; i < CPUS; i++)
        seen.inside[i] = TRACE_NO_VECTOR;
    const struct trace trace = {.function = look, .context = &seen, .to_ps = INT64_MAX};
    seen.recent = &recent;
    struct fixture fixture = create(text, clock, 1, &trace, &recent);
    seen.program = fixture.program;
    finish(&fixture);
    if (recent.count != (uint64_t)seen.kind[TRACE_STEP])
        seen.mistake = "steps are missing";
    return seen;
}

static void every_picosecond_of_every_cpu_is_accounted_for(void **state)
{
    (void)state;
    for (size_t clock = 0; clock < 2; clock++) {
        struct seen seen = watch_all(busy, clock);
        if (seen.mistake)
            fail_msg("%s", seen.mistake);
        /* and everything that can happen has happened */
        for (int kind = 0; kind < KINDS; kind++)
            assert_true(seen.kind[kind] > 0);
        assert_true(seen.kind[TRACE_MEASURE] == 1);
        assert_true(seen.kind[TRACE_ENTER] + seen.kind[TRACE_SCHEDULE] >= seen.kind[TRACE_LEAVE]);
        assert_true(seen.wait[clock == 0 ? TRACE_WAIT_LINE : TRACE_WAIT_BUS] > 0);
        assert_true(seen.wait[TRACE_WAIT_SPIN] > 0);
        assert_true(seen.wait[TRACE_WAIT_LOCK] > 0);
    }
}

static void account_that_is_wrong_by_a_picosecond_is_noticed(void **state)
{
    (void)state;
    struct seen seen = {0};
    struct trace_event event = {.ps = 100, .took_ps[CAUSE_WORK] = 100};
    check_account(&seen, &event);
    assert_null(seen.mistake);
    event = (struct trace_event){.ps = 200, .since_ps = 100, .took_ps[CAUSE_WORK] = 99};
    check_account(&seen, &event);
    assert_non_null(seen.mistake);
}

static void traced_run_has_the_hash_of_an_untraced_one(void **state)
{
    (void)state;
    for (size_t clock = 0; clock < 2; clock++) {
        struct seen seen = {0};
        struct trace trace = {.function = look, .context = &seen, .to_ps = INT64_MAX};
        struct fixture fixture = create(busy, clock, 1, &trace, NULL);
        seen.program = fixture.program;
        uint64_t traced = finish(&fixture);
        assert_true(seen.count > 1000);
        assert_int_equal(traced, hash_of(busy, clock, 1, NULL));
        assert_true(traced != hash_of(busy, clock, 2, NULL));
    }
}

struct filter {
    struct seen *seen;
    int64_t from_ps, to_ps;
    const bool *cpu;
};

static void look_through(void *context, const struct trace_event *event)
{
    const struct filter *filter = context;
    if (event->ps >= filter->from_ps && event->ps <= filter->to_ps && (event->cpu < 0 || filter->cpu[event->cpu]))
        look(filter->seen, event);
}

static void window_shows_what_the_whole_trace_shows_of_it(void **state)
{
    (void)state;
    const bool cpu[CPUS] = {[3] = true, [12] = true};
    const int64_t from_ps = 6500000000, to_ps = 9000000000;
    struct seen whole = {0}, window = {0};
    struct filter filter = {&whole, from_ps, to_ps, cpu};
    const struct trace all = {.function = look_through, .context = &filter, .to_ps = INT64_MAX};
    struct fixture fixture = create(busy, 0, 1, &all, NULL);
    whole.program = fixture.program;
    finish(&fixture);
    const struct trace some = {look, &window, from_ps, to_ps, cpu};
    fixture = create(busy, 0, 1, &some, NULL);
    window.program = fixture.program;
    finish(&fixture);
    assert_true(window.count > 50);
    assert_int_equal(window.count, whole.count);
    assert_int_equal(window.mixed, whole.mixed);
    assert_true(window.first_ps >= from_ps && window.last_ps <= to_ps);
}

/* Two CPUs of two sockets, the HPET at the first, round numbers everywhere; nothing ticks. */
static const char quiet[] =
    "clocksim: 1\n"
    "title: two readers\n"
    "machine: {sockets: 2, cores_per_socket: 1, threads_per_core: 1, tsc_rate: 1 GHz, hpet_rate: 10 MHz,\n"
    "  hpet_occupancy: 1 us, travel_node: 200 ns, travel_system: 200 ns, line_in_socket: 50 ns,\n"
    "  line_between_sockets: 100 ns}\n"
    "kernel: bare\n"
    "workload:\n"
    "  kind: tasks\n"
    "  words: {flag: {scope: machine}}\n"
    "  tasks:\n"
    "    - {name: near, cpu: 0, path: [{work: 100 ns}, {read: clocksource, into: now}, {store: flag, from: now}]}\n"
    "    - {name: far, cpu: 1, path: [{load: hpet, into: now}, {fetch: flag, into: seen}, {spin: flag, from: seen}]}\n"
    "clock: hpet\n"
    "baseline: none\n"
    "run: {duration: 4 us, warm_up: 0 us, replications: 1}\n";

/* Writes a trace of `quiet` to a file. Returns how the file was closed. */
static int write_file(const char *path, int64_t limit_bytes, struct error *error)
{
    struct trace_file *file;
    if (trace_file_open(path, limit_bytes, &file, error))
        return -1;
    const struct trace trace = {.function = trace_file_event, .context = file, .to_ps = 3000000};
    struct fixture fixture = create(quiet, 0, 1, &trace, NULL);
    trace_file_section(file, fixture.scenario, fixture.program, &trace, 0);
    finish(&fixture);
    return trace_file_close(file, error);
}

static const char *const lines[] = {
    "# two readers",
    "# clock hpet, replication 0 of seed 1; from 0.000 to 3.000 us; CPUs all of 2",
    "# time us cpu skt task context path:step what took us",
    "# 0.000 us: the warm-up is over",
    " 0.100 0 0 0 user near:0 work 0.100",
    " 0.200 1 1 1 user far:0 ... load hpet: bus, 1 ahead",
    " 1.100 0 0 0 user read_hpet:0 load hpet = 11 1.000 service 1.000",
    " 1.100 0 0 0 user near:1 read clocksource = 11 1.000",
    " 1.150 0 0 0 user near:2 store flag := 11 0.050 line 0.050 near",
    " 1.250 0 0 0 user near:0 work 0.100",
    " 1.250 0 0 0 user read_hpet:0 ... load hpet: bus, 1 ahead",
    " 2.300 1 1 1 user far:0 load hpet = 21 2.300 bus_wait 0.900 service 1.000 travel 0.400",
};

/* Runs of spaces become one, and none is left at a line's end. */
static void squeeze(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ' || (from[1] != ' ' && from[1] != '\n' && from[1] != '\0'))
            *to++ = *from;
    *to = '\0';
}

static void file_says_what_happened(void **state)
{
    struct error error = {0};
    char *path = folder_path(state, "trace.txt");
    size_t size;
    if (write_file(path, 1 << 20, &error))
        fail_msg("%s", error.message);
    char *text = folder_read(path, &size);
    squeeze(text);
    const char *at = strstr(text, "# two readers");
    assert_non_null(at);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        size_t length = strcspn(at, "\n");
        if (length != strlen(lines[i]) || strncmp(at, lines[i], length) != 0)
            fail_msg("line %zu is\n%.*s\nnot\n%s", i, (int)length, at, lines[i]);
        at += length + 1;
    }
    free(text);
    free(path);
}

static void file_stops_at_its_limit_and_says_so(void **state)
{
    struct error error = {0};
    char *path = folder_path(state, "trace.txt");
    size_t size;
    assert_int_equal(write_file(path, 1500, &error), -1);
    assert_int_equal(error.status, STATUS_IO);
    assert_non_null(strstr(error.message, "limit"));
    char *text = folder_read(path, &size);
    assert_true(size < 1500 + 400);
    assert_non_null(strstr(text, "# The limit of"));
    assert_string_equal(text + size - 1, "\n");
    free(text);
    free(path);
}

static void file_that_cannot_be_written_is_an_error(void **state)
{
    struct error error = {0};
    char *path = folder_path(state, "no/such/folder");
    assert_int_equal(write_file(path, 1 << 20, &error), -1);
    assert_int_equal(error.status, STATUS_CANT_CREATE);
    assert_int_equal(write_file("/dev/full", 1 << 20, &error), -1);
    assert_int_equal(error.status, STATUS_IO);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_picosecond_of_every_cpu_is_accounted_for),
        cmocka_unit_test(account_that_is_wrong_by_a_picosecond_is_noticed),
        cmocka_unit_test(traced_run_has_the_hash_of_an_untraced_one),
        cmocka_unit_test(window_shows_what_the_whole_trace_shows_of_it),
        cmocka_unit_test_setup_teardown(file_says_what_happened, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(file_stops_at_its_limit_and_says_so, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(file_that_cannot_be_written_is_an_error, folder_make, folder_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
