/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/command.h"
#include "sim/cli/complain.h"
#include "sim/cli/formats.h"
#include "sim/cli/overrides.h"
#include "sim/run/run.h"

#include "models/hardware/topology.h"

#include <inttypes.h>

struct check_settings {
    struct override_settings overrides;
    bool quiet;
};

static const struct option_row rows[] = {
    OVERRIDE_ROWS(struct check_settings),
    {.name = "quiet",
     .letter = 'q',
     .takes = TAKES_NOTHING,
     .help = "say nothing about files that are fine",
     .offset = offsetof(struct check_settings, quiet)},
};

static const struct command_example examples[] = {
    {"check scenarios/*.yaml", "tells what is wrong with each scenario"},
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

static int execute(const void *given, const struct text_list *operands)
{
    const struct check_settings *settings = given;
    int status = STATUS_OK;
    for (size_t i = 0; i < operands->count; i++) {
        const struct text_list file = {&operands->text[i], 1};
        struct scenario **scenario;
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
    .summary = "tell what is wrong with scenarios, without running them",
    .description = "Loads each scenario, with the presets that it names, and sees whether it can be run within its "
                   "limits. Mistakes are shown with their line and a hint, up to 20 of a file in one go.",
    .table = {rows, sizeof rows / sizeof *rows, sizeof(struct check_settings), 1, SIZE_MAX, "FILE..."},
    .operand_completion = OPTION_FILES,
    .example = examples,
    .execute = execute,
};
