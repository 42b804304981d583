/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/manual.h"

#include "sim/report/wrap.h"

#include <inttypes.h>
#include <string.h>

enum { WIDTH = 100, OPTION_INDENT = 28 };

const char *const manual_summary = "simulates what reading a clock costs on a machine with many sockets";

const char *const manual_description =
    "clocksim plays a machine, a kernel and a workload event by event, once for each clock that a scenario names, and "
    "tells what each clock costs: throughput, queueing at the HPET, late and lost ticks, and where the CPUs' time "
    "went. Predictions are printed beside published measurements, also where they miss.\n"
    "\n"
    "Data goes to standard output, progress and messages to standard error. A file called - is standard input. "
    "Numbers do not depend on the locale. Nothing is written to disk unless a file is named for it.";

const struct exit_status_info exit_statuses[] = {
    {STATUS_OK, "all went well"},
    {STATUS_NO, "the answer is no: a prediction misses its band, a point of a sweep failed, or a policy fails its check"},
    {STATUS_USAGE, "the command line is wrong: an unknown command or option, a missing or superfluous word, a value that is no number, out of range or none of the choices"},
    {STATUS_BAD_INPUT, "an input is wrong: a scenario with mistakes, among them those in the values of --clock, --machine, --kernel and --set, which are checked as text of the scenario; a database of another program or a newer schema"},
    {STATUS_NO_INPUT, "an input does not exist or cannot be read"},
    {STATUS_UNAVAILABLE, "gnuplot is missing"},
    {STATUS_INTERNAL, "a defect of this program, such as books that do not balance; or no memory is left"},
    {STATUS_CANT_CREATE, "an output cannot be created or written to"},
    {STATUS_IO, "input or output failed: a full disk"},
    {STATUS_LOCKED, "the database is in use by another writer"},
    {130, "interrupted by Ctrl-C, after what was running had ended and whole replications were saved; a second Ctrl-C does not wait"},
    {143, "the same by SIGTERM"},
};
const size_t exit_status_count = sizeof exit_statuses / sizeof *exit_statuses;

const struct environment_info environment_variables[] = {
    {"CLOCKSIM_DATA", "the folder with presets, scenarios and published.csv, in place of the installed one"},
    {"NO_COLOR", "when set, output on a terminal is neither bold nor coloured"},
};
const size_t environment_variable_count = sizeof environment_variables / sizeof *environment_variables;

const struct option_row manual_help_option = {
    .name = "help", .letter = 'h', .takes = TAKES_NOTHING, .help = "show this help"};

void manual_synopsis(const struct command *command, char text[MANUAL_TEXT_SIZE])
{
    snprintf(text, MANUAL_TEXT_SIZE, "clocksim %s%s%s%s", command->name, command->table.count ? " [OPTION...]" : "",
             command->table.operands[0] ? " " : "", command->table.operands);
}

void manual_option(const struct option_row *row, char text[MANUAL_TEXT_SIZE])
{
    char letter[8] = "";
    if (row->letter)
        snprintf(letter, sizeof letter, "-%c, ", row->letter);
    snprintf(text, MANUAL_TEXT_SIZE, "%s--%s%s%s", letter, row->name, row->takes == TAKES_NOTHING ? "" : " ",
             row->takes == TAKES_NOTHING ? "" : row->argument);
}

void manual_option_help(const struct option_row *row, char text[MANUAL_TEXT_SIZE])
{
    size_t length = (size_t)snprintf(text, MANUAL_TEXT_SIZE, "%s", row->help);
    if (row->takes == TAKES_NAMES)
        length += (size_t)snprintf(text + length, MANUAL_TEXT_SIZE - length, "; several are separated by commas");
    if (row->takes == TAKES_TEXTS)
        length += (size_t)snprintf(text + length, MANUAL_TEXT_SIZE - length, "; may be given several times");
    if (row->takes == TAKES_CHOICE)
        for (size_t i = 0; row->choice[i]; i++)
            length += (size_t)snprintf(text + length, MANUAL_TEXT_SIZE - length, "%s%s%s", i ? ", " : ": ",
                                       row->choice[i], i ? "" : " (default)");
}

static void print_option(const struct option_row *row, FILE *out)
{
    char text[MANUAL_TEXT_SIZE];
    manual_option(row, text);
    int column = fprintf(out, "  %s%s", row->letter ? "" : "    ", text);
    if (column + 2 > OPTION_INDENT) {
        fputc('\n', out);
        column = 0;
    }
    fprintf(out, "%*s", OPTION_INDENT - column, "");
    manual_option_help(row, text);
    wrap_print(text, OPTION_INDENT, OPTION_INDENT, WIDTH, out);
}

void manual_print_short(FILE *out)
{
    fprintf(out, "clocksim %s.\n\n", manual_summary);
    fputs("Usage: clocksim COMMAND [OPTION...] [FILE...]\n\n", out);
    for (size_t i = 0; i < command_count; i++)
        fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n  --help     show this help; `clocksim COMMAND --help` and `clocksim help COMMAND` show a command's\n"
          "  --version  show the version\n",
          out);
}

void manual_print_command(const struct command *command, FILE *out)
{
    char text[MANUAL_TEXT_SIZE];
    manual_synopsis(command, text);
    fprintf(out, "Usage: %s\n\n", text);
    wrap_print(command->description, 0, 0, WIDTH, out);
    fputs("\nOptions:\n", out);
    for (size_t i = 0; i < command->table.count; i++)
        print_option(&command->table.row[i], out);
    print_option(&manual_help_option, out);
    for (const struct command_example *example = command->example; example && example->line; example++) {
        fprintf(out, "%s  clocksim %s\n      ", example == command->example ? "\nExamples:\n" : "", example->line);
        wrap_print(example->meaning, 6, 6, WIDTH, out);
    }
}
