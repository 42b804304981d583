/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lengths of time, fixed or drawn: `564.7 ns`, `{uniform: {from: 0.2 us, to: 0.4 us}}`,
 * `{exponential: {mean: 1 us, from: 0.1 us}}`, `{lognormal: {median: 1 us, p99: 4 us, from: 0.1 us}}`. */
#include "sim/scenario/loader.h"
#include "sim/scenario/write.h"

#include <string.h>

/* A parameter's place in struct distribution; `from` may be left out where it is an added least value. */
struct parameter {
    const char *name;
    size_t offset;
    bool optional;
};

static const struct written {
    enum distribution_kind kind;
    const char *name;
    struct parameter parameter[3];
    size_t parameter_count;
} kinds[] = {
    {DISTRIBUTION_UNIFORM,
     "uniform",
     {{"from", offsetof(struct distribution, a_ps), false}, {"to", offsetof(struct distribution, b_ps), false}},
     2},
    {DISTRIBUTION_EXPONENTIAL,
     "exponential",
     {{"mean", offsetof(struct distribution, a_ps), false}, {"from", offsetof(struct distribution, b_ps), true}},
     2},
    {DISTRIBUTION_LOGNORMAL,
     "lognormal",
     {{"median", offsetof(struct distribution, a_ps), false},
      {"p99", offsetof(struct distribution, c_ps), false},
      {"from", offsetof(struct distribution, b_ps), true}},
     3},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static const char words[] = "a duration or a distribution";

static int64_t *parameter_field(const struct parameter *parameter, const struct distribution *distribution)
{
    return (int64_t *)((char *)distribution + parameter->offset);
}

static const struct written *find_kind(const char *name)
{
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    }
    return NULL;
}

bool distribution_is_written(const struct node *node)
{
    return node->kind == NODE_MAPPING && node->count == 1 && find_kind(node->item[0].key->text) != NULL;
}

static bool read_parameters(struct loader *loader, const struct written *kind, const struct node *node,
                            const struct key_row *row, struct distribution *distribution)
{
    struct names names = {NULL, 0};
    for (size_t i = 0; i < kind->parameter_count; i++)
        names_add(loader->scratch, &names, kind->parameter[i].name);
    bool good = true;
    for (size_t i = 0; i < node->count && !value_enough(loader); i++) {
        const char *key = node->item[i].key->text;
        bool known = false;
        for (size_t p = 0; p < kind->parameter_count; p++)
            known = known || strcmp(kind->parameter[p].name, key) == 0;
        if (known)
            continue;
        mistake_add(loader->mistakes, node->item[i].key->place, suggest_hint(loader->scratch, key, &names, "its keys"),
                    "unknown key `%s` of %s", value_visible(loader, key), kind->name);
        good = false;
    }
    for (size_t p = 0; p < kind->parameter_count; p++) {
        const struct parameter *parameter = &kind->parameter[p];
        const struct node *value = node_find(node, parameter->name, NULL);
        if (value != NULL) {
            good = quantity_read(loader, value, row, parameter_field(parameter, distribution)) && good;
        } else if (!parameter->optional) {
            mistake_add(loader->mistakes, node->place, NULL, "%s needs `%s`", kind->name, parameter->name);
            good = false;
        }
    }
    return good;
}

/* What the draws rely on. */
static bool check_parameters(struct loader *loader, const struct node *node, const struct distribution *d)
{
    const char *problem = NULL;
    if (d->kind == DISTRIBUTION_UNIFORM && d->a_ps > d->b_ps)
        problem = "`from` must not be greater than `to`";
    if (d->kind == DISTRIBUTION_LOGNORMAL && d->a_ps == 0)
        problem = "the median must be greater than 0";
    else if (d->kind == DISTRIBUTION_LOGNORMAL && d->c_ps <= d->a_ps)
        problem = "`p99` must be greater than `median`";
    if (problem != NULL)
        mistake_add(loader->mistakes, node->place, NULL, "%s", problem);
    return problem == NULL;
}

bool distribution_read(struct loader *loader, const struct node *node, const struct key_row *row,
                       struct distribution *distribution)
{
    struct distribution read = {.kind = DISTRIBUTION_FIXED};
    if (node->kind == NODE_SCALAR) {
        if (!quantity_read(loader, node, row, &read.a_ps))
            return false;
        *distribution = read;
        return true;
    }
    if (node->kind != NODE_MAPPING || node->count == 0)
        return value_refuse(loader, node, words);
    const struct node *key = node->item[0].key, *value = node->item[0].value;
    const struct written *kind = find_kind(key->text);
    if (kind == NULL) {
        struct names names = {NULL, 0};
        for (size_t i = 0; i < KIND_COUNT; i++)
            names_add(loader->scratch, &names, kinds[i].name);
        mistake_add(loader->mistakes, key->place, suggest_hint(loader->scratch, key->text, &names, "distributions"),
                    "unknown distribution `%s`", value_visible(loader, key->text));
        return false;
    }
    if (node->count > 1) {
        mistake_add(loader->mistakes, node->item[1].key->place, NULL, "a distribution has one key, `%s`", kind->name);
        return false;
    }
    if (value->kind != NODE_MAPPING)
        return value_refuse(loader, value, "its parameters, as a mapping");
    read.kind = kind->kind;
    if (!read_parameters(loader, kind, value, row, &read) || !check_parameters(loader, value, &read))
        return false;
    *distribution = read;
    return true;
}

void distribution_write(const struct distribution *distribution, FILE *out)
{
    char text[64];
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (kinds[i].kind != distribution->kind)
            continue;
        fprintf(out, "{%s: {", kinds[i].name);
        for (size_t p = 0; p < kinds[i].parameter_count; p++) {
            quantity_format(QUANTITY_DURATION, *parameter_field(&kinds[i].parameter[p], distribution), text,
                            sizeof text);
            fprintf(out, "%s%s: %s", p == 0 ? "" : ", ", kinds[i].parameter[p].name, text);
        }
        fputs("}}", out);
        return;
    }
    quantity_format(QUANTITY_DURATION, distribution->a_ps, text, sizeof text);
    fputs(text, out);
}

static bool read_row(struct loader *loader, const struct object *object, const struct key_row *row,
                     const struct node *node)
{
    return distribution_read(loader, node, row, value_field(row, object->base));
}

static void write_row(const struct key_row *row, const void *base, FILE *out)
{
    distribution_write(value_field(row, base), out);
}

static void schema(const struct key_row *row, FILE *out)
{
    (void)row;
    fputs("{\"$ref\": \"#/$defs/distribution\"}", out);
}

static void describe(const struct key_row *row, FILE *out)
{
    fputs("a distribution, or ", out);
    value_quantity.describe(row, out);
}

const struct value_type value_distribution = {
    .words = words,
    .sourced = true,
    .settable = true,
    .read = read_row,
    .write = write_row,
    .schema = schema,
    .describe = describe,
};

void distribution_schema(FILE *out)
{
    fputs("{\"anyOf\": [{\"$ref\": \"#/$defs/duration\"}", out);
    for (size_t i = 0; i < KIND_COUNT; i++) {
        fprintf(out,
                ",\n{\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"%s\"], \"properties\": "
                "{\"%s\": {\"type\": \"object\", \"additionalProperties\": false, \"required\": [",
                kinds[i].name, kinds[i].name);
        const char *separator = "";
        for (size_t p = 0; p < kinds[i].parameter_count; p++) {
            if (kinds[i].parameter[p].optional)
                continue;
            fprintf(out, "%s\"%s\"", separator, kinds[i].parameter[p].name);
            separator = ", ";
        }
        fputs("], \"properties\": {", out);
        for (size_t p = 0; p < kinds[i].parameter_count; p++)
            fprintf(out, "%s\"%s\": {\"$ref\": \"#/$defs/duration\"}", p == 0 ? "" : ", ", kinds[i].parameter[p].name);
        fputs("}}}}", out);
    }
    fputs("]}", out);
}
