/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/study/policy_check.h"

#include "sim/study/policy_case.h"
#include "sim/study/policy_readings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS_TRIED = 6, ATTEMPTS_MAX = 2000, LAST_DRAWS = 40 };

/* How a case came out. */
struct outcome {
    enum promise broken;
    uint64_t reads, steps;
    char message[1024];
};

/* Loads a case's scenario with the policy's clock in place; a refusal is the policy's doing (its name) or a defect of
 * ours. */
static int load_case(const struct policy_case *tried, const struct policy_descriptor *policy, const char *data_dir,
                     struct scenario **scenario, int64_t *quiet_ps, struct error *error)
{
    char *text = case_scenario(tried, policy, quiet_ps);
    char clock[2 * NAME_MAX_LENGTH + 2];
    case_clock(tried, policy, clock, sizeof clock);
    const char *clocks[] = {clock};
    const struct scenario_overrides overrides = {.clock = clocks, .clock_count = 1, .seed = -1, .replications = -1};
    struct diagnostics diagnostics = {0};
    int failed = scenario_load_text("case", text, strlen(text), data_dir, &overrides, scenario, &diagnostics);
    if (failed)
        error_set(error, diagnostics.status, "a case for `%s` cannot be loaded:\n%s", policy->name, diagnostics.text);
    diagnostics_clear(&diagnostics);
    free(text);
    return failed;
}

/* The message without the name of the case's file before it. */
static void take_message(struct outcome *outcome, const struct error *error)
{
    const char *message = error->message;
    if (strncmp(message, "case: ", 6) == 0)
        message += 6;
    snprintf(outcome->message, sizeof outcome->message, "%s", message);
}

static void run_case(struct world *world, int64_t quiet_ps, struct outcome *outcome)
{
    struct error failure = {0}, end = {0};
    bool failed = world_run(world, &failure) != 0;
    if (failed)
        take_message(outcome, &failure);
    if (failed && failure.status == STATUS_INTERNAL) {
        outcome->broken = PROMISE_COUNTED;
        return;
    }
    outcome->broken = world_broken_promise(world);
    /* A run that cannot go on is often one in which all wait for each other: say who was inside a read. */
    if ((!failed || outcome->broken == PROMISE_ENDS) &&
        promises_check_end(world, failed ? INT64_MAX : quiet_ps, &end)) {
        size_t length = strlen(outcome->message);
        snprintf(outcome->message + length, sizeof outcome->message - length, "%s%s", failed ? "; " : "", end.message);
        outcome->broken = world_broken_promise(world);
    }
    const struct world_totals *totals = world_totals(world);
    for (int context = 0; context < CONTEXT_COUNT; context++)
        outcome->reads += totals->reads[CLOCK_CLOCKSOURCE][context] + totals->reads[CLOCK_SCHED_CLOCK][context];
}

/* The steps of a ring, oldest first; malloced. */
static char *write_steps(const struct program *program, const struct recent_steps *recent)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ensure(out);
    uint64_t first = recent->count > recent->size ? recent->count - recent->size : 0;
    for (uint64_t i = first; i < recent->count; i++) {
        const struct recent_step *step = &recent->step[i % recent->size];
        const char *target = program->target_name[step->step];
        uint32_t number;
        const char *path = program_path_of(program, step->step, &number);
        char place[NAME_MAX_LENGTH + 16];
        snprintf(place, sizeof place, "%s:%u", path, number);
        fprintf(out, "%14.3f ns  CPU %-3d  %-24s %-7s %-20s %lld\n", (double)step->ps * 1e-3, step->cpu, place,
                step_kinds[program->step[step->step].kind].name, target ? target : "", (long long)step->value);
    }
    fclose(out);
    return text;
}

/* What the last run of a failure is asked for. */
struct account {
    struct recent_steps recent;
    char *steps, *readings; /* as in the result */
};

static void write_account(struct account *account, const struct program *program,
                          const struct policy_descriptor *policy, const struct outcome *outcome,
                          const struct policy_readings *readings)
{
    account->steps = write_steps(program, &account->recent);
    if (outcome->broken == PROMISE_FORWARD && policy->kind == POLICY_CLOCKSOURCE)
        account->readings = policy_readings_explain(readings, policy->counter_bits);
}

/* Links and runs one case. `account` may be NULL. Returns -1 only when it cannot be linked or does not fit. */
static int try_case(const struct policy_case *tried, const struct policy_descriptor *policy, const char *data_dir,
                    struct outcome *outcome, struct account *account, struct error *error)
{
    struct scenario *scenario;
    struct program *program = NULL;
    struct world *world = NULL;
    int64_t quiet_ps;
    *outcome = (struct outcome){.broken = PROMISE_NONE};
    if (load_case(tried, policy, data_dir, &scenario, &quiet_ps, error))
        return -1;
    struct world_options options = case_options(tried, policy);
    struct recent_step counted;
    struct recent_steps count = {.step = &counted, .size = 1};
    options.recent = account ? &account->recent : &count;
    struct policy_readings readings = {0};
    const struct trace trace = {.function = policy_readings_watch, .context = &readings, .to_ps = INT64_MAX};
    options.trace = account ? &trace : NULL;
    int failed = program_link(scenario, &scenario->clock[0], &program, error) ||
                 world_create(program, scenario, &options, &world, error);
    if (!failed) {
        readings.program = program;
        run_case(world, quiet_ps, outcome);
        outcome->steps = options.recent->count;
        if (account)
            write_account(account, program, policy, outcome, &readings);
    }
    policy_readings_clear(&readings);
    world_destroy(world);
    program_destroy(program);
    scenario_destroy(scenario);
    return failed;
}

struct shrinking {
    const struct policy_descriptor *policy;
    const char *data_dir;
    enum promise broken;
    struct policy_case best;
    int64_t attempts;
};

/* Whether the case breaks the same promise, with its own draws or with one of a few others; then it is the best. */
static bool still_breaks(struct shrinking *shrinking, struct policy_case *candidate)
{
    for (uint64_t draws = 0; draws < DRAWS_TRIED && shrinking->attempts < ATTEMPTS_MAX; draws++) {
        struct outcome outcome;
        struct error error;
        if (draws > 0)
            candidate->key.replication = draws;
        shrinking->attempts++;
        if (try_case(candidate, shrinking->policy, shrinking->data_dir, &outcome, NULL, &error))
            return false;
        if (outcome.broken == shrinking->broken) {
            shrinking->best = *candidate;
            return true;
        }
    }
    return false;
}

/* Tries the simplest value, then half way to it, then one less. Returns whether the field became simpler. */
static bool simplify(struct shrinking *shrinking, enum case_field field)
{
    int64_t now = shrinking->best.value[field], simplest = case_simplest(field);
    const int64_t values[] = {simplest, simplest + (now - simplest) / 2, now - 1};
    for (size_t i = 0; i < sizeof values / sizeof *values && now > simplest; i++) {
        if (i > 0 && values[i] <= values[i - 1])
            continue;
        struct policy_case candidate = shrinking->best;
        candidate.value[field] = values[i];
        if (case_readers(&candidate) > 0 && still_breaks(shrinking, &candidate))
            return true;
    }
    return false;
}

/* Of the least case, the draws that need the fewest steps. */
static void choose_draws(struct shrinking *shrinking)
{
    uint64_t fewest = UINT64_MAX;
    struct policy_case candidate = shrinking->best;
    for (uint64_t draws = 0; draws <= LAST_DRAWS; draws++) {
        struct outcome outcome;
        struct error error;
        if (draws > 0)
            candidate.key.replication = draws;
        if (try_case(&candidate, shrinking->policy, shrinking->data_dir, &outcome, NULL, &error))
            return;
        if (outcome.broken == shrinking->broken && outcome.steps < fewest) {
            fewest = outcome.steps;
            shrinking->best = candidate;
        }
    }
}

static void shrink(struct shrinking *shrinking)
{
    for (bool simpler = true; simpler;) {
        simpler = false;
        for (int field = 0; field < CASE_FIELD_COUNT; field++)
            while (simplify(shrinking, (enum case_field)field))
                simpler = true;
    }
    choose_draws(shrinking);
}

static int report_failure(const struct policy_descriptor *policy, const struct policy_check_options *options,
                          const struct policy_case *drawn, const struct outcome *outcome,
                          struct policy_check_result *result, struct error *error)
{
    result->broken = outcome->broken;
    case_describe(drawn, result->first, sizeof result->first);
    struct shrinking shrinking = {policy, options->data_dir, outcome->broken, *drawn, 0};
    shrink(&shrinking);
    result->attempts = shrinking.attempts;
    case_describe(&shrinking.best, result->least, sizeof result->least);
    size_t size = (size_t)options->steps;
    struct account account = {.recent = {.step = calloc(size, sizeof *account.recent.step), .size = size}};
    if (!account.recent.step)
        return error_set(error, STATUS_INTERNAL, "out of memory for %zu steps", size);
    struct outcome last;
    int failed = try_case(&shrinking.best, policy, options->data_dir, &last, &account, error);
    free(account.recent.step);
    result->steps = account.steps;
    result->readings = account.readings;
    if (!failed)
        memcpy(result->message, last.message, sizeof result->message);
    return failed;
}

int policy_check(const struct policy_descriptor *policy, const struct policy_check_options *options,
                 struct policy_check_result *result, struct error *error)
{
    *result = (struct policy_check_result){.cpus_least = INT64_MAX};
    int64_t first = options->only_round ? options->only_round : 1;
    int64_t last = options->only_round ? options->only_round : options->rounds;
    for (int64_t round = first; round <= last; round++) {
        struct policy_case drawn;
        struct outcome outcome;
        case_draw(&drawn, options->seed, round);
        if (try_case(&drawn, policy, options->data_dir, &outcome, NULL, error))
            return -1;
        int64_t cpus = case_cpus(&drawn);
        result->cpus_least = cpus < result->cpus_least ? cpus : result->cpus_least;
        result->cpus_most = cpus > result->cpus_most ? cpus : result->cpus_most;
        result->reads += outcome.reads;
        result->rounds++;
        if (outcome.broken != PROMISE_NONE) {
            result->round = round;
            return report_failure(policy, options, &drawn, &outcome, result, error);
        }
    }
    return 0;
}

void policy_check_clear(struct policy_check_result *result)
{
    free(result->steps);
    free(result->readings);
}
