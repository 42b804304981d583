/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that only one key has: the format's version, the kind of workload, a published row's band. */
#include "models/registry.h"
#include "sim/scenario/loader.h"

#include <string.h>

/* The version has been checked before anything else was read: see version_check(). */
static bool read_version(struct loader *loader, const struct object *object, const struct key_row *row,
                         const struct node *node)
{
    (void)loader, (void)object, (void)row, (void)node;
    return true;
}

static void write_version(const struct key_row *row, const void *base, FILE *out)
{
    (void)row, (void)base;
    fprintf(out, "%d", FORMAT_VERSION);
}

static void version_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fprintf(out, "{\"const\": %d}", FORMAT_VERSION);
}

const struct value_type value_version = {
    .words = "1",
    .read = read_version,
    .write = write_version,
    .schema = version_schema,
};

static bool read_workload_kind(struct loader *loader, const struct object *object, const struct key_row *row,
                               const struct node *node)
{
    (void)object, (void)row;
    const char *text = value_scalar(loader, node, "a kind of workload");
    if (text == NULL)
        return false;
    const struct workload_descriptor *workload = registry_workload(text);
    if (workload == NULL) {
        struct names names = {NULL, 0};
        for (size_t i = 0; i < registry_workload_count; i++)
            names_add(loader->scratch, &names, registry_workloads[i]->name);
        mistake_add(loader->mistakes, node->place, suggest_hint(loader->scratch, text, &names, "known"),
                    "there is no workload `%s`", value_visible(loader, text));
        return false;
    }
    loader->scenario->workload.kind = workload->kind;
    loader->scenario->workload_name = workload->name;
    return true;
}

static void write_workload_kind(const struct key_row *row, const void *base, FILE *out)
{
    const struct scenario *scenario = base;
    (void)row;
    fputs(scenario->workload_name, out);
}

static void workload_kind_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fputs("{\"enum\": [", out);
    for (size_t i = 0; i < registry_workload_count; i++)
        fprintf(out, "%s\"%s\"", i == 0 ? "" : ", ", registry_workloads[i]->name);
    fputs("]}", out);
}

const struct value_type value_workload_kind = {
    .words = "a kind of workload",
    .read = read_workload_kind,
    .write = write_workload_kind,
    .schema = workload_kind_schema,
};

static const char points[] = "points", within_words[] = "a number of percentage points, such as `3 points`";

static bool read_within(struct loader *loader, const struct object *object, const struct key_row *row,
                        const struct node *node)
{
    const char *text = value_scalar(loader, node, within_words);
    if (text == NULL)
        return false;
    size_t length = strlen(text), unit = sizeof points - 1;
    int64_t value = -1;
    enum quantity_problem problem = QUANTITY_NO_UNIT;
    if (length > unit && strcmp(text + length - unit, points) == 0)
        problem = quantity_parse(QUANTITY_RATIO, text, length - unit, &value, NULL);
    if (problem != QUANTITY_OK || value < 0)
        return value_refuse(loader, node, within_words);
    int64_t *field = value_field(row, object->base);
    *field = value;
    return true;
}

static bool within_present(const struct key_row *row, const void *base)
{
    const int64_t *field = value_field(row, base);
    return *field >= 0;
}

static void write_within(const struct key_row *row, const void *base, FILE *out)
{
    const int64_t *field = value_field(row, base);
    char text[64];
    quantity_format(QUANTITY_RATIO, *field, text, sizeof text);
    fprintf(out, "%s %s", text, points);
}

static void within_schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fputs("{\"type\": \"string\", \"pattern\": \"^[0-9.]+ *points$\"}", out);
}

const struct value_type value_within = {
    .words = within_words,
    .read = read_within,
    .present = within_present,
    .write = write_within,
    .schema = within_schema,
};
