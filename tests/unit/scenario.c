/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scenarios load: layers, defaults, steps, clocks, settings; and what is shown loads to the same. */
#include "sim/scenario/scenario.h"
#include "sim/scenario/sweep.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char data[] = "tests/unit/data", scenarios[] = "scenarios";
static const struct scenario_overrides no_overrides = {.seed = -1, .replications = -1};

static struct scenario *load(const char *file, const struct scenario_overrides *overrides)
{
    struct scenario *scenario = NULL;
    struct diagnostics diagnostics = {0};
    if (scenario_load(file, data, overrides, &scenario, &diagnostics) != 0)
        fail_msg("%s", diagnostics.text);
    assert_null(diagnostics.text);
    return scenario;
}

static struct scenario *load_text(const char *text)
{
    struct scenario *scenario = NULL;
    struct diagnostics diagnostics = {0};
    if (scenario_load_text("it.yaml", text, strlen(text), data, NULL, &scenario, &diagnostics) != 0)
        fail_msg("%s", diagnostics.text);
    return scenario;
}

/* A scenario with the lines that a test is about. */
static struct scenario *load_with(const char *lines)
{
    char *text = NULL;
    assert_true(asprintf(&text,
                         "clocksim: 1\ntitle: t\nmachine: small\nkernel: tiny\n"
                         "workload: {kind: compute-jobs, users: 1, work_per_job: 1 ms}\n%s\n%s\n",
                         strstr(lines, "clock:") != NULL ? "" : "clock: tsc", lines) > 0);
    struct scenario *scenario = load_text(text);
    free(text);
    return scenario;
}

static struct scenario *load_set(const char *file, const char *setting)
{
    struct scenario_overrides overrides = no_overrides;
    overrides.set = &setting;
    overrides.set_count = 1;
    return load(file, &overrides);
}

static void expect_refused(const char *file, const struct scenario_overrides *overrides, const char *message)
{
    struct scenario *scenario = NULL;
    struct diagnostics diagnostics = {0};
    assert_int_equal(scenario_load(file, data, overrides, &scenario, &diagnostics), -1);
    assert_string_equal(diagnostics.text, message);
    diagnostics_clear(&diagnostics);
}

static void expect_setting_refused(const char *setting, const char *message)
{
    struct scenario_overrides overrides = no_overrides;
    overrides.set = &setting;
    overrides.set_count = 1;
    expect_refused("tests/unit/data/tiny.yaml", &overrides, message);
}

static const struct cost_text *find_cost(const struct scenario *scenario, const char *name)
{
    for (size_t i = 0; i < scenario->kernel.cost_count; i++) {
        if (strcmp(scenario->kernel.cost[i].name, name) == 0)
            return &scenario->kernel.cost[i];
    }
    fail_msg("no cost %s", name);
    return NULL;
}

static const char *source_of(const struct scenario *scenario, const char *path)
{
    for (size_t i = 0; i < scenario->value_source_count; i++) {
        if (strcmp(scenario->value_source[i].path, path) == 0)
            return scenario->value_source[i].source;
    }
    return NULL;
}

static void expect_round_trip(const struct scenario *scenario)
{
    char *shown = scenario_show(scenario);
    assert_string_equal(shown, scenario->text);
    struct scenario *again = load_text(shown);
    assert_string_equal(again->text, shown);
    assert_string_equal(again->sha256, scenario->sha256);
    assert_int_equal(strlen(again->sha256), 64);
    scenario_destroy(again);
    free(shown);
}

static void expect_files_round_trip(const char *pattern)
{
    glob_t files;
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        if (sweep_is_file(files.gl_pathv[i]))
            continue;
        struct scenario *scenario = load(files.gl_pathv[i], NULL);
        expect_round_trip(scenario);
        scenario_destroy(scenario);
    }
    globfree(&files);
}

static void what_is_shown_loads_to_the_same(void **state)
{
    (void)state;
    expect_files_round_trip("scenarios/*.yaml");
    expect_files_round_trip("tests/unit/data/*.yaml");
}

static void every_preset_loads_and_round_trips(void **state)
{
    (void)state;
    static const char *const kinds[] = {"machines", "kernels"};
    for (size_t kind = 0; kind < 2; kind++) {
        char **names;
        size_t count = scenario_presets(scenarios, kinds[kind], &names);
        assert_true(count > 0);
        for (size_t i = 0; i < count; i++) {
            struct scenario_overrides overrides = no_overrides;
            *(kind == 0 ? &overrides.machine : &overrides.kernel) = names[i];
            assert_true(i == 0 || strcmp(names[i - 1], names[i]) < 0);
            struct scenario *scenario = load("tests/unit/data/any-kernel.yaml", &overrides);
            expect_round_trip(scenario);
            scenario_destroy(scenario);
        }
        for (size_t i = 0; i < count; i++)
            free(names[i]);
        free(names);
    }
}

static void defaults_are_filled_in(void **state)
{
    (void)state;
    struct scenario *scenario = load_with("");
    assert_int_equal(scenario->machine.hpet_rate_uhz, INT64_C(14318180000000));
    assert_int_equal(scenario->machine.hpet_bits, 32);
    assert_int_equal(scenario->machine.hpet_socket, 0);
    assert_int_equal(scenario->machine.sockets_per_node, 2);
    assert_int_equal(scenario->machine.travel_ps[DISTANCE_SOCKET], 0);
    assert_int_equal(scenario->machine.travel_ps[DISTANCE_NODE], 100000);
    assert_int_equal(scenario->machine.travel_ps[DISTANCE_SYSTEM], 1000000);
    assert_int_equal(scenario->run.duration_ps, INT64_C(1000000000000));
    assert_int_equal(scenario->run.warm_up_ps, INT64_C(20000000000));
    assert_int_equal(scenario->run.replications, 5);
    assert_int_equal(scenario->run.seed, 1);
    assert_int_equal(scenario->run.max_events, 2000000000);
    assert_int_equal(scenario->run.max_memory_bytes, INT64_C(2147483648));
    assert_int_equal(scenario->published_count, 0);
    assert_int_equal(scenario->baseline, 0);
    assert_null(scenario->question);
    assert_string_equal(scenario->file, "it.yaml");
    assert_string_equal(scenario->machine_name, "small");
    assert_string_equal(scenario->kernel_name, "tiny");
    assert_string_equal(scenario->workload_name, "compute-jobs");
    scenario_destroy(scenario);
}

static void scenario_overrides_preset_and_setting_overrides_both(void **state)
{
    (void)state;
    struct scenario *scenario = load("tests/unit/data/tiny.yaml", NULL);
    assert_int_equal(scenario->machine.sockets, 4);
    assert_int_equal(scenario->machine.cores_per_socket, 4);
    assert_int_equal(scenario->kernel.hz, 1000);
    assert_int_equal(scenario->machine.hpet_occupancy.a_ps, 564700);
    assert_string_equal(source_of(scenario, "machine.hpet_occupancy"), "row P010");
    assert_null(source_of(scenario, "machine.sockets"));
    scenario_destroy(scenario);

    scenario = load_set("tests/unit/data/tiny.yaml", "machine.sockets=8");
    assert_int_equal(scenario->machine.sockets, 8);
    scenario_destroy(scenario);

    scenario = load_set("tests/unit/data/tiny.yaml", "machine.hpet_occupancy={uniform: {from: 500 ns, to: 600 ns}}");
    assert_int_equal(scenario->machine.hpet_occupancy.kind, DISTRIBUTION_UNIFORM);
    assert_int_equal(scenario->machine.hpet_occupancy.b_ps, 600000);
    assert_string_equal(source_of(scenario, "machine.hpet_occupancy"), "changed here; before: row P010");
    scenario_destroy(scenario);
}

static void plain_cost_changes_the_time_alone(void **state)
{
    (void)state;
    struct scenario *scenario = load("tests/unit/data/tiny.yaml", NULL);
    assert_int_equal(find_cost(scenario, "tick_entry")->time.a_ps, 600000);
    assert_string_equal(find_cost(scenario, "tick_entry")->source, "changed here; before: chosen: for tests");
    assert_string_equal(find_cost(scenario, "tick_exit")->source, "chosen: for tests");
    scenario_destroy(scenario);
    scenario = load_set("tests/unit/data/tiny.yaml", "kernel.costs.tick_exit=1 us");
    assert_int_equal(find_cost(scenario, "tick_exit")->time.a_ps, 1000000);
    assert_int_equal(find_cost(scenario, "tick_exit")->time.kind, DISTRIBUTION_FIXED);
    scenario_destroy(scenario);
}

static void neighbours_are_tried_and_leave_no_trace(void **state)
{
    (void)state;
    struct scenario *scenario = load("tests/unit/data/tiny.yaml", NULL);
    assert_int_equal(scenario->published_count, 2);
    assert_int_equal(scenario->published[0].within_e6, -1);
    const struct published_claim *claim = &scenario->published[1];
    assert_string_equal(claim->row, "S003-72-loss");
    assert_string_equal(claim->metric, "loss_percent");
    assert_int_equal(claim->within_e6, 3000000);
    assert_int_equal(claim->neighbour_count, 3);
    assert_string_equal(claim->neighbour[0].change, "service time +5 %");
    assert_int_equal(claim->neighbour[0].set_count, 1);
    assert_string_equal(claim->neighbour[0].set[0], "machine.hpet_occupancy=593 ns");
    assert_int_equal(claim->neighbour[2].set_count, 2);
    assert_int_equal(scenario->machine.hpet_occupancy.a_ps, 564700);
    assert_int_equal(scenario->kernel.seqcount_retry, 1);
    assert_int_equal(find_cost(scenario, "tick_entry")->time.a_ps, 600000);
    assert_int_equal(scenario->kernel.word[1].lock, LOCK_TICKET);
    scenario_destroy(scenario);
}

static void steps_are_read_as_written(void **state)
{
    (void)state;
    struct scenario *scenario = load("tests/unit/data/tiny.yaml", NULL);
    const struct path_text *path = &scenario->kernel.path[0];
    assert_string_equal(path->name, "timer_interrupt");
    assert_int_equal(path->step_count, 11);
    const struct step_text *step = path->step;
    assert_int_equal(step[0].kind, STEP_IRQ_OFF);
    assert_null(step[0].target);
    assert_int_equal(step[1].kind, STEP_WORK);
    assert_string_equal(step[1].target, "tick_entry");
    assert_string_equal(step[1].account, "tick");
    assert_string_equal(step[1].source, "chosen: for tests");
    assert_string_equal(step[1].place.file, "tests/unit/data/kernels/tiny.yaml");
    assert_int_equal(step[1].place.line, 25);
    assert_int_equal(step[1].place.column, 7);
    assert_string_equal(step[2].into, "seq");
    assert_string_equal(step[2].label, "again");
    assert_string_equal(step[4].to[0], "again");
    assert_null(step[4].to[1]);
    assert_string_equal(step[4].if_flag, "seqcount_retry");
    assert_false(step[4].if_not);
    assert_true(step[6].if_not);
    assert_string_equal(step[6].if_flag, "late_tick_rule");
    assert_null(step[7].target);
    assert_int_equal(step[7].time.kind, DISTRIBUTION_EXPONENTIAL);
    assert_int_equal(step[7].time.a_ps, 200000);
    assert_int_equal(step[10].kind, STEP_RETURN);
    scenario_destroy(scenario);
}

static void tasks_are_read_as_written(void **state)
{
    (void)state;
    struct scenario *scenario = load("tests/unit/data/tasks.yaml", NULL);
    const struct workload_params *workload = &scenario->workload;
    assert_int_equal(workload->kind, WORKLOAD_TASKS);
    assert_int_equal(workload->task_count, 2);
    assert_int_equal(workload->task[0].count_per_cpu, 1);
    assert_int_equal(workload->task[0].cpu, -1);
    assert_int_equal(workload->task[1].count_per_cpu, 2);
    assert_int_equal(workload->task[1].cpu, 3);
    assert_string_equal(workload->task[1].path.name, "writer");
    assert_int_equal(workload->task[1].path.step_count, 2);
    assert_string_equal(workload->channel[0].name, "requests");
    assert_int_equal(workload->channel[0].capacity, 16);
    assert_string_equal(workload->word[0].name, "flag");
    assert_int_equal(workload->word[0].scope, SCOPE_SOCKET);
    assert_null(workload->word[0].line);
    scenario_destroy(scenario);
}

static void clocks_have_one_name_each(void **state)
{
    (void)state;
    struct scenario *scenario = load("tests/unit/data/tiny.yaml", NULL);
    static const char *const names[] = {"tsc", "hpet", "hpet+unstable", "jiffies+unstable"};
    assert_int_equal(scenario->clock_count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(scenario->clock[i].name, names[i]);
    assert_string_equal(scenario->clock[2].clocksource->name, "hpet");
    assert_string_equal(scenario->clock[2].sched_clock->name, "unstable");
    scenario_destroy(scenario);
    scenario = load_with("clock: {clocksource: hpet, sched_clock: stable}");
    assert_string_equal(scenario->clock[0].name, "hpet");
    assert_int_equal(scenario->baseline, SCENARIO_BASELINE_NONE);
    scenario_destroy(scenario);
}

static void baseline_is_tsc_unless_said_otherwise(void **state)
{
    (void)state;
    struct scenario *scenario = load_with("clock: [hpet, tsc]");
    assert_int_equal(scenario->baseline, 1);
    scenario_destroy(scenario);
    scenario = load_with("baseline: hpet\nclock: [hpet, tsc]");
    assert_int_equal(scenario->baseline, 0);
    scenario_destroy(scenario);
    scenario = load_with("baseline: none\nclock: [hpet, tsc]");
    assert_int_equal(scenario->baseline, SCENARIO_BASELINE_NONE);
    scenario_destroy(scenario);
}

static void command_line_replaces_sections(void **state)
{
    (void)state;
    static const char *const clock[] = {"hpet+unstable"};
    struct scenario_overrides overrides = {.clock = clock,
                                           .clock_count = 1,
                                           .machine = "haswell-ex-72",
                                           .kernel = "scenarios/kernels/bare.yaml",
                                           .seed = 77,
                                           .replications = 3};
    struct scenario *scenario = NULL;
    struct diagnostics diagnostics = {0};
    assert_int_equal(
        scenario_load("scenarios/seed-003-ivybridge-ex-240.yaml", NULL, &overrides, &scenario, &diagnostics), 0);
    assert_string_equal(scenario->machine_name, "haswell-ex-72");
    assert_string_equal(scenario->kernel_name, "bare");
    assert_int_equal(scenario->machine.sockets, 4);
    assert_int_equal(scenario->kernel.path_count, 0);
    assert_int_equal(scenario->clock_count, 1);
    assert_string_equal(scenario->clock[0].name, "hpet+unstable");
    assert_int_equal(scenario->baseline, SCENARIO_BASELINE_NONE);
    assert_int_equal(scenario->run.seed, 77);
    assert_int_equal(scenario->run.replications, 3);
    scenario_destroy(scenario);
}

static void wrong_settings_are_named(void **state)
{
    (void)state;
    expect_setting_refused("machine.socket=4", "--set machine.socket=4: error: unknown key `machine.socket`\n"
                                               "hint: did you mean `machine.sockets`?\n");
    expect_setting_refused("machine.sockets=65", "--set machine.sockets=65: error: `65` is out of range\n"
                                                 "hint: allowed: 1 to 64\n");
    expect_setting_refused("run.duration=5", "--set run.duration=5: error: `5` has no unit\n"
                                             "hint: units: ps, ns, us, ms, s, min, h\n");
    expect_setting_refused("kernel.costs.tick_enter=5 us",
                           "--set kernel.costs.tick_enter=5 us: error: unknown key `kernel.costs.tick_enter`\n"
                           "hint: did you mean `kernel.costs.tick_entry`?\n");
    expect_setting_refused("machine=small", "--set machine=small: error: `machine` is not a value that can be set\n"
                                            "hint: use `--machine NAME`\n");
    expect_setting_refused("kernel.paths.update_time=[]",
                           "--set kernel.paths.update_time=[]: error: `kernel.paths.update_time.steps` is not a value "
                           "that can be set\n");
    expect_setting_refused("run.seed", "--set run.seed: error: this is not a setting\nhint: write `path=value`\n");
    expect_setting_refused("run.seed=", "--set run.seed=: error: expected a whole number, found nothing\n");
    expect_setting_refused("run.seed=\033[1m",
                           "--set run.seed=\\x1b[1m: error: this is not a text file: byte 0x1b is a "
                           "control character\n");
    expect_setting_refused("title=[", "--set title=[: error: did not find expected node content while parsing a flow "
                                      "node\n");
}

static void wrong_options_are_named(void **state)
{
    (void)state;
    static const char *const clock[] = {"hpte"};
    struct scenario_overrides overrides = {.clock = clock, .clock_count = 1, .seed = -1, .replications = 0};
    expect_refused("tests/unit/data/tiny.yaml", &overrides,
                   "--clock hpte: error: there is no clocksource `hpte`\nhint: did you mean `hpet`?\n"
                   "--replications 0: error: `0` is out of range\nhint: allowed: 1 to 100000\n");
    overrides = (struct scenario_overrides){.machine = "smal", .seed = -1, .replications = -1};
    expect_refused("tests/unit/data/tiny.yaml", &overrides,
                   "--machine smal: error: there is no preset `smal` in machines\nhint: did you mean `small`?\n");
    overrides = (struct scenario_overrides){.kernel = "no/such.yaml", .seed = -1, .replications = -1};
    expect_refused("tests/unit/data/tiny.yaml", &overrides,
                   "no/such.yaml: error: cannot read it: No such file or directory\n");
}

static void any_text_survives(void **state)
{
    (void)state;
    struct scenario *scenario =
        load_with("question: \"quotes \\\" and \\\\, tabs \\t, lines \\n, \\u202e, \\u2028, \\N, \\uFEFF, "
                  "\\U0001F550 and µ\"\nsources: ['# no comment', '- no list', ' spaces ', '{a: b}']");
    assert_non_null(strstr(scenario->question, "\t, lines \n, \xE2\x80\xAE, "));
    assert_int_equal(scenario->source_count, 4);
    assert_string_equal(scenario->source[2], " spaces ");
    expect_round_trip(scenario);
    scenario_destroy(scenario);
}

static void all_spellings_of_microseconds_are_one(void **state)
{
    (void)state;
    static const char *const lines[] = {"run: {duration: 1500 us}", "run: {duration: 1500 µs}",
                                        "run: {duration: 1.5 ms}", "run: {duration: '1500 \u03bcs'}"};
    for (size_t i = 0; i < 4; i++) {
        struct scenario *scenario = load_with(lines[i]);
        assert_int_equal(scenario->run.duration_ps, INT64_C(1500000000));
        scenario_destroy(scenario);
    }
}

static void byte_order_mark_and_crlf_do_no_harm(void **state)
{
    (void)state;
    struct scenario *scenario =
        load_text("\xEF\xBB\xBF"
                  "clocksim: 1\r\ntitle: t\r\nmachine: small\r\nkernel: tiny\r\n"
                  "workload: {kind: compute-jobs, users: 1, work_per_job: 1 ms}\r\nclock: tsc\r\n");
    assert_string_equal(scenario->title, "t");
    scenario_destroy(scenario);
}

/* Not inlined: gcc 12 else takes the stream's buffer for the local pointer to it and warns. */
__attribute__((noinline)) static char *read_text(const char *name)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(name, "r"), *copy = open_memstream(&text, &size);
    assert_non_null(file);
    for (int c; (c = fgetc(file)) != EOF;)
        fputc(c, copy);
    fclose(file);
    fclose(copy);
    return text;
}

static char *printed(void (*print)(FILE *out))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    print(out);
    fclose(out);
    return text;
}

/* Everything that `show` writes before a colon is a key that the schema and the list know. */
static void list_and_schema_know_every_key(void **state)
{
    (void)state;
    char *keys = printed(scenario_list_keys), *schema = printed(scenario_print_schema);
    static const char *const some[] = {"machine.hpet_occupancy",       "kernel.costs.NAME.time",
                                       "workload.tasks[].path",        "run.max_memory",
                                       "published[].neighbours[].set", "- interrupt"};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        assert_non_null(strstr(keys, some[i]));
    long depth = 0;
    bool quoted = false;
    for (const char *at = schema; *at != '\0'; at++) {
        if (quoted && *at == '\\')
            at++;
        else if (*at == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0);
    assert_non_null(strstr(schema, "https://json-schema.org/draft/2020-12/schema"));
    free(keys);
    free(schema);
}

/* docs/scenario-format.md ends in what scenario_list_keys() prints; CLOCKSIM_UPDATE_EXPECTED=1 brings it up to date. */
static void reference_page_ends_in_the_list_of_keys(void **state)
{
    (void)state;
    static const char name[] = "docs/scenario-format.md", fence[] = "```text\n";
    char *keys = printed(scenario_list_keys), *page = read_text(name);
    const char *block = strstr(page, fence);
    assert_non_null(block);
    size_t start = (size_t)(block - page) + strlen(fence);
    char *wanted = NULL;
    assert_true(asprintf(&wanted, "%s```\n", keys) > 0);
    if (getenv("CLOCKSIM_UPDATE_EXPECTED") != NULL) {
        FILE *file = fopen(name, "w");
        fprintf(file, "%.*s%s", (int)start, page, wanted);
        fclose(file);
    } else if (strcmp(page + start, wanted) != 0) {
        fail_msg("%s is not up to date: run this test with CLOCKSIM_UPDATE_EXPECTED=1", name);
    }
    free(wanted);
    free(keys);
    free(page);
}

/* Writes the page's next yaml block into a file. */
static const char *write_block(const char *page, const char *file_name)
{
    static const char fence[] = "```yaml\n";
    const char *start = strstr(page, fence);
    assert_non_null(start);
    start += strlen(fence);
    const char *end = strstr(start, "```\n");
    FILE *file = fopen(file_name, "w");
    assert_non_null(file);
    fwrite(start, 1, (size_t)(end - start), file);
    assert_int_equal(fclose(file), 0);
    return end;
}

static void examples_of_the_reference_page_load(void **state)
{
    (void)state;
    static const char *const files[] = {"scenario.yaml", "machine.yaml", "kernel.yaml"};
    char folder[] = "/tmp/clocksim-test-XXXXXX", *name[3];
    assert_non_null(mkdtemp(folder));
    char *page = read_text("docs/scenario-format.md");
    const char *at = page;
    for (size_t i = 0; i < 3; i++) {
        assert_true(asprintf(&name[i], "%s/%s", folder, files[i]) > 0);
        at = write_block(at, name[i]);
    }
    struct scenario *scenario = NULL;
    struct diagnostics diagnostics = {0};
    if (scenario_load(name[0], scenarios, NULL, &scenario, &diagnostics) != 0)
        fail_msg("%s", diagnostics.text);
    scenario_destroy(scenario);
    struct scenario_overrides overrides = no_overrides;
    overrides.machine = name[1];
    overrides.kernel = name[2];
    scenario = load("tests/unit/data/any-kernel.yaml", &overrides);
    assert_string_equal(scenario->machine_name, "machine");
    assert_string_equal(scenario->kernel_name, "kernel");
    scenario_destroy(scenario);
    for (size_t i = 0; i < 3; i++) {
        unlink(name[i]);
        free(name[i]);
    }
    rmdir(folder);
    free(page);
}

static int go_to_source_folder(void **state)
{
    (void)state;
    return chdir(TEST_SOURCE_DIR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_shown_loads_to_the_same),
        cmocka_unit_test(every_preset_loads_and_round_trips),
        cmocka_unit_test(defaults_are_filled_in),
        cmocka_unit_test(scenario_overrides_preset_and_setting_overrides_both),
        cmocka_unit_test(plain_cost_changes_the_time_alone),
        cmocka_unit_test(neighbours_are_tried_and_leave_no_trace),
        cmocka_unit_test(steps_are_read_as_written),
        cmocka_unit_test(tasks_are_read_as_written),
        cmocka_unit_test(clocks_have_one_name_each),
        cmocka_unit_test(baseline_is_tsc_unless_said_otherwise),
        cmocka_unit_test(command_line_replaces_sections),
        cmocka_unit_test(wrong_settings_are_named),
        cmocka_unit_test(wrong_options_are_named),
        cmocka_unit_test(any_text_survives),
        cmocka_unit_test(all_spellings_of_microseconds_are_one),
        cmocka_unit_test(byte_order_mark_and_crlf_do_no_harm),
        cmocka_unit_test(list_and_schema_know_every_key),
        cmocka_unit_test(examples_of_the_reference_page_load),
        cmocka_unit_test(reference_page_ends_in_the_list_of_keys),
    };
    return cmocka_run_group_tests(tests, go_to_source_folder, NULL);
}
