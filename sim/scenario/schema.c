/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON Schema (draft 2020-12) of the three kinds of files, for editors. */
#include "sim/scenario/scenario.h"
#include "sim/scenario/steps.h"
#include "sim/scenario/text.h"
#include "sim/scenario/write.h"

#include <string.h>

static void put_value(const struct key_row *row, bool may_have_source, FILE *out)
{
    if (!row->type->sourced || !may_have_source) {
        row->type->schema(row, out);
        return;
    }
    fputs("{\"anyOf\": [", out);
    row->type->schema(row, out);
    fputs(", {\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"value\"], \"properties\": "
          "{\"value\": ",
          out);
    row->type->schema(row, out);
    fputs(", \"source\": {\"type\": \"string\"}}}]}", out);
}

static void put_property(const char *separator, const struct key_row *row, bool may_have_source, FILE *out)
{
    fprintf(out, "%s\n", separator);
    text_put_quoted(row->name, out);
    fputs(": {\"description\": ", out);
    text_put_quoted(row->help, out);
    fputs(", \"allOf\": [", out);
    put_value(row, may_have_source, out);
    fputs("]}", out);
}

static void put_required(const struct object_type *type, FILE *out)
{
    const char *separator = "";
    fputs(", \"required\": [", out);
    for (size_t i = 0; i < type->row_count; i++) {
        if (type->row[i].need != KEY_REQUIRED || type->row[i].only_kind != NULL)
            continue;
        fprintf(out, "%s\"%s\"", separator, type->row[i].name);
        separator = ", ";
    }
    fputs("]", out);
}

/* `head`: keys before the object's own, as text; empty for none. */
static void put_object(const struct object_type *type, bool strict, const char *head, FILE *out)
{
    const char *separator = head[0] == '\0' ? "" : ",";
    fprintf(out, "{\"type\": \"object\", \"additionalProperties\": false, \"properties\": {%s", head);
    for (size_t i = 0; i < type->row_count; i++) {
        if (head[0] != '\0' && type->row[i].type == &value_preset)
            continue;
        put_property(separator, &type->row[i], type->is_section, out);
        separator = ",";
    }
    fputs("}", out);
    if (strict)
        put_required(type, out);
    fputs("}", out);
}

void schema_object(const struct object_type *type, bool strict, FILE *out)
{
    put_object(type, strict, "", out);
}

static void put_definitions(FILE *out)
{
    static const char head[] =
        "\n\"clocksim\": {\"const\": 1}, \"title\": {\"type\": \"string\"}, \"sources\": {\"anyOf\": [{\"type\": "
        "\"string\"}, {\"type\": \"array\", \"items\": {\"type\": \"string\"}}]}";
    fprintf(out,
            "\"$defs\": {\n"
            "\"name\": {\"type\": \"string\", \"pattern\": \"^[A-Za-z_][A-Za-z0-9_]*$\", \"maxLength\": %d},\n",
            NAME_MAX_LENGTH);
    fputs("\"duration\": ", out);
    schema_quantity(QUANTITY_DURATION, out);
    fputs(",\n\"distribution\": ", out);
    distribution_schema(out);
    fputs(",\n\"step\": ", out);
    steps_schema(out);
    fputs(",\n\"machine_preset\": ", out);
    put_object(&machine_object, true, head, out);
    fputs(",\n\"kernel_profile\": ", out);
    put_object(&kernel_object, true, head, out);
    fputs(",\n\"scenario\": ", out);
    put_object(&scenario_object, true, "", out);
    fputs("\n}", out);
}

void scenario_print_schema(FILE *out)
{
    fputs("{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
          "\"title\": \"clocksim scenario, machine preset or kernel profile\",\n"
          "\"if\": {\"required\": [\"sockets\"]}, \"then\": {\"$ref\": \"#/$defs/machine_preset\"},\n"
          "\"else\": {\"if\": {\"required\": [\"hz\"]}, \"then\": {\"$ref\": \"#/$defs/kernel_profile\"},\n"
          "\"else\": {\"$ref\": \"#/$defs/scenario\"}},\n",
          out);
    put_definitions(out);
    fputs("}\n", out);
}
