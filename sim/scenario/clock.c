/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clocks to compare, and the one that losses are measured against. */
#include "models/registry.h"
#include "sim/scenario/loader.h"
#include "sim/scenario/text.h"

#include <stdio.h>
#include <string.h>

enum { CLOCKS_MAX = 64 };
static const char stable[] = "stable", baseline_none[] = "none", baseline_default[] = "tsc";

static const struct policy_descriptor *find_policy(struct loader *loader, enum policy_kind kind, const char *name,
                                                   struct place place)
{
    const struct policy_descriptor *policy = registry_policy(kind, name);
    if (policy != NULL)
        return policy;
    struct names names = {NULL, 0};
    for (size_t i = 0; (policy = registry_policy_at(i)) != NULL; i++) {
        if (policy->kind == kind)
            names_add(loader->scratch, &names, policy->name);
    }
    mistake_add(loader->mistakes, place, suggest_hint(loader->scratch, name, &names, "known"),
                kind == POLICY_CLOCKSOURCE ? "there is no clocksource `%s`" : "there is no sched_clock `%s`",
                value_visible(loader, name));
    return NULL;
}

static bool choose(struct loader *loader, const char *clocksource, struct place clocksource_place,
                   const char *sched_clock, struct place sched_clock_place, struct clock_choice *choice)
{
    choice->clocksource = find_policy(loader, POLICY_CLOCKSOURCE, clocksource, clocksource_place);
    choice->sched_clock = find_policy(loader, POLICY_SCHED_CLOCK, sched_clock, sched_clock_place);
    if (choice->clocksource == NULL || choice->sched_clock == NULL)
        return false;
    bool plain = strcmp(sched_clock, stable) == 0;
    int length =
        snprintf(choice->name, sizeof choice->name, "%s%s%s", clocksource, plain ? "" : "+", plain ? "" : sched_clock);
    ensure(length > 0 && (size_t)length < sizeof choice->name);
    return true;
}

/* `hpet`, or `hpet+unstable`. */
static bool read_clock_name(struct loader *loader, const struct node *node, struct clock_choice *choice)
{
    const char *text = value_scalar(loader, node, "the name of a clock");
    if (text == NULL)
        return false;
    const char *plus = strchr(text, '+');
    if (plus == NULL)
        return choose(loader, text, node->place, stable, node->place, choice);
    struct place after = node->place;
    const char *before = arena_text(loader->scratch, text, (size_t)(plus - text));
    if (node->plain)
        after.column += (uint32_t)text_characters(before) + 1;
    return choose(loader, before, node->place, plus + 1, after, choice);
}

static bool read_clock(struct loader *loader, const struct node *node, struct clock_choice *choice)
{
    if (node->kind != NODE_MAPPING)
        return read_clock_name(loader, node, choice);
    const struct node *clocksource = node_find(node, "clocksource", NULL);
    const struct node *sched_clock = node_find(node, "sched_clock", NULL);
    struct names names = {NULL, 0};
    names_add(loader->scratch, &names, "clocksource");
    names_add(loader->scratch, &names, "sched_clock");
    bool good = true;
    for (size_t i = 0; i < node->count && !value_enough(loader); i++) {
        const struct node *key = node->item[i].key;
        if (node->item[i].value == clocksource || node->item[i].value == sched_clock)
            continue;
        mistake_add(loader->mistakes, key->place, suggest_hint(loader->scratch, key->text, &names, "keys here"),
                    "unknown key `%s`", value_visible(loader, key->text));
        good = false;
    }
    if (clocksource == NULL) {
        mistake_add(loader->mistakes, node->place, NULL, "`clocksource` is missing");
        return false;
    }
    const char *name = value_scalar(loader, clocksource, "the name of a clocksource");
    const char *sched_name =
        sched_clock == NULL ? stable : value_scalar(loader, sched_clock, "the name of a sched_clock");
    if (name == NULL || sched_name == NULL)
        return false;
    return choose(loader, name, clocksource->place, sched_name,
                  sched_clock == NULL ? clocksource->place : sched_clock->place, choice) &&
           good;
}

/* Adds a clock to the list; a name may stand there once. */
static bool add_clock(struct loader *loader, const struct node *node, struct clock_choice *list, size_t *count)
{
    struct clock_choice choice = {.name = ""};
    if (!read_clock(loader, node, &choice))
        return false;
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(list[i].name, choice.name) == 0) {
            mistake_add(loader->mistakes, node->place, NULL, "the clock `%s` is listed twice", choice.name);
            return false;
        }
    }
    list[(*count)++] = choice;
    return true;
}

static bool read_clocks(struct loader *loader, const struct object *object, const struct key_row *row,
                        const struct node *node)
{
    bool is_list = node->kind == NODE_SEQUENCE;
    size_t all = is_list ? node->count : 1, count = 0;
    if (loader->overrides->clock_count > 0)
        return true;
    if (all == 0 || all > CLOCKS_MAX) {
        mistake_add(loader->mistakes, node->place, NULL, "`clock` lists 1 to %d clocks", CLOCKS_MAX);
        return false;
    }
    struct clock_choice *list = arena_allocate(loader->keep, all * sizeof *list);
    bool good = true;
    for (size_t i = 0; i < all; i++)
        good = add_clock(loader, is_list ? node->item[i].value : node, list, &count) && good;
    array_set(row, object->base, list, count);
    return good;
}

void clocks_override(struct loader *loader)
{
    const struct scenario_overrides *overrides = loader->overrides;
    struct object *all = &loader->section[SECTION_ALL];
    const struct key_row *row = object_row(all->type, "clock");
    struct clock_choice *list = arena_allocate(loader->keep, overrides->clock_count * sizeof *list);
    size_t count = 0;
    for (size_t i = 0; i < overrides->clock_count; i++) {
        const char *name = arena_format(loader->scratch, "--clock %s", overrides->clock[i]);
        const struct source *source =
            source_of_setting(loader->scratch, loader->mistakes, name, overrides->clock[i], (struct place){0});
        if (source == NULL)
            continue;
        struct node *node = arena_allocate(loader->scratch, sizeof *node);
        *node = (struct node){.kind = NODE_SCALAR, .place = {source, 1, 1}, .text = overrides->clock[i]};
        add_clock(loader, node, list, &count);
        all->given[row - all->type->row] = node;
    }
    array_set(row, all->base, list, count);
}

static void write_clocks(const struct key_row *row, const void *base, FILE *out)
{
    size_t count;
    const struct clock_choice *list = array_items(row, base, &count);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%s", i == 0 ? "[" : ", ", list[i].name);
    fputs("]", out);
}

static void clock_schema(FILE *out)
{
    fputs("{\"anyOf\": [{\"type\": \"string\"}, {\"type\": \"object\", \"additionalProperties\": false, "
          "\"required\": [\"clocksource\"], \"properties\": {\"clocksource\": {\"type\": \"string\"}, "
          "\"sched_clock\": {\"type\": \"string\"}}}]}",
          out);
}

static void clocks_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fputs("{\"anyOf\": [", out);
    clock_schema(out);
    fputs(", {\"type\": \"array\", \"minItems\": 1, \"items\": ", out);
    clock_schema(out);
    fputs("}]}", out);
}

const struct value_type value_clocks = {
    .words = "a clock or a list of clocks: `hpet`, `hpet+unstable`, or {clocksource: hpet, sched_clock: unstable}",
    .read = read_clocks,
    .write = write_clocks,
    .schema = clocks_schema,
};

/* The list of clocks may come later in the file, or from the command line. */
static bool read_baseline(struct loader *loader, const struct object *object, const struct key_row *row,
                          const struct node *node)
{
    (void)object, (void)row;
    if (value_scalar(loader, node, "the name of a listed clock, or `none`") == NULL)
        return false;
    loader->baseline = node;
    return true;
}

static int find_clock(const struct scenario *scenario, const char *name)
{
    for (size_t i = 0; i < scenario->clock_count; i++) {
        if (strcmp(scenario->clock[i].name, name) == 0)
            return (int)i;
    }
    return SCENARIO_BASELINE_NONE;
}

void baseline_resolve(struct loader *loader)
{
    struct scenario *scenario = loader->scenario;
    const struct node *node = loader->baseline;
    scenario->baseline = find_clock(scenario, node != NULL ? node->text : baseline_default);
    /* A list from the command line may leave the file's baseline out: then there is none. */
    bool overridden = loader->overrides->clock_count > 0;
    if (node == NULL || scenario->baseline != SCENARIO_BASELINE_NONE || scenario->clock_count == 0 || overridden ||
        strcmp(node->text, baseline_none) == 0)
        return;
    struct names names = {NULL, 0};
    for (size_t i = 0; i < scenario->clock_count; i++)
        names_add(loader->scratch, &names, scenario->clock[i].name);
    names_add(loader->scratch, &names, baseline_none);
    mistake_add(loader->mistakes, node->place, suggest_hint(loader->scratch, node->text, &names, "listed"),
                "the baseline `%s` is not one of the clocks", value_visible(loader, node->text));
}

static void write_baseline(const struct key_row *row, const void *base, FILE *out)
{
    const struct scenario *scenario = base;
    (void)row;
    fputs(scenario->baseline == SCENARIO_BASELINE_NONE ? baseline_none : scenario->clock[scenario->baseline].name, out);
}

static void baseline_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fputs("{\"type\": \"string\"}", out);
}

const struct value_type value_baseline = {
    .words = "the name of a listed clock, or `none`",
    .settable = true,
    .read = read_baseline,
    .write = write_baseline,
    .schema = baseline_schema,
};
