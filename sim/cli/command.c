/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/command.h"

#include "sim/cli/complain.h"
#include "sim/cli/manual.h"
#include "sim/cli/memory.h"

#include <stdlib.h>
#include <string.h>

const struct command *const commands[] = {
    &command_run,      &command_sweep, &command_check, &command_show,   &command_list, &command_plot,
    &command_validate, &command_bench, &command_schema, &command_help,
};
const size_t command_count = sizeof commands / sizeof *commands;

const struct command *command_by_name(const char *name)
{
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

int command_unknown(const char *name)
{
    const char **names = memory_zeroed(command_count, sizeof *names);
    for (size_t i = 0; i < command_count; i++)
        names[i] = commands[i]->name;
    char meant[128];
    option_suggest(name, names, command_count, "", meant, sizeof meant);
    complain("unknown command '%s'%s%s", name, meant, meant[0] ? "" : "; `clocksim --help` lists them");
    free(names);
    return STATUS_USAGE;
}

int command_execute(int argc, char **argv)
{
    const struct command *command = command_by_name(argv[0]);
    if (!command)
        return command_unknown(argv[0]);
    void *settings = memory_zeroed(1, command->table.settings_size);
    struct text_list operands;
    struct error error;
    bool help;
    int status = STATUS_OK;
    if (option_parse(&command->table, argc, argv, settings, &operands, &help, &error)) {
        complain("%s: %s (see `clocksim %s --help`)", command->name, error.message, command->name);
        status = STATUS_USAGE;
    } else {
        if (help)
            manual_print_command(command, stdout);
        else
            status = command->execute(settings, &operands);
        option_clear(&command->table, settings, &operands);
    }
    free(settings);
    return status;
}
