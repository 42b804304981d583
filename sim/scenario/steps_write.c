/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps as scenario_show() prints them, and their schema. */
#include "models/registry.h"
#include "sim/scenario/key.h"
#include "sim/scenario/loader.h"
#include "sim/scenario/steps.h"
#include "sim/scenario/text.h"

static void write_option(const char *name, const char *value, FILE *out)
{
    if (value != NULL)
        fprintf(out, ", %s: %s", name, value);
}

static void write_step(const struct step_text *step, FILE *out)
{
    const struct step_kind_info *kind = &step_kinds[step->kind];
    bool alone = step->if_flag == NULL && step->label == NULL && step->account == NULL && step->source == NULL;
    if (kind->argument == ARGUMENT_NONE && alone) {
        fprintf(out, "%s\n", kind->name);
        return;
    }
    fprintf(out, "{%s: ", kind->name);
    if (step->target != NULL)
        fputs(step->target, out);
    else if (kind->argument != ARGUMENT_NONE)
        distribution_write(&step->time, out);
    if (step->if_flag != NULL)
        fprintf(out, ", if: %s%s", step->if_not ? "not " : "", step->if_flag);
    write_option("into", step->into, out);
    write_option("from", step->from, out);
    write_option("expect", step->expect, out);
    write_option("cpu", step->cpu, out);
    bool several = step->to[0] != NULL && step->to[1] != NULL;
    for (size_t i = 0; i < STEP_LABELS_MAX && step->to[i] != NULL; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : several ? ", to: [" : ", to: ", step->to[i]);
    fputs(several ? "]" : "", out);
    write_option("label", step->label, out);
    write_option("account", step->account, out);
    if (step->source != NULL) {
        fputs(", source: ", out);
        text_put_quoted(step->source, out);
    }
    fputs("}\n", out);
}

void steps_write(const struct key_row *row, const void *base, int indent, FILE *out)
{
    const struct path_text *path = value_field(row, base);
    fputs(path->step_count == 0 ? " []\n" : "\n", out);
    for (size_t i = 0; i < path->step_count; i++) {
        fprintf(out, "%*s- ", indent + 2, "");
        write_step(&path->step[i], out);
    }
}

void path_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fputs("{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/step\"}}", out);
}

/* The schema of what stands after a step's key. */
static void argument_schema(enum step_argument argument, FILE *out)
{
    size_t count = 0;
    switch (argument) {
    case ARGUMENT_NONE:
        fputs("{\"enum\": [null, \"\"]}", out);
        return;
    case ARGUMENT_WORK:
        fputs("{\"anyOf\": [{\"$ref\": \"#/$defs/distribution\"}, {\"$ref\": \"#/$defs/name\"}]}", out);
        return;
    case ARGUMENT_CLOCK:
        fputs("{\"enum\": [\"clocksource\", \"sched_clock\"]}", out);
        return;
    case ARGUMENT_DEVICE:
        fputs("{\"enum\": [", out);
        for (; count < registry_device_count; count++)
            fprintf(out, "%s\"%s\"", count == 0 ? "" : ", ", registry_devices[count]);
        fputs("]}", out);
        return;
    case ARGUMENT_DO:
        fputs("{\"enum\": [", out);
        for (; registry_do_at(count); count++)
            fprintf(out, "%s\"%s\"", count == 0 ? "" : ", ", registry_do_at(count)->name);
        fputs("]}", out);
        return;
    default:
        fputs("{\"$ref\": \"#/$defs/name\"}", out);
        return;
    }
}

static void option_schema(enum step_option option, FILE *out)
{
    if (option == OPTION_TO) {
        fprintf(out,
                "{\"anyOf\": [{\"$ref\": \"#/$defs/name\"}, {\"type\": \"array\", \"maxItems\": %d, \"items\": "
                "{\"$ref\": \"#/$defs/name\"}}]}",
                STEP_LABELS_MAX);
    } else if (option == OPTION_ACCOUNT || option == OPTION_IF) {
        fputs("{\"enum\": [", out);
        for (size_t i = 0; option == OPTION_ACCOUNT && i < account_count; i++)
            fprintf(out, "%s\"%s\"", i == 0 ? "" : ", ", accounts[i].name);
        for (size_t i = 0; option == OPTION_IF && i < step_flag_count; i++)
            fprintf(out, "%s\"%s\", \"not %s\"", i == 0 ? "" : ", ", step_flags[i].name, step_flags[i].name);
        fputs("]}", out);
    } else {
        fputs(option == OPTION_SOURCE ? "{\"type\": \"string\"}" : "{\"$ref\": \"#/$defs/name\"}", out);
    }
}

static void kind_schema(const struct step_kind_info *kind, FILE *out)
{
    fputs("{\"type\": \"object\", \"additionalProperties\": false, \"description\": ", out);
    text_put_quoted(kind->help, out);
    fprintf(out, ", \"required\": [\"%s\"", kind->name);
    for (size_t i = 0; i < STEP_OPTION_COUNT; i++) {
        if (kind->required & step_options[i].option)
            fprintf(out, ", \"%s\"", step_options[i].name);
    }
    fprintf(out, "], \"properties\": {\"%s\": ", kind->name);
    argument_schema(kind->argument, out);
    for (size_t i = 0; i < STEP_OPTION_COUNT; i++) {
        if (!(kind->options & step_options[i].option))
            continue;
        fprintf(out, ", \"%s\": ", step_options[i].name);
        option_schema(step_options[i].option, out);
    }
    fputs("}}", out);
}

void steps_schema(FILE *out)
{
    const char *separator = "";
    fputs("{\"anyOf\": [{\"enum\": [", out);
    for (size_t i = 0; i < STEP_KIND_COUNT; i++) {
        if (step_kinds[i].argument != ARGUMENT_NONE)
            continue;
        fprintf(out, "%s\"%s\"", separator, step_kinds[i].name);
        separator = ", ";
    }
    fputs("]}", out);
    for (size_t i = 0; i < STEP_KIND_COUNT; i++) {
        fputs(",\n", out);
        kind_schema(&step_kinds[i], out);
    }
    fputs("]}", out);
}
