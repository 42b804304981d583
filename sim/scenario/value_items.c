/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that hold objects: sections, mappings from names to objects, lists of objects. */
#include "sim/scenario/loader.h"
#include "sim/scenario/text.h"
#include "sim/scenario/write.h"

#include <string.h>

static struct object *find_section(struct loader *loader, const struct key_row *row)
{
    for (size_t i = 0; i < SECTION_COUNT; i++) {
        if (loader->section[i].type == row->object)
            return &loader->section[i];
    }
    ensure(false);
}

static bool read_section(struct loader *loader, const struct object *object, const struct key_row *row,
                         const struct node *node)
{
    (void)object;
    struct object *section = find_section(loader, row);
    if (preset_override(loader, row) != NULL)
        return true;
    section->place = node->place;
    if (node->kind == NODE_SCALAR && node->text[0] != '\0' && row->preset_kind != NULL)
        return preset_read(loader, section, row, node, false);
    section->broken = node->kind != NODE_MAPPING;
    if (row->preset_kind == NULL)
        return object_read(loader, section, node);
    bool good = true;
    const struct node *preset = node->kind == NODE_MAPPING ? node_find(node, "preset", NULL) : NULL;
    if (preset != NULL)
        good = preset_read(loader, section, row, preset, false);
    return object_read(loader, section, node) && good;
}

static void write_section(const struct key_row *row, const void *base, int indent, FILE *out)
{
    fputc('\n', out);
    write_object(row->object, row->name, base, base, indent + 2, out);
}

static void section_schema(const struct key_row *row, FILE *out)
{
    if (row->preset_kind != NULL)
        fputs("{\"anyOf\": [{\"type\": \"string\"}, ", out);
    schema_object(row->object, row->preset_kind == NULL, out);
    if (row->preset_kind != NULL)
        fputs("]}", out);
}

const struct value_type value_section = {
    .words = "a mapping",
    .read = read_section,
    .write_block = write_section,
    .schema = section_schema,
};

/* Reads one item, from what it was in an earlier layer when `before` is not NULL, into `item`. */
static bool read_item(struct loader *loader, const struct object_type *type, const char *path, const struct node *node,
                      const void *before, void *item)
{
    struct object object;
    object_init(loader, &object, type, item, path, node->place);
    bool good;
    bool plain = node->kind != NODE_MAPPING || distribution_is_written(node);
    if (type->shorthand != NULL && (plain || type->shorthand_only))
        good = object_read_value(loader, &object, type->shorthand, node);
    else
        good = object_read(loader, &object, node);
    if (before == NULL && node->kind != NODE_BROKEN && (good || node->kind == NODE_MAPPING)) {
        size_t mistakes = loader->mistakes->all;
        object_complete(loader, &object);
        good = good && loader->mistakes->all == mistakes;
    }
    if (good && type->finish != NULL)
        type->finish(loader, &object, before);
    return good;
}

static const char *item_name(const struct object_type *type, const void *items, size_t i)
{
    const char *name;
    memcpy(&name, (const char *)items + i * type->size + type->name_offset, sizeof name);
    return name;
}

static void *find_item(const struct object_type *type, void *items, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(item_name(type, items, i), name) == 0)
            return (char *)items + i * type->size;
    }
    return NULL;
}

static void set_place(struct loader *loader, const struct object_type *type, void *item, struct place place)
{
    struct text_place where = value_place(loader, place);
    if (type->has_place)
        memcpy((char *)item + type->place_offset, &where, sizeof where);
}

/* An item with a mistake in it is kept all the same when it has a name, so that uses of the name are not mistakes
 * as well. */
static bool read_named(struct loader *loader, const struct object *object, const struct key_row *row,
                       const struct node *key, const struct node *node)
{
    const struct object_type *type = row->object;
    const char *name = value_keep_name(loader, key, type->what);
    if (name == NULL)
        return false;
    size_t count;
    void *items = array_items(row, object->base, &count);
    void *found = find_item(type, items, count, name);
    const void *before = found != NULL ? arena_copy(loader->scratch, found, type->size) : NULL;
    if (found == NULL && count == ITEMS_MAX) {
        mistake_add(loader->mistakes, key->place, NULL, "more than %d items in `%s`", ITEMS_MAX, row->name);
        return false;
    }
    if (found == NULL) {
        items = arena_grow(loader->keep, items, count, type->size);
        found = (char *)items + count++ * type->size;
        memset(found, 0, type->size);
        memcpy((char *)found + type->name_offset, &name, sizeof name);
    }
    set_place(loader, type, found, key->place);
    array_set(row, object->base, items, count);
    const char *path = arena_format(loader->scratch, "%s.%s.%s", object->path, row->name, name);
    return read_item(loader, type, path, node, before, found);
}

static bool read_by_name(struct loader *loader, const struct object *object, const struct key_row *row,
                         const struct node *node)
{
    if (node->kind != NODE_MAPPING)
        return value_refuse(loader, node, "a mapping from names");
    bool good = true;
    for (size_t i = 0; i < node->count && !value_enough(loader); i++)
        good = read_named(loader, object, row, node->item[i].key, node->item[i].value) && good;
    return good;
}

static void write_by_name(const struct key_row *row, const void *base, int indent, FILE *out)
{
    const struct object_type *type = row->object;
    size_t count;
    const char *items = array_items(row, base, &count);
    fputs(count == 0 ? " {}\n" : "\n", out);
    for (size_t i = 0; i < count; i++) {
        const void *item = items + i * type->size;
        fprintf(out, "%*s%s:", indent + 2, "", item_name(type, items, i));
        if (type->shorthand_only) {
            type->shorthand->type->write_block(type->shorthand, item, indent + 2, out);
        } else {
            fputc(' ', out);
            write_object_flow(type, item, out);
            fputc('\n', out);
        }
    }
}

static void by_name_schema(const struct key_row *row, FILE *out)
{
    const struct object_type *type = row->object;
    fputs("{\"type\": \"object\", \"propertyNames\": {\"$ref\": \"#/$defs/name\"}, \"additionalProperties\": ", out);
    if (type->shorthand_only) {
        type->shorthand->type->schema(type->shorthand, out);
    } else if (type->shorthand != NULL) {
        fputs("{\"anyOf\": [", out);
        type->shorthand->type->schema(type->shorthand, out);
        fputs(", ", out);
        schema_object(type, false, out);
        fputs("]}", out);
    } else {
        schema_object(type, true, out);
    }
    fputs("}", out);
}

const struct value_type value_by_name = {
    .words = "a mapping from names",
    .read = read_by_name,
    .write_block = write_by_name,
    .schema = by_name_schema,
};

/* A list replaces the whole list of an earlier layer: its items have no names to match them by. */
static bool read_list(struct loader *loader, const struct object *object, const struct key_row *row,
                      const struct node *node)
{
    const struct object_type *type = row->object;
    if (node->kind != NODE_SEQUENCE)
        return value_refuse(loader, node, "a list");
    if (node->count > ITEMS_MAX) {
        mistake_add(loader->mistakes, node->place, NULL, "more than %d items in `%s`", ITEMS_MAX, row->name);
        return false;
    }
    char *items = arena_allocate(loader->keep, (node->count + 1) * type->size);
    bool good = true;
    for (size_t i = 0; i < node->count; i++) {
        const char *path =
            arena_format(loader->scratch, "%s%s%s[%zu]", object->path, object->path[0] ? "." : "", row->name, i);
        set_place(loader, type, items + i * type->size, node->item[i].value->place);
        good = read_item(loader, type, path, node->item[i].value, NULL, items + i * type->size) && good;
    }
    if (good)
        array_set(row, object->base, items, node->count);
    return good;
}

static void write_list(const struct key_row *row, const void *base, int indent, FILE *out)
{
    size_t count;
    const char *items = array_items(row, base, &count);
    fputs(count == 0 ? " []\n" : "\n", out);
    for (size_t i = 0; i < count; i++)
        write_list_item(row->object, items + i * row->object->size, indent + 2, out);
}

static void list_schema(const struct key_row *row, FILE *out)
{
    fputs("{\"type\": \"array\", \"items\": ", out);
    schema_object(row->object, true, out);
    fputs("}", out);
}

const struct value_type value_list = {
    .words = "a list",
    .read = read_list,
    .write_block = write_list,
    .schema = list_schema,
};
