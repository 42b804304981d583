/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of a command, read by one table of options.
 *
 * The same rows make --help, the man page, the completion and docs/commands.md. Long names must be written in full:
 * an abbreviation that works today would mean something else once a longer name arrives.
 */
#ifndef SIM_CLI_OPTION_H
#define SIM_CLI_OPTION_H

#include "sim/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What follows an option, and the type of the field in the command's settings that receives it. */
enum option_takes {
    TAKES_NOTHING, /* bool: becomes true */
    TAKES_TEXT,    /* const char *: points into argv; NULL when absent */
    TAKES_NAMES,   /* struct text_list: separated by commas, and the option may be repeated */
    TAKES_TEXTS,   /* struct text_list: one each time the option is given */
    TAKES_INTEGER, /* int64_t */
    TAKES_CHOICE,  /* int: index into `choice` */
};

struct text_list {
    const char **text; /* [count] */
    size_t count;
};

struct option_row {
    const char *name; /* without dashes */
    char letter;      /* 0: none */
    enum option_takes takes;
    const char *argument;            /* as help calls it: `FILE` */
    const char *help;                /* no capital, no full stop */
    size_t offset;                   /* of the field in the command's settings */
    int64_t least, greatest, absent; /* integers; `absent` is the field's value without the option */
    const char *const *choice;       /* NULL-ended; the first is the default */
    const char *completion; /* OPTION_FILES, or the word after `clocksim list` that gives candidates; NULL: none */
    bool is_output;         /* a file to write, which `-` cannot be */
};

#define OPTION_FILES "(files)"

struct option_table {
    const struct option_row *row;
    size_t count;
    size_t settings_size;
    size_t operands_least, operands_most; /* how many operands may stand on the line */
    const char *operands;                 /* as the synopsis calls them: `FILE...`; "" for none */
};

/* Fills `settings` (settings_size bytes) with defaults and then from argv[1..argc), and `operands` with what is no
 * option; free both with option_clear(). Sets *help instead when `--help` or `-h` is met. Errors: 64, with the option
 * that was found and what is allowed; then there is nothing to clear. */
int option_parse(const struct option_table *table, int argc, char **argv, void *settings, struct text_list *operands,
                 bool *help, struct error *error) MUST_CHECK;
void option_clear(const struct option_table *table, void *settings, struct text_list *operands);

/* "; did you mean 'x'?", or "" when none of the `count` names is close; valid while `text` (of `size`) is. */
const char *option_suggest(const char *written, const char *const *name, size_t count, const char *prefix, char *text,
                           size_t size);

#endif
