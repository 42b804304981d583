/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The books balance after a run, and one picosecond or one access put wrong in any of them is found. */
#include "tests/theory/simulate.h"

#include "sim/world/world_private.h"

static const char text[] = "clocksim: 1\n"
                           "title: books\n"
                           "machine: {sockets: 2, cores_per_socket: 4, threads_per_core: 2, thread_yield: 1.3,\n"
                           "          tsc_rate: 1 GHz, hpet_occupancy: {exponential: {mean: 1 us}}, travel_node: 20 ns,\n"
                           "          travel_system: 20 ns, line_in_socket: 100 ns, line_between_sockets: 100 ns}\n"
                           "kernel: {preset: linux-4.6, irq_off_interval: {exponential: {mean: 1 ms}}, irq_off_length: 30 us}\n"
                           "workload: {kind: compute-jobs, users: 50, work_per_job: {exponential: {mean: 3 ms}}}\n"
                           "clock: hpet\n"
                           "baseline: none\n"
                           "run: {duration: 30 ms, warm_up: 7 ms, replications: 1}\n";

struct fixture {
    struct scenario *scenario;
    struct program *program;
    struct world *world;
};

static struct fixture run_world(void)
{
    struct fixture fixture = {0};
    struct diagnostics diagnostics = {0};
    const struct scenario_overrides overrides = {.seed = -1, .replications = -1};
    if (scenario_load_text("books.yaml", text, strlen(text), TEST_SOURCE_DIR "/scenarios", &overrides,
                           &fixture.scenario, &diagnostics))
        fail_msg("%s", diagnostics.text);
    struct error error = {0};
    const struct world_options options = {.key = {1, 0}};
    if (program_link(fixture.scenario, &fixture.scenario->clock[0], &fixture.program, &error) ||
        world_create(fixture.program, fixture.scenario, &options, &fixture.world, &error) ||
        world_run(fixture.world, &error))
        fail_msg("%s", error.message);
    return fixture;
}

static void end(struct fixture *fixture)
{
    world_destroy(fixture->world);
    program_destroy(fixture->program);
    scenario_destroy(fixture->scenario);
}

static void books_balance_after_a_run(void **state)
{
    (void)state;
    struct fixture fixture = run_world();
    struct error error = {0};
    assert_int_equal(books_check(fixture.world, &error), 0);
    end(&fixture);
}

static void expect_found(struct world *world, const char *what)
{
    struct error error = {0};
    if (books_check(world, &error) == 0)
        fail_msg("nobody noticed: %s", what);
    assert_int_equal(error.status, STATUS_INTERNAL);
    assert_non_null(strstr(error.message, "do not balance"));
}

static void every_wrong_entry_is_found(void **state)
{
    (void)state;
    struct fixture fixture = run_world();
    struct world *world = fixture.world;
    struct books *books = &world->totals.books;
    world->cpu[5].cell_ps[3]++;
    expect_found(world, "a picosecond too much on one CPU");
    world->cpu[5].cell_ps[3]--;
    world->bus.busy_ps++;
    expect_found(world, "the bus busy for a picosecond more than served");
    world->bus.busy_ps--;
    world->bus.queue_integral_ps--;
    expect_found(world, "a picosecond less in the queue");
    world->bus.queue_integral_ps++;
    world->bus.accesses++;
    expect_found(world, "an access nobody made");
    world->bus.accesses--;
    world->cpu[2].work_full_ps++;
    expect_found(world, "work without a cell");
    world->cpu[2].work_full_ps--;
    world->planned_q16++;
    expect_found(world, "work begun and never done");
    world->planned_q16--;
    books->ps[CONTEXT_TICK][PLACE_CLOCK_READ][CAUSE_SERVICE] += 7;
    expect_found(world, "service charged that the bus did not give");
    books->ps[CONTEXT_TICK][PLACE_CLOCK_READ][CAUSE_SERVICE] -= 7;
    struct error error = {0};
    assert_int_equal(books_check(world, &error), 0);
    end(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(books_balance_after_a_run),
        cmocka_unit_test(every_wrong_entry_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
