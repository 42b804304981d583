/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/check_policy.h"

#include "models/registry.h"
#include "sim/cli/complain.h"
#include "sim/cli/data.h"
#include "sim/cli/memory.h"
#include "sim/cli/option.h"
#include "sim/study/policy_check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_ROUNDS = 1000, DEFAULT_STEPS = 24 };

static int unknown_policy(const char *name)
{
    size_t count = 0;
    while (registry_policy_at(count))
        count++;
    const char **names = memory_zeroed(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = registry_policy_at(i)->name;
    char meant[128];
    option_suggest(name, names, count, "", meant, sizeof meant);
    complain("check: there is no policy '%s'%s%s", name, meant,
             meant[0] ? "" : "; `clocksim list policies` lists them");
    free(names);
    return STATUS_USAGE;
}

static void print_kept(const struct policy_descriptor *policy, const struct policy_check_result *result)
{
    printf("%s keeps its promises: %" PRId64 " rounds on 1 to 8 sockets (%" PRId64 " to %" PRId64 " CPUs), %" PRIu64
           " reads\n",
           policy->name, result->rounds, result->cpus_least, result->cpus_most, result->reads);
    for (int i = PROMISE_NONE + 1; i < PROMISE_COUNT; i++)
        printf("  %-10s  %s\n", promises[i].name, promises[i].help);
    if (policy->backward_bound_ns > 0)
        printf("  with a bound of %" PRId64 " ns for how far a reading may lie back\n", policy->backward_bound_ns);
}

static void print_broken(const struct policy_descriptor *policy, int64_t seed, const struct policy_check_result *result)
{
    printf("%s %s\n", policy->name, result->message);
    printf("broken:   %s: %s\n", promises[result->broken].name, promises[result->broken].help);
    printf("found:    round %" PRId64 " of seed %" PRId64 " (--seed %" PRId64 " --round %" PRId64 ")\n", result->round,
           seed, seed, result->round);
    printf("drawn:    %s\n", result->first);
    printf("smaller:  %s (%" PRId64 " cases tried)\n", result->least, result->attempts);
    fputs(result->readings ? result->readings : "", stdout);
    printf("the last steps up to there: time, CPU, path:step, kind, value\n%s", result->steps);
}

int check_policy(const char *name, int64_t seed, bool quiet, const struct check_policy_settings *settings)
{
    const struct policy_descriptor *policy = registry_policy(POLICY_CLOCKSOURCE, name);
    if (!policy)
        policy = registry_policy(POLICY_SCHED_CLOCK, name);
    if (!policy)
        return unknown_policy(name);
    const struct policy_check_options options = {
        .seed = seed,
        .rounds = settings->rounds ? settings->rounds : DEFAULT_ROUNDS,
        .only_round = settings->round,
        .steps = settings->steps ? settings->steps : DEFAULT_STEPS,
        .data_dir = data_dir(),
    };
    struct policy_check_result result;
    struct error error;
    int status = STATUS_OK;
    if (policy_check(policy, &options, &result, &error)) {
        status = complain_error(&error);
    } else if (result.broken != PROMISE_NONE) {
        print_broken(policy, seed, &result);
        status = STATUS_NO;
    } else if (!quiet) {
        print_kept(policy, &result);
    }
    policy_check_clear(&result);
    return status;
}
