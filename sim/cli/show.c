/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/command.h"
#include "sim/cli/overrides.h"

struct show_settings {
    struct override_settings overrides;
};

static const struct option_row rows[] = {OVERRIDE_ROWS(struct show_settings)};

static const struct command_example examples[] = {
    {"show scenarios/seed-003-haswell-ex-72.yaml",
     "every key, also those that the file leaves to presets and defaults"},
    {NULL, NULL},
};

static int execute(const void *given, const struct text_list *operands)
{
    const struct show_settings *settings = given;
    struct scenario **scenario;
    const int status = overrides_load(&settings->overrides, operands, &scenario);
    if (status)
        return status;
    fputs(scenario[0]->text, stdout);
    overrides_unload(scenario, 1);
    return STATUS_OK;
}

const struct command command_show = {
    .name = "show",
    .summary = "print a scenario with every default and preset filled in",
    .description = "Prints the complete scenario. The text loads to the same scenario again, and is what a database "
                   "keeps beside the results.",
    .table = {rows, sizeof rows / sizeof *rows, sizeof(struct show_settings), 1, 1, "FILE"},
    .operand_completion = OPTION_FILES,
    .example = examples,
    .execute = execute,
};
