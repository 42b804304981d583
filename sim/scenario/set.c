/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings: `path=value`, from the command line or from a published row's neighbours. */
#include "sim/scenario/loader.h"

#include <string.h>

/* A setting on its way down its path. */
struct walk {
    struct loader *loader;
    struct place place;
    const char *rest;   /* of the path */
    const char *so_far; /* of the path, with a dot at its end */
};

/* The next part of the path; empty when there is none. */
static const char *next_part(struct walk *walk)
{
    size_t length = strcspn(walk->rest, ".");
    const char *part = arena_text(walk->loader->scratch, walk->rest, length);
    walk->rest += length + (walk->rest[length] == '.');
    return part;
}

static void refuse_part(struct walk *walk, const char *part, const struct names *names)
{
    struct scenario_arena *scratch = walk->loader->scratch;
    const char *near = suggest_name(part, names);
    const char *hint = near == NULL ? suggest_hint(scratch, "", names, "keys here")
                                    : arena_format(scratch, "did you mean `%s%s`?", walk->so_far, near);
    mistake_add(walk->loader->mistakes, walk->place, hint, "unknown key `%s%s`", walk->so_far,
                value_visible(walk->loader, part));
}

static const struct key_row *find_row(struct walk *walk, const struct object_type *type, const char *part)
{
    const struct key_row *row = object_row(type, part);
    if (row != NULL)
        return row;
    struct names names = {NULL, 0};
    for (size_t i = 0; i < type->row_count; i++)
        names_add(walk->loader->scratch, &names, type->row[i].name);
    refuse_part(walk, part, &names);
    return NULL;
}

/* What has an option of its own. */
static const char *option_hint(const struct walk *walk, const struct key_row *row)
{
    if (row->preset_kind != NULL || row->type == &value_clocks)
        return arena_format(walk->loader->scratch, "use `--%s NAME`", row->name);
    return NULL;
}

static void read_value(struct walk *walk, struct object *object, const struct key_row *row, const struct node *node)
{
    if (walk->rest[0] == '\0' && row->type->settable)
        (void)object_read_value(walk->loader, object, row, node);
    else
        mistake_add(walk->loader->mistakes, walk->place, option_hint(walk, row),
                    "`%s%s` is not a value that can be set", walk->so_far, row->name);
}

/* kernel.costs.NAME, kernel.words.NAME.lock: an item that is there, in a copy of its array, as the original may belong
 * to the scenario that a neighbour is tried on. */
static void set_item(struct walk *walk, struct object *object, const struct key_row *row, const struct node *node)
{
    struct loader *loader = walk->loader;
    const struct object_type *type = row->object;
    const char *part = next_part(walk);
    size_t count;
    if (object->broken)
        return;
    void *old_items = array_items(row, object->base, &count);
    char *items = arena_copy_items(loader->keep, old_items, count, type->size);
    struct names names = {NULL, 0};
    for (size_t i = 0; i < count; i++) {
        char *item = items + i * type->size;
        const char *name;
        memcpy(&name, item + type->name_offset, sizeof name);
        names_add(loader->scratch, &names, name);
        if (strcmp(name, part) != 0)
            continue;
        array_set(row, object->base, items, count);
        struct object whole;
        const void *before = arena_copy(loader->scratch, item, type->size);
        object_init(loader, &whole, type, item, walk->so_far, walk->place);
        walk->so_far = arena_format(loader->scratch, "%s%s.", walk->so_far, part);
        const struct key_row *value_row =
            walk->rest[0] == '\0' && type->shorthand != NULL ? type->shorthand : find_row(walk, type, next_part(walk));
        if (value_row != NULL)
            read_value(walk, &whole, value_row, node);
        if (value_row != NULL && type->finish != NULL)
            type->finish(loader, &whole, before);
        return;
    }
    refuse_part(walk, part, &names);
}

static void set_value(struct walk *walk, const struct node *node)
{
    struct loader *loader = walk->loader;
    struct object *object = &loader->section[SECTION_ALL];
    const struct key_row *row = find_row(walk, object->type, next_part(walk));
    if (row != NULL && row->type == &value_section && walk->rest[0] != '\0') {
        for (size_t i = 0; i < SECTION_COUNT; i++) {
            if (loader->section[i].type == row->object)
                object = &loader->section[i];
        }
        walk->so_far = arena_format(loader->scratch, "%s.", row->name);
        row = find_row(walk, object->type, next_part(walk));
    }
    if (row == NULL)
        return;
    if (row->type == &value_by_name && walk->rest[0] != '\0') {
        walk->so_far = arena_format(loader->scratch, "%s%s.", walk->so_far, row->name);
        set_item(walk, object, row, node);
        return;
    }
    read_value(walk, object, row, node);
}

void setting_apply(struct loader *loader, const char *setting, const char *name, struct place within)
{
    const char *equals = strchr(setting, '=');
    const struct source *source =
        source_of_setting(loader->scratch, loader->mistakes, name, equals != NULL ? equals + 1 : "", within);
    if (source == NULL)
        return;
    struct walk walk = {.loader = loader, .place = {source, 1, 1}, .so_far = ""};
    if (equals == NULL || equals == setting) {
        mistake_add(loader->mistakes, walk.place, "write `path=value`", "this is not a setting");
        return;
    }
    const struct node *node = node_read(loader->scratch, loader->mistakes, source);
    size_t length = (size_t)(equals - setting);
    while (length > 0 && setting[length - 1] == ' ')
        length--;
    walk.rest = arena_text(loader->scratch, setting, length);
    if (node != NULL)
        set_value(&walk, node);
}

void setting_apply_node(struct loader *loader, const char *path, struct place place, const struct node *value)
{
    struct walk walk = {.loader = loader, .place = place, .rest = path, .so_far = ""};
    set_value(&walk, value);
}
