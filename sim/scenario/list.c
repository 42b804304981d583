/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference of keys, for `list keys` and the documentation's page. */
#include "sim/scenario/key.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/steps.h"
#include "sim/scenario/sweep_plan.h"

#include <string.h>

enum { PATH_SIZE = 160 };

static void put_row(const char *path, const struct key_row *row, FILE *out)
{
    fprintf(out, "%s\n    ", path);
    if (row->type->describe != NULL)
        row->type->describe(row, out);
    else
        fputs(row->type->words, out);
    if (row->need == KEY_REQUIRED)
        fputs("; required", out);
    else if (row->default_text != NULL)
        fprintf(out, "; default %s", row->default_words != NULL ? row->default_words : row->default_text);
    else if (row->default_words != NULL)
        fprintf(out, "; default: %s", row->default_words);
    else
        fputs("; optional", out);
    if (row->only_kind != NULL)
        fprintf(out, "; only of %s", row->only_kind);
    fprintf(out, "\n    %s\n", row->help);
}

static void put_rows(const struct object_type *type, const char *prefix, FILE *out)
{
    for (size_t i = 0; i < type->row_count; i++) {
        const struct key_row *row = &type->row[i];
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%s%s", prefix, row->name);
        put_row(path, row, out);
        if (row->object == NULL || row->object->shorthand_only)
            continue;
        const char *item = row->type == &value_by_name ? ".NAME." : row->type == &value_list ? "[]." : ".";
        snprintf(path, sizeof path, "%s%s%s", prefix, row->name, item);
        put_rows(row->object, path, out);
    }
}

static void put_step(const struct step_kind_info *kind, FILE *out)
{
    fprintf(out, "- %s", kind->name);
    if (kind->argument != ARGUMENT_NONE)
        fprintf(out, ": %s", step_argument_words(kind->argument));
    fprintf(out, "\n    %s\n", kind->help);
    const char *separator = "    keys: ";
    for (size_t i = 0; i < STEP_OPTION_COUNT; i++) {
        enum step_option option = step_options[i].option;
        if (!(kind->options & option) || (option & OPTION_ALWAYS))
            continue;
        fprintf(out, "%s%s%s", separator, step_options[i].name, kind->required & option ? " (required)" : "");
        separator = ", ";
    }
    if (separator[0] == ',')
        fputc('\n', out);
}

static void put_steps(FILE *out)
{
    fputs("\nSteps of a path\n\n", out);
    for (size_t i = 0; i < STEP_KIND_COUNT; i++)
        put_step(&step_kinds[i], out);
    fputs("\nKeys beside a step (if, label, account and source with every kind)\n\n", out);
    for (size_t i = 0; i < STEP_OPTION_COUNT; i++)
        fprintf(out, "%s\n    %s\n", step_options[i].name, step_options[i].help);
    fputs("\nFlags, for `if`\n\n", out);
    for (size_t i = 0; i < step_flag_count; i++)
        fprintf(out, "%s\n    %s\n", step_flags[i].name, step_flags[i].help);
    fputs("\nAccounts\n\n", out);
    for (size_t i = 0; i < account_count; i++)
        fprintf(out, "%s\n    %s\n", accounts[i].name, accounts[i].help);
}

void scenario_list_keys(FILE *out)
{
    fputs("Keys of a scenario\n\n", out);
    put_rows(&scenario_object, "", out);
    fputs("\nDistributions, wherever one is allowed\n\n"
          "DURATION\n    always the same\n"
          "{uniform: {from: DURATION, to: DURATION}}\n    both included\n"
          "{exponential: {mean: DURATION, from: DURATION}}\n    `from` is added to each draw; default 0 ps\n"
          "{lognormal: {median: DURATION, p99: DURATION, from: DURATION}}\n"
          "    the same; median and 99th percentile are those of the part above `from`\n",
          out);
    put_steps(out);
    fputs("\nKeys of a sweep\n\n", out);
    put_rows(&sweep_file_object, "", out);
}
