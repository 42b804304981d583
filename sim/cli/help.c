/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/manual.h"

#include <stddef.h>

struct help_settings {
    bool man, markdown, completion;
};

static const struct option_row rows[] = {
    {.name = "man",
     .takes = TAKES_NOTHING,
     .help = "print the source of the man page, for scdoc",
     .offset = offsetof(struct help_settings, man)},
    {.name = "markdown",
     .takes = TAKES_NOTHING,
     .help = "print the reference page of all commands in Markdown",
     .offset = offsetof(struct help_settings, markdown)},
    {.name = "completion",
     .takes = TAKES_NOTHING,
     .help = "print the completion for bash",
     .offset = offsetof(struct help_settings, completion)},
};

static const struct command_example examples[] = {
    {"help run", "explains the command `run`"},
    {"help --man | scdoc | man -l -", "shows the man page without installing it"},
    {NULL, NULL},
};

static int execute(const void *given, const struct text_list *operands)
{
    const struct help_settings *settings = given;
    if (operands->count > 0) {
        const struct command *command = command_by_name(operands->text[0]);
        if (!command)
            return command_unknown(operands->text[0]);
        manual_print_command(command, stdout);
    } else if (settings->man) {
        manual_print_man(stdout);
    } else if (settings->markdown) {
        manual_print_markdown(stdout);
    } else if (settings->completion) {
        manual_print_completion(stdout);
    } else {
        manual_print_short(stdout);
    }
    return STATUS_OK;
}

const struct command command_help = {
    .name = "help",
    .summary = "explain a command",
    .description = "Explains a command, or lists them all; also prints the manual in other forms.",
    .table = {rows, sizeof rows / sizeof *rows, sizeof(struct help_settings), 0, 1, "[COMMAND]"},
    .operand_completion = "commands",
    .example = examples,
    .execute = execute,
};
