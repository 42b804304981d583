/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of `clocksim`: one file and one descriptor each, one row of commands[]. */
#ifndef SIM_CLI_COMMAND_H
#define SIM_CLI_COMMAND_H

#include "sim/cli/option.h"

struct command_example {
    const char *line;    /* without the prompt */
    const char *meaning; /* one sentence */
};

struct command {
    const char *name;
    const char *summary;     /* one line, no capital, no full stop */
    const char *description; /* paragraphs, separated by empty lines */
    struct option_table table;
    const char *operand_completion;        /* like option_row.completion */
    const struct command_example *example; /* ends with a NULL line */
    /* Returns an exit status. `settings` and `operands` are what option_parse() has read. */
    int (*execute)(const void *settings, const struct text_list *operands);
};

extern const struct command command_run, command_sweep, command_check, command_show, command_list, command_plot, command_validate,
    command_bench, command_schema, command_help;
extern const struct command *const commands[];
extern const size_t command_count;

/* NULL when there is none of that name. */
const struct command *command_by_name(const char *name);

/* Complains that there is no such command, with the closest name, and returns 64. */
int command_unknown(const char *name);

/* Reads argv[0] as a command's name and executes it with the rest; argc > 0. Returns an exit status. */
int command_execute(int argc, char **argv);

#endif
