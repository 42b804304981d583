/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/key.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/text.h"
#include "sim/scenario/write.h"

#include <stdlib.h>
#include <string.h>

static const char *source_of(const struct scenario *scenario, const char *path, const char *key)
{
    if (scenario == NULL)
        return NULL;
    size_t length = strlen(path);
    for (size_t i = 0; i < scenario->value_source_count; i++) {
        const char *known = scenario->value_source[i].path;
        if (strncmp(known, path, length) == 0 && known[length] == '.' && strcmp(known + length + 1, key) == 0)
            return scenario->value_source[i].source;
    }
    return NULL;
}

static bool is_written(const struct key_row *row, const void *base, const struct scenario *scenario)
{
    if (row->only_kind != NULL && scenario != NULL && strcmp(row->only_kind, scenario->workload_name) != 0)
        return false;
    return row->type->present == NULL || row->type->present(row, base);
}

/* What follows `key:`, with the line's end. */
static void write_value(const struct key_row *row, const char *path, const void *base, const struct scenario *scenario,
                        int indent, FILE *out)
{
    if (row->type->write_block != NULL) {
        row->type->write_block(row, base, indent, out);
        return;
    }
    const char *source = source_of(scenario, path, row->name);
    fputs(source != NULL ? " {value: " : " ", out);
    row->type->write(row, base, out);
    if (source != NULL) {
        fputs(", source: ", out);
        text_put_quoted(source, out);
        fputs("}", out);
    }
    fputc('\n', out);
}

void write_object(const struct object_type *type, const char *path, const void *base, const struct scenario *scenario,
                  int indent, FILE *out)
{
    for (size_t i = 0; i < type->row_count; i++) {
        const struct key_row *row = &type->row[i];
        if (!is_written(row, base, scenario))
            continue;
        fprintf(out, "%*s%s:", indent, "", row->name);
        write_value(row, path, base, scenario, indent, out);
    }
}

void write_object_flow(const struct object_type *type, const void *base, FILE *out)
{
    const char *separator = "{";
    for (size_t i = 0; i < type->row_count; i++) {
        const struct key_row *row = &type->row[i];
        if (!is_written(row, base, NULL))
            continue;
        fprintf(out, "%s%s: ", separator, row->name);
        row->type->write(row, base, out);
        separator = ", ";
    }
    fputs("}", out);
}

void write_list_item(const struct object_type *type, const void *base, int indent, FILE *out)
{
    bool first = true;
    for (size_t i = 0; i < type->row_count; i++) {
        const struct key_row *row = &type->row[i];
        if (!is_written(row, base, NULL))
            continue;
        fprintf(out, "%*s%s%s:", indent, "", first ? "- " : "  ", row->name);
        write_value(row, "", base, NULL, indent + 2, out);
        first = false;
    }
}

char *scenario_show(const struct scenario *scenario)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ensure(out != NULL);
    write_object(&scenario_object, "", scenario, scenario, 0, out);
    ensure(fclose(out) == 0);
    return text;
}
