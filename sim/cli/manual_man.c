/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/manual.h"

#include "version.h"

#include <string.h>

/* scdoc gives `_`, `*`, `#` and `\` a meaning of their own. */
static void print_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (strchr("_*#\\<>~`", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

/* A definition: a line in bold, and its meaning one tab deeper. */
static void print_definition(const char *term, const char *meaning, FILE *out)
{
    fputc('*', out);
    print_escaped(term, out);
    fputs("*\n\t", out);
    print_escaped(meaning, out);
    fputs("\n\n", out);
}

static void print_option(const struct option_row *row, FILE *out)
{
    char term[MANUAL_TEXT_SIZE], meaning[MANUAL_TEXT_SIZE];
    manual_option(row, term);
    manual_option_help(row, meaning);
    print_definition(term, meaning, out);
}

static void print_command(const struct command *command, FILE *out)
{
    char text[MANUAL_TEXT_SIZE];
    fprintf(out, "## %s\n\n", command->name);
    manual_synopsis(command, text);
    print_definition(text, command->summary, out);
    print_escaped(command->description, out);
    fputs("\n\n", out);
    for (size_t i = 0; i < command->table.count; i++)
        print_option(&command->table.row[i], out);
    for (const struct command_example *example = command->example; example && example->line; example++) {
        snprintf(text, sizeof text, "clocksim %s", example->line);
        fputs(example == command->example ? "Examples:\n\n" : "", out);
        print_definition(text, example->meaning, out);
    }
}

void manual_print_man(FILE *out)
{
    fprintf(out, "clocksim(1) \"\" \"clocksim\"\n\n# NAME\n\nclocksim - %s\n\n# SYNOPSIS\n\n", manual_summary);
    fputs("*clocksim* _command_ [_option_...] [_file_...]\n\n# DESCRIPTION\n\n", out);
    print_escaped(manual_description, out);
    fputs("\n\n# COMMANDS\n\nEvery command also takes *-h* or *--help*.\n\n", out);
    for (size_t i = 0; i < command_count; i++)
        print_command(commands[i], out);
    fputs("# EXIT STATUS\n\n", out);
    for (size_t i = 0; i < exit_status_count; i++) {
        char status[16];
        snprintf(status, sizeof status, "%d", exit_statuses[i].status);
        print_definition(status, exit_statuses[i].meaning, out);
    }
    fputs("# ENVIRONMENT\n\n", out);
    for (size_t i = 0; i < environment_variable_count; i++)
        print_definition(environment_variables[i].name, environment_variables[i].meaning, out);
    fprintf(out, "# VERSION\n\nclocksim %s\n", CLOCKSIM_VERSION);
}
