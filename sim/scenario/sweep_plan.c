/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/sweep_plan.h"

#include "sim/scenario/sweep.h"

#include <stdlib.h>
#include <string.h>

static bool refuse_range(struct loader *loader, const struct node *node)
{
    static const char *const keys[] = {"from", "to", "points", "spacing"};
    for (size_t i = 0; node->kind == NODE_MAPPING && i < sizeof keys / sizeof *keys; i++) {
        if (node_find(node, keys[i], NULL) == NULL)
            continue;
        mistake_add(loader->mistakes, node->place, "write the values themselves: [16, 32, 48]",
                    "ranges are not supported, only lists of values");
        return true;
    }
    return false;
}

static bool check_values(struct loader *loader, const struct node *node)
{
    static const char words[] = "a list of values";
    if (node->kind != NODE_SEQUENCE)
        return !refuse_range(loader, node) && value_refuse(loader, node, words);
    if (node->count == 0 || node->count > SWEEP_POINTS_MAX) {
        mistake_add(loader->mistakes, node->place, NULL, "%s has 1 to %d of them", words, SWEEP_POINTS_MAX);
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < node->count; i++) {
        const struct node *value = node->item[i].value;
        bool fits = value->kind == NODE_SCALAR || value->kind == NODE_MAPPING;
        good = (fits || value_refuse(loader, value, "a value")) && good;
    }
    return good;
}

static bool add_axis(struct loader *loader, struct sweep_plan *plan, const struct node_entry *column, size_t columns)
{
    const struct node *first = column[0].value;
    for (size_t i = 0; i < columns; i++) {
        if (!check_values(loader, column[i].value))
            return false;
        if (column[i].value->count != first->count) {
            mistake_add(loader->mistakes, column[i].value->place, "lists that go together are as long as each other",
                        "`%s` has %zu values, `%s` %zu", value_visible(loader, column[i].key->text),
                        column[i].value->count, value_visible(loader, column[0].key->text), first->count);
            return false;
        }
        for (size_t k = 0; k < plan->key_count; k++) {
            if (strcmp(plan->key[k].key->text, column[i].key->text) == 0) {
                mistake_add(loader->mistakes, column[i].key->place, NULL, "`%s` is varied twice",
                            value_visible(loader, column[i].key->text));
                return false;
            }
        }
        plan->key = arena_grow(loader->scratch, plan->key, plan->key_count, sizeof *plan->key);
        plan->key[plan->key_count++] = (struct file_setting){column[i].key, column[i].value};
    }
    plan->axis = arena_grow(loader->scratch, plan->axis, plan->axis_count, sizeof *plan->axis);
    plan->axis[plan->axis_count++] = (struct sweep_axis){column, columns, first->count};
    return true;
}

/* ---- the keys of `sweep` */

static bool read_vary(struct loader *loader, const struct object *object, const struct key_row *row,
                      const struct node *node)
{
    (void)row;
    if (node->kind != NODE_MAPPING)
        return value_refuse(loader, node, "a mapping from keys to lists of values");
    bool good = true;
    for (size_t i = 0; i < node->count && !value_enough(loader); i++)
        good = add_axis(loader, object->base, &node->item[i], 1) && good;
    return good;
}

static bool read_together(struct loader *loader, const struct object *object, const struct key_row *row,
                          const struct node *node)
{
    static const char words[] = "a mapping from keys to lists of values, or a list of such mappings";
    (void)row;
    bool good = true, is_list = node->kind == NODE_SEQUENCE;
    for (size_t i = 0; i < (is_list ? node->count : 1) && !value_enough(loader); i++) {
        const struct node *item = is_list ? node->item[i].value : node;
        if (item->kind != NODE_MAPPING || item->count == 0)
            good = value_refuse(loader, item, words);
        else
            good = add_axis(loader, object->base, item->item, item->count) && good;
    }
    return good;
}

/* What it says can only be checked when all lists have been read. */
static bool read_skip(struct loader *loader, const struct object *object, const struct key_row *row,
                      const struct node *node)
{
    struct sweep_plan *plan = object->base;
    (void)row;
    if (node->kind != NODE_SEQUENCE)
        return value_refuse(loader, node, "a list of mappings from keys to values");
    plan->skip = node;
    return true;
}

static bool read_node(struct loader *loader, const struct object *object, const struct key_row *row,
                      const struct node *node)
{
    if (node->kind == NODE_BROKEN)
        return false;
    if (row->offset == offsetof(struct sweep_plan, scenario) && node->kind != NODE_MAPPING &&
        value_scalar(loader, node, row->type->words) == NULL)
        return false;
    memcpy((char *)object->base + row->offset, &node, sizeof node);
    return true;
}

static bool read_sweep(struct loader *loader, const struct object *object, const struct key_row *row,
                       const struct node *node)
{
    struct object sweep;
    object_init(loader, &sweep, row->object, object->base, "sweep", node->place);
    bool good = object_read(loader, &sweep, node);
    if (node->kind == NODE_MAPPING)
        object_complete(loader, &sweep);
    return good;
}

static const struct value_type value_vary = {.words = "a mapping from keys to lists of values", .read = read_vary},
                               value_together = {.words = "a mapping from keys to lists of values, or a list of them",
                                                 .read = read_together},
                               value_skip = {.words = "a list of mappings from keys to values", .read = read_skip},
                               value_base = {.words = "a file, or a mapping", .read = read_node},
                               value_number = {.words = "a whole number", .read = read_node},
                               value_clock_list = {.words = "a clock or a list of clocks", .read = read_node},
                               value_sweep = {.words = "a mapping", .read = read_sweep};

/* clang-format off */
#define ROWS(rows) .row = rows, .row_count = sizeof rows / sizeof rows[0]
static const struct key_row sweep_rows[] = {
    {.name = "scenario", .type = &value_base, .offset = offsetof(struct sweep_plan, scenario),
     .help = "what is varied: a scenario's file, beside this one, or its keys"},
    {.name = "vary", .type = &value_vary, .need = KEY_OPTIONAL,
     .help = "keys and their values, every combination of them: `{kernel.hz: [250, 1000]}`"},
    {.name = "together", .type = &value_together, .need = KEY_OPTIONAL,
     .help = "keys whose lists go in step, the first values together, then the second, ..."},
    {.name = "skip", .type = &value_skip, .need = KEY_OPTIONAL,
     .help = "combinations that are left out: those that have all values of an item"},
    {.name = "clock", .type = &value_clock_list, .offset = offsetof(struct sweep_plan, clock), .need = KEY_OPTIONAL,
     .default_words = "the scenario's", .help = "the clocks to compare"},
    {.name = "replications", .type = &value_number, .offset = offsetof(struct sweep_plan, replications),
     .need = KEY_OPTIONAL, .default_words = "the scenario's", .help = "independent repetitions of each point"},
};
static const struct object_type sweep_object = {
    .what = "a sweep, as a mapping", ROWS(sweep_rows), .size = sizeof(struct sweep_plan)};

static const struct key_row sweep_file_rows[] = {
    {.name = "clocksim", .type = &value_version, .help = "the version of the format; must be the first key"},
    {.name = "sweep", .type = &value_sweep, .object = &sweep_object, .help = "what to vary"},
};
const struct object_type sweep_file_object = {
    .what = "a sweep, as a mapping", ROWS(sweep_file_rows), .size = sizeof(struct sweep_plan)};
/* clang-format on */

/* ---- checks across keys */

static const struct node *find_values(const struct sweep_plan *plan, const char *key)
{
    for (size_t i = 0; i < plan->key_count; i++)
        if (strcmp(plan->key[i].key->text, key) == 0)
            return plan->key[i].value;
    return NULL;
}

static bool is_same(const struct node *a, const struct node *b)
{
    return a->kind == NODE_SCALAR && b->kind == NODE_SCALAR && strcmp(a->text, b->text) == 0;
}

static bool check_skip_entry(struct loader *loader, const struct sweep_plan *plan, const struct node_entry *entry)
{
    const struct node *values = find_values(plan, entry->key->text);
    struct names names = {NULL, 0};
    if (values == NULL) {
        for (size_t i = 0; i < plan->key_count; i++)
            names_add(loader->scratch, &names, plan->key[i].key->text);
        mistake_add(loader->mistakes, entry->key->place,
                    suggest_hint(loader->scratch, entry->key->text, &names, "keys that vary"), "`%s` does not vary",
                    value_visible(loader, entry->key->text));
        return false;
    }
    if (value_scalar(loader, entry->value, "a value") == NULL)
        return false;
    for (size_t i = 0; i < values->count; i++)
        if (is_same(values->item[i].value, entry->value))
            return true;
    mistake_add(loader->mistakes, entry->value->place, "write it as it stands in its list",
                "`%s` is never `%s`", value_visible(loader, entry->key->text),
                value_visible(loader, entry->value->text));
    return false;
}

static bool check_skip(struct loader *loader, const struct sweep_plan *plan)
{
    bool good = true;
    for (size_t i = 0; plan->skip != NULL && i < plan->skip->count && !value_enough(loader); i++) {
        const struct node *item = plan->skip->item[i].value;
        if (item->kind != NODE_MAPPING || item->count == 0)
            good = value_refuse(loader, item, "a mapping from keys to values");
        else
            for (size_t k = 0; k < item->count; k++)
                good = check_skip_entry(loader, plan, &item->item[k]) && good;
    }
    return good;
}

/* What the command line sets too. */
static bool check_overrides(struct loader *loader, const struct sweep_plan *plan)
{
    const struct scenario_overrides *overrides = loader->overrides;
    bool good = true;
    for (size_t k = 0; k < plan->key_count; k++) {
        const char *key = plan->key[k].key->text;
        const char *by = NULL;
        for (size_t i = 0; i < overrides->set_count && by == NULL; i++) {
            size_t length = strcspn(overrides->set[i], " =");
            if (strlen(key) == length && strncmp(overrides->set[i], key, length) == 0)
                by = "--set";
        }
        if (overrides->seed != -1 && strcmp(key, "run.seed") == 0)
            by = "--seed";
        if (overrides->replications != -1 && strcmp(key, "run.replications") == 0)
            by = "--replications";
        if (by != NULL)
            mistake_add(loader->mistakes, plan->key[k].key->place, "leave one of the two out",
                        "`%s` is varied here, and set by `%s`", value_visible(loader, key), by);
        good = good && by == NULL;
    }
    return good;
}

static size_t combinations(const struct sweep_plan *plan)
{
    size_t all = 1;
    for (size_t i = 0; i < plan->axis_count && all <= SWEEP_POINTS_MAX; i++)
        all *= plan->axis[i].length;
    return all;
}

static bool is_scenario(struct loader *loader, const struct node *root)
{
    const struct node *key = NULL;
    if (root->kind != NODE_MAPPING || node_find(root, "sweep", &key) != NULL ||
        node_find(root, "machine", &key) == NULL)
        return false;
    mistake_add(loader->mistakes, key->place, "`clocksim run FILE` runs it", "this is a scenario, not a sweep");
    return true;
}

bool sweep_plan_read(struct loader *loader, const struct node *root, struct sweep_plan *plan)
{
    *plan = (struct sweep_plan){0};
    struct object file;
    object_init(loader, &file, &sweep_file_object, plan, "", root->place);
    if (!version_check(loader, root) || is_scenario(loader, root))
        return false;
    bool good = object_read(loader, &file, root);
    file.given[0] = root;
    object_complete(loader, &file);
    if (!good || loader->mistakes->all > 0)
        return false;
    if (plan->axis_count == 0)
        mistake_add(loader->mistakes, root->place, "a sweep has `vary` or `together`", "nothing varies");
    else if (combinations(plan) > SWEEP_POINTS_MAX)
        mistake_add(loader->mistakes, root->place, NULL, "more than %d combinations", SWEEP_POINTS_MAX);
    else if (check_skip(loader, plan) && check_overrides(loader, plan) && sweep_plan_point(plan, 0, NULL) == 0)
        mistake_add(loader->mistakes, plan->skip->place, NULL, "every combination is skipped");
    return loader->mistakes->all == 0;
}

/* ---- points */

/* The settings of a combination; the last axis varies fastest. */
static void fill(const struct sweep_plan *plan, size_t combination, struct file_setting *setting)
{
    size_t end = plan->key_count;
    for (size_t a = plan->axis_count; a-- > 0; combination /= plan->axis[a].length) {
        const struct sweep_axis *axis = &plan->axis[a];
        end -= axis->columns;
        for (size_t i = 0; i < axis->columns; i++)
            setting[end + i] = (struct file_setting){
                axis->column[i].key, axis->column[i].value->item[combination % axis->length].value};
    }
}

static bool item_matches(const struct node *item, const struct file_setting *setting, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct node *value = node_find(item, setting[i].key->text, NULL);
        if (value != NULL && !is_same(value, setting[i].value))
            return false;
    }
    return true;
}

static bool is_skipped(const struct sweep_plan *plan, const struct file_setting *setting)
{
    for (size_t i = 0; plan->skip != NULL && i < plan->skip->count; i++)
        if (item_matches(plan->skip->item[i].value, setting, plan->key_count))
            return true;
    return false;
}

size_t sweep_plan_point(const struct sweep_plan *plan, size_t number, struct file_setting *setting)
{
    const size_t all = combinations(plan);
    size_t count = 0;
    struct file_setting *tried = calloc(plan->key_count, sizeof *tried);
    ensure(tried != NULL);
    for (size_t i = 0; i < all; i++) {
        fill(plan, i, tried);
        if (is_skipped(plan, tried))
            continue;
        if (setting != NULL && count == number)
            memcpy(setting, tried, plan->key_count * sizeof *tried);
        count++;
    }
    free(tried);
    return count;
}
