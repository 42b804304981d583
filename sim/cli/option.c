/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/option.h"

#include "sim/base/quantity.h"
#include "sim/cli/memory.h"
#include "sim/scenario/suggest.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What getopt_long() returns for row i is FIRST_ROW + i, out of the way of letters. */
enum { FIRST_ROW = 1000, HELP = 999, OPERAND = 1 };

/* getopt_long()'s own form of a table. */
struct getopt_form {
    struct option *option; /* [count + 2] */
    char *letters;
};

static struct getopt_form getopt_form_create(const struct option_table *table)
{
    struct getopt_form form = {
        .option = memory_zeroed(table->count + 2, sizeof *form.option),
        .letters = memory_zeroed(2 * table->count + 8, 1),
    };
    /* "-" gives operands in their order, so that argv[optind] is the option at hand; ":" asks for silence. */
    size_t length = (size_t)sprintf(form.letters, "-:h");
    for (size_t i = 0; i < table->count; i++) {
        const struct option_row *row = &table->row[i];
        const bool takes = row->takes != TAKES_NOTHING;
        form.option[i] = (struct option){row->name, takes ? required_argument : no_argument, NULL, FIRST_ROW + (int)i};
        if (row->letter)
            length += (size_t)sprintf(form.letters + length, takes ? "%c:" : "%c", row->letter);
    }
    form.option[table->count] = (struct option){"help", no_argument, NULL, HELP};
    return form;
}

static void getopt_form_destroy(struct getopt_form *form)
{
    free(form->option);
    free(form->letters);
}

static void text_list_add(struct text_list *list, const char *text, size_t length)
{
    list->text = memory_grown(list->text, list->count + 1, sizeof *list->text);
    list->text[list->count++] = memory_text(text, length);
}

static void text_list_clear(struct text_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free((char *)list->text[i]);
    free(list->text);
    *list = (struct text_list){NULL, 0};
}

static int add_names(const struct option_row *row, const char *text, struct text_list *list, struct error *error)
{
    for (const char *name = text;; name++) {
        const size_t length = strcspn(name, ",");
        if (length == 0)
            return error_set(error, STATUS_USAGE, "--%s %s: a name is missing", row->name, text);
        text_list_add(list, name, length);
        name += length;
        if (*name == '\0')
            return 0;
    }
}

static int read_integer(const struct option_row *row, const char *text, int64_t *field, struct error *error)
{
    int64_t value = 0;
    const enum quantity_problem problem = quantity_parse(QUANTITY_COUNT, text, strlen(text), &value, NULL);
    if (problem != QUANTITY_OK && problem != QUANTITY_TOO_LARGE)
        return error_set(error, STATUS_USAGE, "--%s %s: not a whole number", row->name, text);
    if (problem == QUANTITY_TOO_LARGE || value < row->least || value > row->greatest)
        return error_set(error, STATUS_USAGE, "--%s %s: out of range; allowed: %" PRId64 " to %" PRId64, row->name,
                         text, row->least, row->greatest);
    *field = value;
    return 0;
}

static int read_choice(const struct option_row *row, const char *text, int *field, struct error *error)
{
    char allowed[256] = "", meant[128];
    size_t count = 0;
    for (; row->choice[count]; count++) {
        if (strcmp(row->choice[count], text) == 0) {
            *field = (int)count;
            return 0;
        }
        const size_t length = strlen(allowed);
        snprintf(allowed + length, sizeof allowed - length, "%s%s", count ? ", " : "", row->choice[count]);
    }
    option_suggest(text, row->choice, count, "", meant, sizeof meant);
    return error_set(error, STATUS_USAGE, "--%s %s: allowed: %s%s", row->name, text, allowed, meant);
}

static int read_row(const struct option_row *row, const char *text, void *settings, struct error *error)
{
    void *field = (char *)settings + row->offset;
    switch (row->takes) {
    case TAKES_NOTHING:
        *(bool *)field = true;
        return 0;
    case TAKES_TEXT:
        if (row->is_output && strcmp(text, "-") == 0)
            return error_set(error, STATUS_USAGE, "--%s -: standard output cannot take it; a file is needed", row->name);
        *(const char **)field = text;
        return 0;
    case TAKES_NAMES:
        return add_names(row, text, field, error);
    case TAKES_TEXTS:
        text_list_add(field, text, strlen(text));
        return 0;
    case TAKES_INTEGER:
        return read_integer(row, text, field, error);
    case TAKES_CHOICE:
        return read_choice(row, text, field, error);
    }
    return 0;
}

/* Finds the row of a letter, or of a long name's value. */
static const struct option_row *row_of(const struct option_table *table, int value)
{
    if (value >= FIRST_ROW)
        return &table->row[value - FIRST_ROW];
    for (size_t i = 0; i < table->count; i++)
        if (table->row[i].letter == value)
            return &table->row[i];
    return NULL;
}

static int refuse_unknown(const struct option_table *table, const char *written, struct error *error)
{
    char meant[128];
    if (strncmp(written, "--", 2) != 0)
        return error_set(error, STATUS_USAGE, "unknown option -%c", optopt);
    const char **name = memory_zeroed(table->count + 1, sizeof *name);
    for (size_t i = 0; i < table->count; i++)
        name[i] = table->row[i].name;
    name[table->count] = "help";
    char bare[64];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(written + 2, "="), written + 2);
    option_suggest(bare, name, table->count + 1, "--", meant, sizeof meant);
    for (size_t i = 0; i <= table->count && bare[0]; i++)
        if (strncmp(name[i], bare, strlen(bare)) == 0)
            snprintf(meant, sizeof meant, "; did you mean '--%s'?", name[i]);
    free(name);
    return error_set(error, STATUS_USAGE, "unknown option '--%s'%s", bare, meant);
}

/* Whether a long option was abbreviated. */
static bool is_cut_short(const char *written, const char *name)
{
    return strncmp(written, "--", 2) == 0 && strcspn(written + 2, "=") != strlen(name);
}

/* Handles what getopt_long() found in `written`. */
static int take(const struct option_table *table, int found, const char *written, void *settings,
                struct text_list *operands, bool *help, struct error *error)
{
    if (found == OPERAND) {
        text_list_add(operands, optarg, strlen(optarg));
        return 0;
    }
    if (found == 'h' || found == HELP) {
        if (found == HELP && is_cut_short(written, "help"))
            return refuse_unknown(table, written, error);
        *help = true;
        return 0;
    }
    if (found == ':') {
        const struct option_row *row = row_of(table, optopt);
        if (is_cut_short(written, row->name))
            return refuse_unknown(table, written, error);
        return error_set(error, STATUS_USAGE, "--%s needs a %s after it", row->name, row->argument);
    }
    if (found == '?') {
        const char *name = optopt == HELP ? "help" : optopt >= FIRST_ROW ? row_of(table, optopt)->name : NULL;
        if (name && !is_cut_short(written, name))
            return error_set(error, STATUS_USAGE, "--%s takes no value", name);
        return refuse_unknown(table, written, error);
    }
    const struct option_row *row = row_of(table, found);
    if (found >= FIRST_ROW && is_cut_short(written, row->name))
        return refuse_unknown(table, written, error);
    return read_row(row, optarg, settings, error);
}

static void set_defaults(const struct option_table *table, void *settings, struct text_list *operands)
{
    memset(settings, 0, table->settings_size);
    *operands = (struct text_list){NULL, 0};
    for (size_t i = 0; i < table->count; i++)
        if (table->row[i].takes == TAKES_INTEGER)
            *(int64_t *)((char *)settings + table->row[i].offset) = table->row[i].absent;
}

static int check_operands(const struct option_table *table, const struct text_list *operands, struct error *error)
{
    if (operands->count < table->operands_least)
        return error_set(error, STATUS_USAGE, "%s is missing", table->operands);
    if (operands->count > table->operands_most)
        return error_set(error, STATUS_USAGE, "'%s' is one word too many", operands->text[table->operands_most]);
    return 0;
}

int option_parse(const struct option_table *table, int argc, char **argv, void *settings, struct text_list *operands,
                 bool *help, struct error *error)
{
    struct getopt_form form = getopt_form_create(table);
    set_defaults(table, settings, operands);
    *help = false;
    optind = 0; /* glibc: start afresh */
    opterr = 0;
    int failed = 0;
    while (!failed && !*help) {
        const char *written = argv[optind > 0 ? optind : 1];
        const int found = getopt_long(argc, argv, form.letters, form.option, NULL);
        if (found == -1)
            break;
        failed = take(table, found, written, settings, operands, help, error);
    }
    for (int i = optind; !failed && !*help && i < argc; i++)
        text_list_add(operands, argv[i], strlen(argv[i])); /* after `--` */
    if (!failed && !*help)
        failed = check_operands(table, operands, error);
    if (failed)
        option_clear(table, settings, operands);
    getopt_form_destroy(&form);
    return failed;
}

void option_clear(const struct option_table *table, void *settings, struct text_list *operands)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->row[i].takes == TAKES_NAMES || table->row[i].takes == TAKES_TEXTS)
            text_list_clear((struct text_list *)((char *)settings + table->row[i].offset));
    text_list_clear(operands);
}

const char *option_suggest(const char *written, const char *const *name, size_t count, const char *prefix, char *text,
                           size_t size)
{
    const struct names names = {(const char **)name, count};
    const char *best = suggest_name(written, &names);
    text[0] = '\0';
    if (best)
        snprintf(text, size, "; did you mean '%s%s'?", prefix, best);
    return text;
}
