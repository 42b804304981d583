/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/command.h"
#include "sim/scenario/scenario.h"

static const struct command_example examples[] = {
    {"schema > clocksim.schema.json", "an editor that knows JSON Schema then completes and checks scenario files"},
    {NULL, NULL},
};

static int execute(const void *settings, const struct text_list *operands)
{
    (void)settings;
    (void)operands;
    scenario_print_schema(stdout);
    return STATUS_OK;
}

const struct command command_schema = {
    .name = "schema",
    .summary = "print the JSON Schema of scenario files",
    .description = "Prints a JSON Schema of scenario files, made from the table of keys.",
    .table = {NULL, 0, 0, 0, 0, ""},
    .example = examples,
    .execute = execute,
};
