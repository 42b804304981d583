/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/check_policy.h"
#include "sim/cli/command.h"
#include "sim/cli/complain.h"
#include "sim/cli/formats.h"
#include "sim/cli/overrides.h"
#include "sim/run/run.h"
#include "sim/scenario/sweep.h"

#include "models/hardware/topology.h"

#include <inttypes.h>

struct check_settings {
    struct override_settings overrides;
    bool quiet;
    const char *policy;
    struct check_policy_settings policy_settings;
};

static const struct option_row rows[] = {
    OVERRIDE_ROWS(struct check_settings),
    {.name = "quiet",
     .letter = 'q',
     .takes = TAKES_NOTHING,
     .help = "say nothing about files that are fine",
     .offset = offsetof(struct check_settings, quiet)},
    {.name = "policy",
     .letter = 'p',
     .takes = TAKES_TEXT,
     .argument = "NAME",
     .help = "try this clock policy on machines drawn by chance, in place of checking files",
     .offset = offsetof(struct check_settings, policy),
     .completion = "policies"},
    {.name = "rounds",
     .takes = TAKES_INTEGER,
     .argument = "N",
     .help = "with --policy: draw this many",
     .offset = offsetof(struct check_settings, policy_settings.rounds),
     .least = 1,
     .greatest = 1000000,
     .absent = 0},
    {.name = "round",
     .takes = TAKES_INTEGER,
     .argument = "N",
     .help = "with --policy: try this one alone",
     .offset = offsetof(struct check_settings, policy_settings.round),
     .least = 1,
     .greatest = 1000000,
     .absent = 0},
    {.name = "steps",
     .takes = TAKES_INTEGER,
     .argument = "N",
     .help = "with --policy: show this many of the last steps before a failure",
     .offset = offsetof(struct check_settings, policy_settings.steps),
     .least = 1,
     .greatest = 1000000,
     .absent = 0},
};

static const struct command_example examples[] = {
    {"check scenarios/*.yaml", "tells what is wrong with each scenario"},
    {"check --policy hpet-combining", "tries a clock policy: it ends, never goes back, releases its locks, ..."},
    {NULL, NULL},
};

static int check_one(const struct scenario *scenario, bool quiet)
{
    struct error error;
    if (run_check(scenario, &error)) {
        complain("%s: %s", scenario->file, error.message);
        return (int)error.status;
    }
    if (!quiet)
        printf("%s: fine: %zu clock%s on %" PRId64 " logical CPUs, %" PRId64 " replication%s\n", scenario->file,
               scenario->clock_count, scenario->clock_count == 1 ? "" : "s", machine_cpu_count(&scenario->machine),
               scenario->run.replications, scenario->run.replications == 1 ? "" : "s");
    return STATUS_OK;
}

static int check_sweep(const struct check_settings *settings, const char *file)
{
    const struct scenario_overrides overrides = overrides_of(&settings->overrides);
    struct diagnostics diagnostics = {0};
    struct sweep *sweep;
    if (sweep_load(file, NULL, &overrides, &sweep, &diagnostics)) {
        fputs(diagnostics.text, stderr);
        const int status = (int)diagnostics.status;
        diagnostics_clear(&diagnostics);
        return status;
    }
    int status = STATUS_OK;
    struct error error;
    for (size_t i = 0; i < sweep->count && !status; i++)
        if (run_check(sweep->point[i].scenario, &error)) {
            complain("%s: point %zu: %s", file, i, error.message);
            status = (int)error.status;
        }
    if (!status && !settings->quiet)
        printf("%s: fine: a sweep of %zu point%s\n", file, sweep->count, sweep->count == 1 ? "" : "s");
    sweep_destroy(sweep);
    return status;
}

/* An option that was given and says something with --policy only, or NULL. */
static const char *policy_option(const struct check_policy_settings *given)
{
    return given->rounds ? "--rounds" : given->round ? "--round" : given->steps ? "--steps" : NULL;
}

static int execute(const void *given, const struct text_list *operands)
{
    const struct check_settings *settings = given;
    int status = STATUS_OK;
    if (settings->policy) {
        if (operands->count > 0) {
            complain("check: --policy takes no files");
            return STATUS_USAGE;
        }
        int64_t seed = settings->overrides.seed >= 0 ? settings->overrides.seed : 1;
        return check_policy(settings->policy, seed, settings->quiet, &settings->policy_settings);
    }
    const char *alone = policy_option(&settings->policy_settings);
    if (alone) {
        complain("check: %s goes with --policy NAME only", alone);
        return STATUS_USAGE;
    }
    if (operands->count == 0) {
        complain("check: a FILE or --policy NAME is missing (see `clocksim check --help`)");
        return STATUS_USAGE;
    }
    for (size_t i = 0; i < operands->count; i++) {
        const struct text_list file = {&operands->text[i], 1};
        struct scenario **scenario;
        if (sweep_is_file(file.text[0])) {
            const int swept = check_sweep(settings, file.text[0]);
            status = status ? status : swept;
            continue;
        }
        int one = overrides_load(&settings->overrides, &file, &scenario);
        if (!one) {
            one = check_one(scenario[0], settings->quiet);
            overrides_unload(scenario, 1);
        }
        status = status ? status : one;
    }
    return status;
}

const struct command command_check = {
    .name = "check",
    .summary = "tell what is wrong with scenarios and sweeps, without running them",
    .description = "Loads each scenario, or each point of a sweep, with the presets that it names, and sees whether it "
                   "can be run within its limits. Mistakes are shown with their line and a hint, up to 20 of a file in one go.\n\n"
                   "With --policy, tries a clock policy instead, on machines, kernels and readers drawn by chance: every read "
                   "ends, no reading goes back or is older than promised, locks are released, interrupts are on again, every "
                   "read is counted. A failure is made smaller and shown with its last steps; exit status 1.",
    .table = {rows, sizeof rows / sizeof *rows, sizeof(struct check_settings), 0, SIZE_MAX, "FILE..."},
    .operand_completion = OPTION_FILES,
    .example = examples,
    .execute = execute,
};
