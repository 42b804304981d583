/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program says about itself, all of it from the tables of commands and options. */
#ifndef SIM_CLI_MANUAL_H
#define SIM_CLI_MANUAL_H

#include "sim/cli/command.h"

#include <stdio.h>

struct exit_status_info {
    int status;
    const char *meaning;
};
extern const struct exit_status_info exit_statuses[];
extern const size_t exit_status_count;

struct environment_info {
    const char *name, *meaning;
};
extern const struct environment_info environment_variables[];
extern const size_t environment_variable_count;

extern const char *const manual_summary;           /* what the program is, one line */
extern const char *const manual_description;       /* paragraphs, separated by empty lines */
extern const struct option_row manual_help_option; /* the one that every command has */

void manual_print_short(FILE *out);                                  /* `clocksim --help` */
void manual_print_command(const struct command *command, FILE *out); /* `clocksim COMMAND --help` */
void manual_print_man(FILE *out);                                    /* scdoc source of the man page */
void manual_print_markdown(FILE *out);                               /* docs/commands.md */
void manual_print_completion(FILE *out);                             /* for bash */

enum { MANUAL_TEXT_SIZE = 512 };

/* `clocksim run [OPTION...] FILE...` */
void manual_synopsis(const struct command *command, char text[MANUAL_TEXT_SIZE]);
/* `-j, --workers N` */
void manual_option(const struct option_row *row, char text[MANUAL_TEXT_SIZE]);
/* The help of an option with its choices, range and default. */
void manual_option_help(const struct option_row *row, char text[MANUAL_TEXT_SIZE]);

#endif
