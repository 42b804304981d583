/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mappings with known keys: sections of a scenario, and the items of its lists. */
#include "sim/scenario/loader.h"

#include <string.h>

void object_init(struct loader *loader, struct object *object, const struct object_type *type, void *base,
                 const char *path, struct place place)
{
    *object = (struct object){.type = type, .base = base, .path = path, .place = place};
    object->given = arena_allocate(loader->scratch, type->row_count * sizeof *object->given);
}

const struct key_row *object_row(const struct object_type *type, const char *name)
{
    for (size_t i = 0; i < type->row_count; i++) {
        if (strcmp(type->row[i].name, name) == 0)
            return &type->row[i];
    }
    return NULL;
}

bool object_given(const struct object *object, const char *name)
{
    return object->given[object_row(object->type, name) - object->type->row] != NULL;
}

struct place object_place(const struct object *object, const char *name)
{
    const struct node *node = object->given[object_row(object->type, name) - object->type->row];
    return node != NULL ? node->place : object->place;
}

bool object_is_kernel_item(const struct object *object)
{
    return strncmp(object->path, "kernel.", 7) == 0;
}

static const char *dotted(struct loader *loader, const struct object *object, const char *name)
{
    if (object->path[0] == '\0')
        return name;
    return arena_format(loader->scratch, "%s.%s", object->path, name);
}

/* A key that is at home elsewhere is better explained by its home than by a similar word. */
static const char *home_of(struct loader *loader, const struct object *object, const char *key)
{
    for (size_t i = 0; i < SECTION_COUNT; i++) {
        const struct object_type *type = loader->section[i].type;
        if (type == object->type || object_row(type, key) == NULL)
            continue;
        if (i == SECTION_ALL)
            return arena_format(loader->scratch, "`%s` belongs at the top level", key);
        return arena_format(loader->scratch, "`%s` belongs under `%s`", key, loader->section[i].path);
    }
    return NULL;
}

static void refuse_key(struct loader *loader, const struct object *object, const struct node *key)
{
    struct names names = {NULL, 0};
    for (size_t i = 0; i < object->type->row_count; i++)
        names_add(loader->scratch, &names, object->type->row[i].name);
    const char *hint = object->type->is_section ? home_of(loader, object, key->text) : NULL;
    if (hint == NULL)
        hint = suggest_hint(loader->scratch, key->text, &names, "keys here");
    mistake_add(loader->mistakes, key->place, hint, "unknown key `%s`", value_visible(loader, key->text));
}

/* What is known of a value's origin: the source that stands with it. A new value without one loses the old
 * value's source, but says so. */
static void keep_source(struct loader *loader, const struct object *object, const struct key_row *row,
                        const char *source)
{
    struct scenario *scenario = loader->scenario;
    const char *path = dotted(loader, object, row->name);
    struct value_source *list = (struct value_source *)scenario->value_source;
    for (size_t i = 0; i < scenario->value_source_count; i++) {
        if (strcmp(list[i].path, path) == 0) {
            list[i].source = source != NULL ? source : source_of_change(loader, list[i].source);
            return;
        }
    }
    if (source == NULL)
        return;
    list = arena_grow(loader->keep, list, scenario->value_source_count, sizeof *list);
    list[scenario->value_source_count++] = (struct value_source){arena_text(loader->keep, path, strlen(path)), source};
    scenario->value_source = list;
}

const char *source_of_change(struct loader *loader, const char *before)
{
    static const char prefix[] = "changed here; before: ";
    if (before == NULL || strncmp(before, prefix, sizeof prefix - 1) == 0)
        return before;
    return arena_format(loader->keep, "%s%s", prefix, before);
}

bool object_read_value(struct loader *loader, struct object *object, const struct key_row *row, const struct node *node)
{
    object->given[row - object->type->row] = node;
    const struct node *value = NULL;
    if (row->type->sourced && object->type->is_section && node->kind == NODE_MAPPING)
        value = node_find(node, "value", NULL);
    if (value == NULL) {
        bool read = row->type->read(loader, object, row, node);
        if (read && row->type->sourced && object->type->is_section)
            keep_source(loader, object, row, NULL);
        return read;
    }
    const char *source = NULL;
    bool good = true;
    for (size_t i = 0; i < node->count && !value_enough(loader); i++) {
        const struct node *key = node->item[i].key;
        if (strcmp(key->text, "source") == 0) {
            source = value_keep(loader, node->item[i].value, "a text", false);
            good = good && source != NULL;
        } else if (strcmp(key->text, "value") != 0) {
            mistake_add(loader->mistakes, key->place, "keys here: value, source", "unknown key `%s`",
                        value_visible(loader, key->text));
            good = false;
        }
    }
    good = row->type->read(loader, object, row, value) && good;
    if (good)
        keep_source(loader, object, row, source);
    return good;
}

bool object_read(struct loader *loader, struct object *object, const struct node *node)
{
    if (node->kind != NODE_MAPPING)
        return value_refuse(loader, node, object->type->what);
    bool good = true;
    for (size_t i = 0; i < node->count && !value_enough(loader); i++) {
        const struct key_row *row = object_row(object->type, node->item[i].key->text);
        if (row == NULL) {
            refuse_key(loader, object, node->item[i].key);
            good = false;
        } else {
            good = object_read_value(loader, object, row, node->item[i].value) && good;
        }
    }
    return good;
}

static bool row_applies(const struct loader *loader, const struct key_row *row)
{
    const char *kind = loader->scenario->workload_name;
    return row->only_kind == NULL || (kind != NULL && strcmp(row->only_kind, kind) == 0);
}

static void read_default(struct loader *loader, struct object *object, const struct key_row *row)
{
    struct node node = {.kind = NODE_SCALAR, .text = row->default_text};
    if (row->need == KEY_DEFAULT)
        ensure(row->type->read(loader, object, row, &node));
    else if (row->absent != 0)
        *(int64_t *)value_field(row, object->base) = row->absent;
}

void object_complete(struct loader *loader, struct object *object)
{
    if (object->broken)
        return;
    for (size_t i = 0; i < object->type->row_count; i++) {
        const struct key_row *row = &object->type->row[i];
        const struct node *given = object->given[i];
        if (!row_applies(loader, row)) {
            if (given != NULL && loader->scenario->workload_name != NULL)
                mistake_add(loader->mistakes, given->place, NULL, "`%s` does not belong to the workload `%s`",
                            row->name, loader->scenario->workload_name);
        } else if (given == NULL && row->need != KEY_REQUIRED) {
            read_default(loader, object, row);
        } else if (given == NULL) {
            mistake_add(loader->mistakes, object->place, row->help, "`%s` is missing",
                        dotted(loader, object, row->name));
        }
    }
}
