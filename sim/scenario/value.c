/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/loader.h"
#include "sim/scenario/text.h"

#include <string.h>

bool value_enough(const struct loader *loader)
{
    return loader->mistakes->all >= MISTAKES_KEPT_MAX;
}

const char *value_visible(struct loader *loader, const char *text)
{
    return text_visible(loader->scratch, text, TEXT_SHOWN_MAX);
}

bool value_refuse(struct loader *loader, const struct node *node, const char *words)
{
    if (node->kind == NODE_SCALAR && node->text[0] == '\0')
        mistake_add(loader->mistakes, node->place, NULL, "expected %s, found nothing", words);
    else if (node->kind == NODE_SCALAR)
        mistake_add(loader->mistakes, node->place, NULL, "expected %s, found `%s`", words,
                    value_visible(loader, node->text));
    else if (node->kind != NODE_BROKEN)
        mistake_add(loader->mistakes, node->place, NULL, "expected %s, found a %s", words,
                    node->kind == NODE_MAPPING ? "mapping" : "list");
    return false;
}

const char *value_scalar(struct loader *loader, const struct node *node, const char *words)
{
    if (node->kind == NODE_SCALAR && node->text[0] != '\0')
        return node->text;
    value_refuse(loader, node, words);
    return NULL;
}

struct text_place value_place(struct loader *loader, struct place place)
{
    while (place.source->is_setting && place.source->within.source != NULL)
        place = place.source->within;
    if (loader->place_file == NULL || strcmp(loader->place_file, place.source->name) != 0)
        loader->place_file = arena_text(loader->keep, place.source->name, strlen(place.source->name));
    if (place.source->is_setting)
        return (struct text_place){loader->place_file, 0, 0};
    return (struct text_place){loader->place_file, place.line, place.column};
}

const char *value_keep(struct loader *loader, const struct node *node, const char *words, bool one_line)
{
    const char *text = value_scalar(loader, node, words);
    size_t length = text != NULL ? strlen(text) : 0;
    if (length > TEXT_BYTES_MAX) {
        mistake_add(loader->mistakes, node->place, NULL, "%s must not be longer than %d bytes", words, TEXT_BYTES_MAX);
        return NULL;
    }
    for (size_t i = 0; i < length;) {
        uint32_t character = 0;
        size_t bytes = text_decode(text + i, length - i, &character);
        bool line_end = text_line_end(text + i, length - i) > 0;
        if (bytes == 0 || text_forbidden(character) || (one_line && line_end)) {
            mistake_add(loader->mistakes, node->place, NULL, "%s must not hold %s", words,
                        line_end ? "more than one line" : "control characters");
            return NULL;
        }
        i += bytes;
    }
    return text == NULL ? NULL : arena_text(loader->keep, text, length);
}

const char *value_keep_name(struct loader *loader, const struct node *node, const char *words)
{
    const char *text = value_scalar(loader, node, words);
    if (text == NULL)
        return NULL;
    if (text_is_name(text))
        return arena_text(loader->keep, text, strlen(text));
    mistake_add(loader->mistakes, node->place,
                arena_format(loader->scratch, "letters, digits and `_`, not starting with a digit, at most %d of them",
                             NAME_MAX_LENGTH),
                "`%s` cannot be the name of %s", value_visible(loader, text), words);
    return NULL;
}

/* Fields are pointers to different types; all object pointers look alike on the platforms that libyaml and
 * GSL run on, so they are moved as bytes. */
void *array_items(const struct key_row *row, const void *base, size_t *count)
{
    void *items;
    memcpy(&items, (const char *)base + row->offset, sizeof items);
    memcpy(count, (const char *)base + row->count_offset, sizeof *count);
    return items;
}

void array_set(const struct key_row *row, void *base, const void *items, size_t count)
{
    memcpy((char *)base + row->offset, &items, sizeof items);
    memcpy((char *)base + row->count_offset, &count, sizeof count);
}
