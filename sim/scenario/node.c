/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/node.h"

#include "sim/scenario/mistakes.h"
#include "sim/scenario/text.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct reader {
    struct scenario_arena *arena;
    struct mistakes *mistakes;
    const struct source *source;
    struct node *open[NODE_DEPTH_MAX];      /* mappings and sequences that have begun, outermost first */
    const struct node *key[NODE_DEPTH_MAX]; /* of each open mapping: the key that waits for its value */
    size_t depth;
    size_t count;
    const struct node *root;
    size_t documents;
};

const struct node *node_find(const struct node *mapping, const char *key, const struct node **key_node)
{
    for (size_t i = 0; i < mapping->count; i++) {
        if (mapping->item[i].key != NULL && strcmp(mapping->item[i].key->text, key) == 0) {
            if (key_node != NULL)
                *key_node = mapping->item[i].key;
            return mapping->item[i].value;
        }
    }
    return NULL;
}

static struct place mark_place(const struct reader *reader, yaml_mark_t mark)
{
    return (struct place){reader->source, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1};
}

static int compare_entries(const void *a, const void *b)
{
    const struct node *left = (*(const struct node_entry *const *)a)->key;
    const struct node *right = (*(const struct node_entry *const *)b)->key;
    int order = strcmp(left->text, right->text);
    if (order != 0)
        return order;
    if (left->place.line != right->place.line)
        return left->place.line < right->place.line ? -1 : 1;
    return left->place.column < right->place.column ? -1 : left->place.column > right->place.column;
}

/* By sorting, so that a hostile mapping of a million keys takes no longer than an honest one. */
static void refuse_duplicates(struct reader *reader, struct node *mapping)
{
    struct node_entry **sorted = arena_allocate(reader->arena, mapping->count * sizeof *sorted);
    for (size_t i = 0; i < mapping->count; i++)
        sorted[i] = &mapping->item[i];
    qsort(sorted, mapping->count, sizeof *sorted, compare_entries);
    const struct node *first = NULL;
    for (size_t i = 0; i < mapping->count; i++) {
        const struct node *key = sorted[i]->key;
        if (first == NULL || strcmp(first->text, key->text) != 0) {
            first = key;
            continue;
        }
        struct mistake *mistake = mistake_add(reader->mistakes, key->place, NULL, "duplicate key `%s`",
                                              text_visible(reader->arena, key->text, TEXT_SHOWN_MAX));
        if (mistake != NULL) {
            mistake->other = first->place;
            mistake->note = "it was given here first";
        }
        sorted[i]->key = NULL;
    }
    size_t kept = 0;
    for (size_t i = 0; i < mapping->count; i++) {
        if (mapping->item[i].key != NULL)
            mapping->item[kept++] = mapping->item[i];
    }
    mapping->count = kept;
}

/* Puts a finished or just begun node where it belongs. */
static void attach(struct reader *reader, struct node *node)
{
    if (reader->depth == 0) {
        reader->root = node;
        return;
    }
    struct node *parent = reader->open[reader->depth - 1];
    const struct node **key = &reader->key[reader->depth - 1];
    if (parent->kind == NODE_MAPPING && *key == NULL) {
        *key = node;
        return;
    }
    const struct node *waiting = *key;
    *key = NULL;
    if (parent->kind == NODE_MAPPING && waiting->kind != NODE_SCALAR) {
        if (waiting->kind != NODE_BROKEN)
            mistake_add(reader->mistakes, waiting->place, NULL, "a key must be a plain word");
        return;
    }
    parent->item = arena_grow(reader->arena, parent->item, parent->count, sizeof *parent->item);
    parent->item[parent->count++] = (struct node_entry){waiting, node};
}

static struct node *node_create(struct reader *reader, const yaml_event_t *event, enum node_kind kind)
{
    struct node *node = arena_allocate(reader->arena, sizeof *node);
    reader->count++;
    node->kind = kind;
    node->place = mark_place(reader, event->start_mark);
    node->text = "";
    return node;
}

static void refuse_anchor_and_tag(struct reader *reader, const struct node *node, const yaml_char_t *anchor,
                                  const yaml_char_t *tag)
{
    if (anchor != NULL)
        mistake_add(reader->mistakes, node->place, "write the value out where it is needed",
                    "anchors (`&name`) are not part of the format");
    if (tag != NULL)
        mistake_add(reader->mistakes, node->place, NULL, "tags (`!name`) are not part of the format");
}

static bool begin(struct reader *reader, const yaml_event_t *event, enum node_kind kind)
{
    struct node *node = node_create(reader, event, kind);
    if (kind == NODE_MAPPING)
        refuse_anchor_and_tag(reader, node, event->data.mapping_start.anchor, event->data.mapping_start.tag);
    else
        refuse_anchor_and_tag(reader, node, event->data.sequence_start.anchor, event->data.sequence_start.tag);
    if (reader->depth == NODE_DEPTH_MAX) {
        mistake_add(reader->mistakes, node->place, NULL, "nested deeper than %d levels", NODE_DEPTH_MAX);
        return false;
    }
    attach(reader, node);
    reader->open[reader->depth] = node;
    reader->key[reader->depth] = NULL;
    reader->depth++;
    return true;
}

static void end(struct reader *reader)
{
    struct node *node = reader->open[--reader->depth];
    if (node->kind == NODE_MAPPING)
        refuse_duplicates(reader, node);
}

static void read_scalar(struct reader *reader, const yaml_event_t *event)
{
    struct node *node = node_create(reader, event, NODE_SCALAR);
    const char *text = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    refuse_anchor_and_tag(reader, node, event->data.scalar.anchor, event->data.scalar.tag);
    if (strlen(text) != length) {
        mistake_add(reader->mistakes, node->place, NULL, "a NUL character is not allowed");
        node->kind = NODE_BROKEN;
    }
    node->text = arena_text(reader->arena, text, length);
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && event->start_mark.line == event->end_mark.line;
    attach(reader, node);
}

/* Returns false when there is no sense in reading on. */
static bool take_event(struct reader *reader, const yaml_event_t *event)
{
    struct place place = mark_place(reader, event->start_mark);
    if (reader->count > NODE_COUNT_MAX) {
        mistake_add(reader->mistakes, place, NULL, "more than %d values", NODE_COUNT_MAX);
        return false;
    }
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (++reader->documents > 1) {
            mistake_add(reader->mistakes, place, NULL, "a second document: a file holds one");
            return false;
        }
        return true;
    case YAML_ALIAS_EVENT:
        mistake_add(reader->mistakes, place, "write the value out here",
                    "aliases (`*name`) are not part of the format");
        attach(reader, node_create(reader, event, NODE_BROKEN));
        return true;
    case YAML_SCALAR_EVENT:
        read_scalar(reader, event);
        return true;
    case YAML_SEQUENCE_START_EVENT:
        return begin(reader, event, NODE_SEQUENCE);
    case YAML_MAPPING_START_EVENT:
        return begin(reader, event, NODE_MAPPING);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        end(reader);
        return true;
    default:
        return true;
    }
}

/* libyaml says what it expected; people more often need to hear what they may have done. */
static const char *syntax_hint(const char *problem, const char *line, size_t length)
{
    static const struct {
        const char *problem, *hint;
    } hints[] = {
        {"mapping values are not allowed in this context",
         "a text with `: ` in it needs quotes; or the line is indented wrongly"},
        {"could not find expected ':'", "a key is followed by `: ` and its value"},
        {"did not find expected key", "the keys of one mapping start in the same column"},
        {"did not find expected '-' indicator", "the items of one list start in the same column"},
        {"found character that cannot start any token", "a text that begins with `@`, `%` or a backquote needs quotes"},
        {"found unexpected end of stream", "a quote is not closed"},
        {"found unknown escape character",
         "in double quotes a backslash begins an escape; write two, or single quotes"},
    };
    size_t blanks = 0;
    while (blanks < length && line[blanks] == ' ')
        blanks++;
    if (blanks < length && line[blanks] == '\t')
        return "YAML is indented with spaces, never with tabs";
    for (size_t i = 0; problem != NULL && i < sizeof hints / sizeof hints[0]; i++) {
        if (strcmp(hints[i].problem, problem) == 0)
            return hints[i].hint;
    }
    return NULL;
}

static void refuse_syntax(struct reader *reader, const yaml_parser_t *parser)
{
    struct place place = parser->error == YAML_READER_ERROR ? source_place(reader->source, parser->problem_offset)
                                                            : mark_place(reader, parser->problem_mark);
    size_t length;
    const char *line = source_line(reader->source, place.line, &length);
    struct mistake *mistake =
        mistake_add(reader->mistakes, place, syntax_hint(parser->problem, line, length), "%s%s%s",
                    parser->problem != NULL ? parser->problem : "not YAML", parser->context != NULL ? " " : "",
                    parser->context != NULL ? parser->context : "");
    bool elsewhere = parser->context != NULL && parser->context_mark.line != parser->problem_mark.line;
    if (mistake != NULL && elsewhere && !reader->source->is_setting) {
        mistake->other = mark_place(reader, parser->context_mark);
        mistake->note = "it began here";
    }
}

const struct node *node_read(struct scenario_arena *arena, struct mistakes *mistakes, const struct source *source)
{
    struct reader reader = {.arena = arena, .mistakes = mistakes, .source = source};
    yaml_parser_t parser;
    ensure(yaml_parser_initialize(&parser));
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)source->text, source->length);
    bool going = true, ended = false;
    while (going && !ended) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            refuse_syntax(&reader, &parser);
            going = false;
            break;
        }
        going = take_event(&reader, &event);
        ended = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    if (!going)
        return NULL;
    if (reader.root == NULL && source->is_setting) {
        struct node *empty = arena_allocate(arena, sizeof *empty);
        *empty = (struct node){.kind = NODE_SCALAR, .place = {source, 1, 1}, .text = ""};
        return empty;
    }
    if (reader.root == NULL)
        mistake_add(mistakes, (struct place){source, 0, 0}, NULL, "there is nothing in the file but comments");
    return reader.root;
}
