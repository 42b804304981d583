/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for people, names, and lists of either. */
#include "sim/scenario/loader.h"
#include "sim/scenario/text.h"

#include <string.h>

enum { LINE_CHARACTERS_MAX = 200 };

static const char *text_of(const struct key_row *row, const void *base)
{
    const char *text;
    memcpy(&text, (const char *)base + row->offset, sizeof text);
    return text;
}

static void set_text(const struct key_row *row, const struct object *object, const char *text)
{
    memcpy((char *)object->base + row->offset, &text, sizeof text);
}

static bool text_present(const struct key_row *row, const void *base)
{
    return text_of(row, base) != NULL;
}

static void write_text(const struct key_row *row, const void *base, FILE *out)
{
    text_put_quoted(text_of(row, base), out);
}

static void text_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fputs("{\"type\": \"string\", \"minLength\": 1}", out);
}

static bool read_text(struct loader *loader, const struct object *object, const struct key_row *row,
                      const struct node *node)
{
    const char *text = value_keep(loader, node, "a text", false);
    if (text == NULL)
        return false;
    set_text(row, object, text);
    return true;
}

const struct value_type value_text = {
    .words = "a text",
    .settable = true,
    .read = read_text,
    .present = text_present,
    .write = write_text,
    .schema = text_schema,
};

static bool read_line(struct loader *loader, const struct object *object, const struct key_row *row,
                      const struct node *node)
{
    const char *text = value_keep(loader, node, "a line of text", true);
    if (text == NULL)
        return false;
    if (text_characters(text) > LINE_CHARACTERS_MAX) {
        mistake_add(loader->mistakes, node->place, NULL, "`%s` is longer than %d characters", row->name,
                    LINE_CHARACTERS_MAX);
        return false;
    }
    set_text(row, object, text);
    return true;
}

static void line_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fprintf(out, "{\"type\": \"string\", \"minLength\": 1, \"maxLength\": %d}", LINE_CHARACTERS_MAX);
}

const struct value_type value_line = {
    .words = "a line of text",
    .settable = true,
    .read = read_line,
    .present = text_present,
    .write = write_text,
    .schema = line_schema,
};

static bool read_name(struct loader *loader, const struct object *object, const struct key_row *row,
                      const struct node *node)
{
    const char *text = value_keep_name(loader, node, "this");
    if (text == NULL)
        return false;
    set_text(row, object, text);
    return true;
}

static void write_name(const struct key_row *row, const void *base, FILE *out)
{
    fputs(text_of(row, base), out);
}

static void name_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fputs("{\"$ref\": \"#/$defs/name\"}", out);
}

const struct value_type value_name = {
    .words = "a name",
    .settable = true,
    .read = read_name,
    .present = text_present,
    .write = write_name,
    .schema = name_schema,
};

static bool read_label(struct loader *loader, const struct object *object, const struct key_row *row,
                       const struct node *node)
{
    const char *text = value_scalar(loader, node, "a name");
    if (text == NULL)
        return false;
    if (!text_is_preset_name(text)) {
        mistake_add(
            loader->mistakes, node->place,
            arena_format(loader->scratch, "letters, digits, `.`, `_` and `-`, at most %d of them", NAME_MAX_LENGTH),
            "`%s` cannot be a name", value_visible(loader, text));
        return false;
    }
    set_text(row, object, arena_text(loader->keep, text, strlen(text)));
    return true;
}

static void label_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fprintf(out, "{\"type\": \"string\", \"pattern\": \"^[A-Za-z0-9_][A-Za-z0-9._-]*$\", \"maxLength\": %d}",
            NAME_MAX_LENGTH);
}

const struct value_type value_title_name = {
    .words = "a name",
    .read = read_label,
    .present = text_present,
    .write = write_text,
    .schema = label_schema,
};

/* The name of a preset is taken out of the mapping before its other keys are read: see value_section. */
static bool read_preset(struct loader *loader, const struct object *object, const struct key_row *row,
                        const struct node *node)
{
    (void)loader, (void)object, (void)row, (void)node;
    return true;
}

static bool preset_present(const struct key_row *row, const void *base)
{
    (void)row, (void)base;
    return false;
}

const struct value_type value_preset = {
    .words = "the name of a preset",
    .read = read_preset,
    .present = preset_present,
    .schema = label_schema,
};

/* NULL after a mistake. */
static const char **keep_texts(struct loader *loader, const struct node *node, size_t *count)
{
    bool is_list = node->kind == NODE_SEQUENCE, good = true;
    size_t all = is_list ? node->count : 1;
    if (all > ITEMS_MAX) {
        mistake_add(loader->mistakes, node->place, NULL, "more than %d items", ITEMS_MAX);
        return NULL;
    }
    const char **text = arena_allocate(loader->keep, (all + 1) * sizeof *text);
    for (size_t i = 0; i < all; i++) {
        text[i] = value_keep(loader, is_list ? node->item[i].value : node, "a text or a list of texts", false);
        good = good && text[i] != NULL;
    }
    *count = all;
    return good ? text : NULL;
}

bool texts_check(struct loader *loader, const struct node *node)
{
    size_t count;
    return keep_texts(loader, node, &count) != NULL;
}

static bool read_texts(struct loader *loader, const struct object *object, const struct key_row *row,
                       const struct node *node)
{
    size_t count;
    const char **text = keep_texts(loader, node, &count);
    if (text != NULL)
        array_set(row, object->base, text, count);
    return text != NULL;
}

static bool texts_present(const struct key_row *row, const void *base)
{
    size_t count;
    array_items(row, base, &count);
    return count > 0;
}

static void write_texts(const struct key_row *row, const void *base, int indent, FILE *out)
{
    size_t count;
    const char *const *text = array_items(row, base, &count);
    fputc('\n', out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%*s- ", indent + 2, "");
        text_put_quoted(text[i], out);
        fputc('\n', out);
    }
}

static void texts_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fputs("{\"anyOf\": [{\"type\": \"string\"}, {\"type\": \"array\", \"items\": {\"type\": \"string\"}}]}", out);
}

const struct value_type value_texts = {
    .words = "a text or a list of texts",
    .read = read_texts,
    .present = texts_present,
    .write_block = write_texts,
    .schema = texts_schema,
};
