/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts, durations, frequencies, ratios, sizes; and the choices: names, and true or false. */
#include "sim/scenario/loader.h"
#include "sim/scenario/text.h"
#include "sim/scenario/write.h"

#include <stdlib.h>
#include <string.h>

enum { QUANTITY_TEXT_SIZE = 64 };

static const char *kind_words(enum quantity_kind kind)
{
    switch (kind) {
    case QUANTITY_COUNT:
        return "a whole number";
    case QUANTITY_DURATION:
        return "a duration";
    case QUANTITY_FREQUENCY:
        return "a frequency";
    case QUANTITY_RATE_ERROR:
        return "a rate error";
    case QUANTITY_RATIO:
        return "a ratio";
    case QUANTITY_PERCENT:
        return "a percentage";
    case QUANTITY_SIZE:
        return "a size";
    }
    ensure(false);
}

static void put_quantity(enum quantity_kind kind, int64_t value, FILE *out)
{
    char text[QUANTITY_TEXT_SIZE];
    quantity_format(kind, value, text, sizeof text);
    fputs(text, out);
}

static void put_range(const struct key_row *row, FILE *out)
{
    if (row->allowed_count > 0) {
        for (size_t i = 0; i < row->allowed_count; i++) {
            fputs(i == 0 ? "" : ", ", out);
            put_quantity(row->quantity, row->allowed[i], out);
        }
        return;
    }
    put_quantity(row->quantity, row->least, out);
    fputs(" to ", out);
    put_quantity(row->quantity, row->greatest, out);
}

static const char *range_hint(struct loader *loader, const struct key_row *row)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ensure(out != NULL);
    fputs("allowed: ", out);
    put_range(row, out);
    ensure(fclose(out) == 0);
    const char *hint = arena_text(loader->scratch, text, size);
    free(text);
    return hint;
}

static bool in_range(const struct key_row *row, int64_t value)
{
    if (row->allowed_count > 0) {
        for (size_t i = 0; i < row->allowed_count; i++) {
            if (row->allowed[i] == value)
                return true;
        }
        return false;
    }
    return (row->least == 0 && row->greatest == 0) || (value >= row->least && value <= row->greatest);
}

static const char *units_hint(struct loader *loader, enum quantity_kind kind)
{
    const char *units = quantity_units(kind);
    return units[0] == '\0' ? NULL : arena_format(loader->scratch, "units: %s", units);
}

static void refuse_unit(struct loader *loader, const struct node *node, enum quantity_kind kind, size_t unit_at)
{
    struct place place = node->place;
    const char *unit = node->text + unit_at;
    if (node->plain)
        place.column += (uint32_t)text_characters(arena_text(loader->scratch, node->text, unit_at));
    if (quantity_units(kind)[0] == '\0') {
        mistake_add(loader->mistakes, place, NULL, "%s has no unit, found `%s`", kind_words(kind),
                    value_visible(loader, unit));
        return;
    }
    const char *near = quantity_suggest_unit(kind, unit, strlen(unit));
    mistake_add(loader->mistakes, place,
                near != NULL ? arena_format(loader->scratch, "did you mean `%s`? (%s)", near, units_hint(loader, kind))
                             : units_hint(loader, kind),
                "`%s` is not a unit of %s", value_visible(loader, unit), kind_words(kind));
}

static bool refuse_quantity(struct loader *loader, const struct node *node, enum quantity_kind kind,
                            enum quantity_problem problem, size_t unit_at)
{
    char finest[QUANTITY_TEXT_SIZE];
    const char *text = value_visible(loader, node->text);
    switch (problem) {
    case QUANTITY_NOT_A_NUMBER:
        mistake_add(loader->mistakes, node->place, units_hint(loader, kind), "expected %s, found `%s`",
                    kind_words(kind), text);
        break;
    case QUANTITY_NO_UNIT:
        mistake_add(loader->mistakes, node->place, units_hint(loader, kind), "`%s` has no unit", text);
        break;
    case QUANTITY_WRONG_UNIT:
        refuse_unit(loader, node, kind, unit_at);
        break;
    case QUANTITY_TOO_FINE:
        if (kind == QUANTITY_COUNT) {
            mistake_add(loader->mistakes, node->place, NULL, "`%s` is not a whole number", text);
            break;
        }
        quantity_format(kind, 1, finest, sizeof finest);
        mistake_add(loader->mistakes, node->place, arena_format(loader->scratch, "the resolution is %s", finest),
                    "`%s` is finer than can be held", text);
        break;
    case QUANTITY_TOO_LARGE:
        mistake_add(loader->mistakes, node->place, NULL, "`%s` is too large", text);
        break;
    case QUANTITY_OK:
        break;
    }
    return false;
}

bool quantity_read(struct loader *loader, const struct node *node, const struct key_row *row, int64_t *value)
{
    const char *text = value_scalar(loader, node, kind_words(row->quantity));
    if (text == NULL)
        return false;
    int64_t number = 0;
    size_t unit_at = 0;
    enum quantity_problem problem = quantity_parse(row->quantity, text, strlen(text), &number, &unit_at);
    if (problem != QUANTITY_OK)
        return refuse_quantity(loader, node, row->quantity, problem, unit_at);
    if (!in_range(row, number)) {
        mistake_add(loader->mistakes, node->place, range_hint(loader, row), "`%s` is out of range",
                    value_visible(loader, text));
        return false;
    }
    *value = number;
    return true;
}

static bool read_quantity(struct loader *loader, const struct object *object, const struct key_row *row,
                          const struct node *node)
{
    int64_t *field = value_field(row, object->base);
    return quantity_read(loader, node, row, field);
}

static bool quantity_present(const struct key_row *row, const void *base)
{
    const int64_t *field = value_field(row, base);
    return row->need != KEY_OPTIONAL || *field != row->absent;
}

static void write_quantity(const struct key_row *row, const void *base, FILE *out)
{
    const int64_t *field = value_field(row, base);
    put_quantity(row->quantity, *field, out);
}

void schema_quantity(enum quantity_kind kind, FILE *out)
{
    fputs("{\"type\": \"string\", \"pattern\": \"^[-+0-9.eE]+ *(", out);
    for (const char *unit = quantity_units(kind); *unit != '\0';) {
        size_t length = strcspn(unit, ",");
        fprintf(out, "%.*s", (int)length, unit);
        unit += length + strspn(unit + length, ", ");
        fputs(*unit != '\0' ? "|" : "", out);
    }
    fputs(kind == QUANTITY_DURATION ? "|\u00b5s|\u03bcs)$\"}" : ")$\"}", out);
}

static void quantity_schema(const struct key_row *row, FILE *out)
{
    if (quantity_units(row->quantity)[0] != '\0') {
        schema_quantity(row->quantity, out);
        return;
    }
    if (row->allowed_count > 0) {
        fputs("{\"enum\": [", out);
        put_range(row, out);
        fputs("]}", out);
        return;
    }
    fprintf(out, "{\"type\": \"%s\"", row->quantity == QUANTITY_COUNT ? "integer" : "number");
    if (row->least != 0 || row->greatest != 0) {
        fputs(", \"minimum\": ", out);
        put_quantity(row->quantity, row->least, out);
        fputs(", \"maximum\": ", out);
        put_quantity(row->quantity, row->greatest, out);
    }
    fputs("}", out);
}

static void describe_quantity(const struct key_row *row, FILE *out)
{
    fprintf(out, "%s", kind_words(row->quantity));
    if (row->allowed_count > 0 || row->least != 0 || row->greatest != 0) {
        fputs(row->allowed_count > 0 ? ": " : ", ", out);
        put_range(row, out);
    }
}

const struct value_type value_quantity = {
    .words = "a quantity",
    .sourced = true,
    .settable = true,
    .read = read_quantity,
    .present = quantity_present,
    .write = write_quantity,
    .schema = quantity_schema,
    .describe = describe_quantity,
};

static bool read_boolean(struct loader *loader, const struct object *object, const struct key_row *row,
                         const struct node *node)
{
    const char *text = value_scalar(loader, node, "true or false");
    int64_t *field = value_field(row, object->base);
    if (text == NULL)
        return false;
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        return value_refuse(loader, node, "true or false");
    *field = text[0] == 't';
    return true;
}

static void write_boolean(const struct key_row *row, const void *base, FILE *out)
{
    const int64_t *field = value_field(row, base);
    fputs(*field ? "true" : "false", out);
}

static void boolean_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fputs("{\"type\": \"boolean\"}", out);
}

const struct value_type value_boolean = {
    .words = "true or false",
    .sourced = true,
    .settable = true,
    .read = read_boolean,
    .write = write_boolean,
    .schema = boolean_schema,
};

/* Choices are enums in their structs, whose values are the indices of their names. */
static bool read_choice(struct loader *loader, const struct object *object, const struct key_row *row,
                        const struct node *node)
{
    struct names names = {NULL, 0};
    const char *text = value_scalar(loader, node, "one of a few names");
    if (text == NULL)
        return false;
    for (size_t i = 0; i < row->name_count; i++) {
        names_add(loader->scratch, &names, row->names[i]);
        if (strcmp(text, row->names[i]) == 0) {
            int *field = value_field(row, object->base);
            *field = (int)i;
            return true;
        }
    }
    mistake_add(loader->mistakes, node->place, suggest_hint(loader->scratch, text, &names, "allowed"),
                "`%s` is not a value of `%s`", value_visible(loader, text), row->name);
    return false;
}

static void write_choice(const struct key_row *row, const void *base, FILE *out)
{
    const int *field = value_field(row, base);
    fputs(row->names[*field], out);
}

static void choice_schema(const struct key_row *row, FILE *out)
{
    fputs("{\"enum\": [", out);
    for (size_t i = 0; i < row->name_count; i++)
        fprintf(out, "%s\"%s\"", i == 0 ? "" : ", ", row->names[i]);
    fputs("]}", out);
}

static void describe_choice(const struct key_row *row, FILE *out)
{
    for (size_t i = 0; i < row->name_count; i++)
        fprintf(out, "%s%s", i == 0 ? "one of: " : ", ", row->names[i]);
}

const struct value_type value_choice = {
    .words = "one of a few names",
    .sourced = true,
    .settable = true,
    .read = read_choice,
    .write = write_choice,
    .schema = choice_schema,
    .describe = describe_choice,
};
