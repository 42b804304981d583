/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/steps.h"

#include "models/registry.h"
#include "sim/scenario/loader.h"
#include "sim/scenario/text.h"

#include <string.h>

const struct step_option_info step_options[STEP_OPTION_COUNT] = {
    {"if", OPTION_IF, "a flag, or `not FLAG`: the step is skipped when it does not hold"},
    {"into", OPTION_INTO, "the register that receives the result"},
    {"from", OPTION_FROM, "the register that gives the value; spin: the value to differ from"},
    {"expect", OPTION_EXPECT, "the register with the expected value"},
    {"cpu", OPTION_CPU, "the register with the CPU's number"},
    {"to", OPTION_TO, "the label, or list of labels, that may come next"},
    {"label", OPTION_LABEL, "names this step within its path"},
    {"account", OPTION_ACCOUNT, "the book that time is charged to from here"},
    {"source", OPTION_SOURCE, "where the step or its cost is known from"},
};

/* Durations of steps: long enough for any sleep, short enough never to overflow. */
static const struct key_row step_time = {
    .name = "time", .quantity = QUANTITY_DURATION, .least = 0, .greatest = INT64_C(1000000000000000)};

/* A step while it is read. */
struct step_reading {
    struct loader *loader;
    const struct object *object; /* that holds the path */
    const struct step_kind_info *kind;
    struct step_text *step;
    const struct node *node;
    bool good;
};

const char *step_argument_words(enum step_argument argument)
{
    switch (argument) {
    case ARGUMENT_NONE:
        return "nothing";
    case ARGUMENT_WORK:
        return "a duration, a distribution, or the name of a cost";
    case ARGUMENT_CLOCK:
        return "`clocksource` or `sched_clock`";
    case ARGUMENT_DEVICE:
        return "a device";
    case ARGUMENT_WORD:
        return "a declared word";
    case ARGUMENT_DO:
        return "a `do` function";
    case ARGUMENT_LABEL:
        return "a label of this path";
    case ARGUMENT_PATH:
        return "a path";
    case ARGUMENT_REGISTER:
        return "a register";
    case ARGUMENT_CHANNEL:
        return "a declared channel";
    }
    ensure(false);
}

static const struct step_kind_info *find_kind(const char *name)
{
    for (size_t i = 0; i < STEP_KIND_COUNT; i++) {
        if (strcmp(step_kinds[i].name, name) == 0)
            return &step_kinds[i];
    }
    return NULL;
}

static const struct step_option_info *find_option(const char *name)
{
    for (size_t i = 0; i < STEP_OPTION_COUNT; i++) {
        if (strcmp(step_options[i].name, name) == 0)
            return &step_options[i];
    }
    return NULL;
}

/* Notes a name that is not among those known. */
static void refuse_name(struct step_reading *reading, const struct node *node, const struct names *names,
                        const char *what, const char *label)
{
    struct loader *loader = reading->loader;
    mistake_add(loader->mistakes, node->place, suggest_hint(loader->scratch, node->text, names, label),
                "there is no %s `%s`", what, value_visible(loader, node->text));
    reading->good = false;
}

static const char *read_name(struct step_reading *reading, const struct node *node, const char *words)
{
    const char *name = value_keep_name(reading->loader, node, words);
    reading->good = reading->good && name != NULL;
    return name;
}

/* One of a few names that the program knows. */
static const char *read_known(struct step_reading *reading, const struct node *node, const struct names *names,
                              const char *what, const char *label)
{
    const char *text = value_scalar(reading->loader, node, what);
    for (size_t i = 0; text != NULL && i < names->count; i++) {
        if (strcmp(names->name[i], text) == 0)
            return names->name[i];
    }
    reading->good = false;
    if (text != NULL)
        refuse_name(reading, node, names, what, label);
    return NULL;
}

static void refer(struct step_reading *reading, const struct node *node, enum reference_kind kind)
{
    struct loader *loader = reading->loader;
    const char *name = read_name(reading, node, step_argument_words(reading->kind->argument));
    reading->step->target = name;
    if (name == NULL)
        return;
    bool in_kernel = object_is_kernel_item(reading->object);
    loader->reference =
        arena_grow(loader->scratch, loader->reference, loader->reference_count, sizeof *loader->reference);
    loader->reference[loader->reference_count++] =
        (struct reference){kind, in_kernel ? SECTION_KERNEL : SECTION_WORKLOAD, name, node->place};
}

static void read_time(struct step_reading *reading, const struct node *node)
{
    bool number = node->kind == NODE_SCALAR && node->text[0] != '\0' && strchr("0123456789+-.", node->text[0]) != NULL;
    if (node->kind == NODE_MAPPING || number)
        reading->good = distribution_read(reading->loader, node, &step_time, &reading->step->time) && reading->good;
    else
        refer(reading, node, REFERENCE_COST);
}

static void read_do(struct step_reading *reading, const struct node *node)
{
    struct names names = {NULL, 0};
    const struct do_descriptor *descriptor;
    for (size_t i = 0; (descriptor = registry_do_at(i)); i++)
        names_add(reading->loader->scratch, &names, descriptor->name);
    reading->step->target = read_known(reading, node, &names, "`do` function", "known");
}

static void read_argument(struct step_reading *reading, const struct node *node)
{
    struct loader *loader = reading->loader;
    struct names names = {NULL, 0};
    switch (reading->kind->argument) {
    case ARGUMENT_NONE:
        if (node->kind == NODE_SCALAR && (node->text[0] == '\0' || strcmp(node->text, "null") == 0))
            return;
        mistake_add(loader->mistakes, node->place, NULL, "nothing stands after `%s`", reading->kind->name);
        reading->good = false;
        return;
    case ARGUMENT_WORK:
        read_time(reading, node);
        return;
    case ARGUMENT_CLOCK:
        names_add(loader->scratch, &names, "clocksource");
        names_add(loader->scratch, &names, "sched_clock");
        reading->step->target = read_known(reading, node, &names, "clock", "allowed");
        return;
    case ARGUMENT_DEVICE:
        for (size_t i = 0; i < registry_device_count; i++)
            names_add(loader->scratch, &names, registry_devices[i]);
        reading->step->target = read_known(reading, node, &names, "device", "devices");
        return;
    case ARGUMENT_WORD: {
        bool locks = reading->step->kind == STEP_LOCK || reading->step->kind == STEP_UNLOCK;
        refer(reading, node, locks ? REFERENCE_LOCK : REFERENCE_WORD);
        return;
    }
    case ARGUMENT_DO:
        read_do(reading, node);
        return;
    case ARGUMENT_LABEL:
    case ARGUMENT_REGISTER:
        reading->step->target = read_name(reading, node, step_argument_words(reading->kind->argument));
        return;
    case ARGUMENT_PATH:
        refer(reading, node, REFERENCE_PATH);
        return;
    case ARGUMENT_CHANNEL:
        refer(reading, node, REFERENCE_CHANNEL);
        return;
    }
}

static void read_flag(struct step_reading *reading, const struct node *node)
{
    struct loader *loader = reading->loader;
    struct names names = {NULL, 0};
    const char *text = value_scalar(loader, node, "a flag, or `not FLAG`");
    for (size_t i = 0; i < step_flag_count; i++)
        names_add(loader->scratch, &names, step_flags[i].name);
    reading->good = reading->good && text != NULL;
    if (text == NULL)
        return;
    struct node flag = *node;
    reading->step->if_not = strncmp(text, "not ", 4) == 0;
    if (reading->step->if_not) {
        size_t skip = 4 + strspn(text + 4, " ");
        flag.text += skip;
        flag.place.column += node->plain ? (uint32_t)skip : 0;
    }
    reading->step->if_flag = read_known(reading, &flag, &names, "flag", "flags");
}

static void read_labels(struct step_reading *reading, const struct node *node)
{
    if (node->kind != NODE_SEQUENCE) {
        reading->step->to[0] = read_name(reading, node, "a label");
        return;
    }
    if (node->count > STEP_LABELS_MAX) {
        mistake_add(reading->loader->mistakes, node->place, NULL, "more than %d labels", STEP_LABELS_MAX);
        reading->good = false;
        return;
    }
    for (size_t i = 0; i < node->count; i++)
        reading->step->to[i] = read_name(reading, node->item[i].value, "a label");
}

static void read_account(struct step_reading *reading, const struct node *node)
{
    struct names names = {NULL, 0};
    for (size_t i = 0; i < account_count; i++)
        names_add(reading->loader->scratch, &names, accounts[i].name);
    reading->step->account = read_known(reading, node, &names, "account", "accounts");
}

static void read_option(struct step_reading *reading, enum step_option option, const struct node *node)
{
    struct step_text *step = reading->step;
    switch (option) {
    case OPTION_IF:
        read_flag(reading, node);
        return;
    case OPTION_INTO:
        step->into = read_name(reading, node, "a register");
        return;
    case OPTION_FROM:
        step->from = read_name(reading, node, "a register");
        return;
    case OPTION_EXPECT:
        step->expect = read_name(reading, node, "a register");
        return;
    case OPTION_CPU:
        step->cpu = read_name(reading, node, "a register");
        return;
    case OPTION_LABEL:
        step->label = read_name(reading, node, "a label");
        return;
    case OPTION_TO:
        read_labels(reading, node);
        return;
    case OPTION_ACCOUNT:
        read_account(reading, node);
        return;
    case OPTION_SOURCE:
        step->source = value_keep(reading->loader, node, "a text", false);
        reading->good = reading->good && step->source != NULL;
        return;
    case OPTION_ALWAYS:
        break;
    }
    ensure(false);
}

static void add_option_names(struct loader *loader, struct names *names, unsigned options)
{
    for (size_t i = 0; i < STEP_OPTION_COUNT; i++) {
        if (options & step_options[i].option)
            names_add(loader->scratch, names, step_options[i].name);
    }
}

static void refuse_step(struct loader *loader, const struct node *key)
{
    struct names names = {NULL, 0};
    for (size_t i = 0; i < STEP_KIND_COUNT; i++)
        names_add(loader->scratch, &names, step_kinds[i].name);
    add_option_names(loader, &names, ~0u);
    mistake_add(loader->mistakes, key->place, suggest_hint(loader->scratch, key->text, &names, "steps and their keys"),
                "there is no step `%s`", value_visible(loader, key->text));
}

/* The one key of the mapping that names a kind of step. */
static bool find_step_key(struct loader *loader, const struct node *node, size_t *at)
{
    size_t found = 0, unknown = 0;
    for (size_t i = 0; i < node->count; i++) {
        const struct node *key = node->item[i].key;
        if (find_kind(key->text) == NULL) {
            if (find_option(key->text) == NULL) {
                refuse_step(loader, key);
                unknown++;
            }
            continue;
        }
        if (found++ > 0)
            mistake_add(loader->mistakes, key->place, "each step is an item of its own, with its own `-`",
                        "a second step, `%s`, in one item", key->text);
        else
            *at = i;
    }
    if (found == 0 && unknown == 0)
        mistake_add(loader->mistakes, node->place, NULL, "there is no step in this item");
    return found == 1 && unknown == 0;
}

/* `do` picks among as many labels as its function says. */
static void check_labels(struct step_reading *reading, const struct node *to, const struct node *argument)
{
    const struct do_descriptor *descriptor = registry_do(reading->step->target);
    int labels = 0;
    while (labels < STEP_LABELS_MAX && reading->step->to[labels] != NULL)
        labels++;
    if (labels == descriptor->labels)
        return;
    reading->good = false;
    mistake_add(reading->loader->mistakes, (to != NULL ? to : argument)->place, descriptor->help,
                "`%s` needs %d label%s in `to`, found %d", descriptor->name, descriptor->labels,
                descriptor->labels == 1 ? "" : "s", labels);
}

static void read_options(struct step_reading *reading, size_t kind_at)
{
    struct loader *loader = reading->loader;
    const struct node *node = reading->node;
    for (size_t i = 0; i < node->count; i++) {
        const struct step_option_info *option = find_option(node->item[i].key->text);
        if (i == kind_at)
            continue;
        if (reading->kind->options & option->option) {
            read_option(reading, option->option, node->item[i].value);
            continue;
        }
        struct names names = {NULL, 0};
        add_option_names(loader, &names, reading->kind->options);
        reading->good = false;
        mistake_add(loader->mistakes, node->item[i].key->place, suggest_hint(loader->scratch, "", &names, "its keys"),
                    "`%s` does not belong to the step `%s`", option->name, reading->kind->name);
    }
    for (size_t i = 0; i < STEP_OPTION_COUNT; i++) {
        bool missing =
            (reading->kind->required & step_options[i].option) && node_find(node, step_options[i].name, NULL) == NULL;
        if (missing) {
            mistake_add(loader->mistakes, node->item[kind_at].key->place, step_options[i].help,
                        "the step `%s` needs the key `%s`", reading->kind->name, step_options[i].name);
            reading->good = false;
        }
    }
}

static bool read_step(struct loader *loader, const struct object *object, const struct node *node,
                      struct step_text *step)
{
    struct step_reading reading = {.loader = loader, .object = object, .step = step, .node = node, .good = true};
    step->place = value_place(loader, node->place);
    if (node->kind == NODE_SCALAR && node->text[0] != '\0') {
        reading.kind = find_kind(node->text);
        if (reading.kind == NULL) {
            refuse_step(loader, node);
            return false;
        }
        step->kind = (enum step_kind)(reading.kind - step_kinds);
        if (reading.kind->argument != ARGUMENT_NONE)
            mistake_add(loader->mistakes, node->place, NULL, "`%s` needs %s after it", reading.kind->name,
                        step_argument_words(reading.kind->argument));
        return reading.kind->argument == ARGUMENT_NONE;
    }
    if (node->kind != NODE_MAPPING || node->count == 0)
        return value_refuse(loader, node, "a step");
    size_t at = 0;
    if (!find_step_key(loader, node, &at))
        return false;
    reading.kind = find_kind(node->item[at].key->text);
    step->kind = (enum step_kind)(reading.kind - step_kinds);
    read_argument(&reading, node->item[at].value);
    read_options(&reading, at);
    if (reading.good && step->kind == STEP_DO)
        check_labels(&reading, node_find(node, "to", NULL), node->item[at].value);
    return reading.good;
}

/* Labels are looked up here, as no other layer can add one to a path. */
static bool check_label(struct loader *loader, const struct node *node, const struct names *labels)
{
    if (node->kind != NODE_SCALAR)
        return false;
    for (size_t i = 0; i < labels->count; i++) {
        if (strcmp(labels->name[i], node->text) == 0)
            return true;
    }
    mistake_add(loader->mistakes, node->place, suggest_hint(loader->scratch, node->text, labels, "labels here"),
                "there is no label `%s` in this path", value_visible(loader, node->text));
    return false;
}

static bool check_uses_of_labels(struct loader *loader, const struct node *step, const struct names *labels)
{
    bool good = true;
    const struct node *jump = node_find(step, "jump", NULL), *to = node_find(step, "to", NULL);
    if (jump != NULL)
        good = check_label(loader, jump, labels);
    if (to != NULL && to->kind == NODE_SCALAR)
        good = check_label(loader, to, labels) && good;
    for (size_t i = 0; to != NULL && to->kind == NODE_SEQUENCE && i < to->count; i++)
        good = check_label(loader, to->item[i].value, labels) && good;
    return good;
}

static bool check_path_labels(struct loader *loader, const struct node *path)
{
    struct names labels = {NULL, 0};
    bool good = true;
    for (size_t i = 0; i < path->count; i++) {
        const struct node *step = path->item[i].value;
        const struct node *label = step->kind == NODE_MAPPING ? node_find(step, "label", NULL) : NULL;
        if (label == NULL || label->kind != NODE_SCALAR)
            continue;
        for (size_t k = 0; k < labels.count; k++) {
            if (strcmp(labels.name[k], label->text) != 0)
                continue;
            mistake_add(loader->mistakes, label->place, NULL, "a second label `%s` in this path",
                        value_visible(loader, label->text));
            good = false;
        }
        names_add(loader->scratch, &labels, label->text);
    }
    for (size_t i = 0; i < path->count; i++) {
        if (path->item[i].value->kind == NODE_MAPPING)
            good = check_uses_of_labels(loader, path->item[i].value, &labels) && good;
    }
    return good;
}

static bool read_steps(struct loader *loader, const struct object *object, const struct key_row *row,
                       const struct node *node)
{
    struct path_text *path = value_field(row, object->base);
    if (node->kind != NODE_SEQUENCE)
        return value_refuse(loader, node, "a list of steps");
    if (node->count > ITEMS_MAX) {
        mistake_add(loader->mistakes, node->place, NULL, "more than %d steps in one path", ITEMS_MAX);
        return false;
    }
    struct step_text *step = arena_allocate(loader->keep, (node->count + 1) * sizeof *step);
    bool good = true;
    for (size_t i = 0; i < node->count; i++)
        good = read_step(loader, object, node->item[i].value, &step[i]) && good;
    good = check_path_labels(loader, node) && good;
    path->step = step;
    path->step_count = node->count;
    path->place = value_place(loader, node->place);
    return good;
}

const struct value_type value_steps = {
    .words = "a list of steps",
    .read = read_steps,
    .write_block = steps_write,
    .schema = path_schema,
};
