/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/sweep.h"

#include "sim/scenario/sweep_plan.h"
#include "sim/scenario/text.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>

/* Each point is loaded as a scenario of its own from the text of the sweep, so that what is wrong with a value is told
 * at its place in the file. */
struct loading {
    struct sweep *sweep;
    size_t number; /* of the point under way */
};

/* A value as it is written, on one line. */
static void put_value(const struct node *node, FILE *out)
{
    if (node->kind == NODE_SCALAR) {
        fputs(node->text, out);
        return;
    }
    bool is_mapping = node->kind == NODE_MAPPING;
    putc(is_mapping ? '{' : '[', out);
    for (size_t i = 0; i < node->count; i++) {
        fputs(i == 0 ? "" : ", ", out);
        if (is_mapping)
            fprintf(out, "%s: ", node->item[i].key->text);
        put_value(node->item[i].value, out);
    }
    putc(is_mapping ? '}' : ']', out);
}

static const char *value_text_of(struct scenario_arena *arena, const struct node *node)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ensure(out != NULL);
    put_value(node, out);
    ensure(fclose(out) == 0);
    const char *kept = arena_text(arena, text, size);
    free(text);
    return kept;
}

/* With the first point it is known how many there are, and what varies. */
static void keep_plan(struct sweep *sweep, const struct node *root, const struct sweep_plan *plan)
{
    const struct source *source = root->place.source;
    sweep->text = arena_text(sweep->arena, source->text, source->length);
    const char **key = arena_allocate(sweep->arena, plan->key_count * sizeof *key);
    for (size_t i = 0; i < plan->key_count; i++)
        key[i] = arena_text(sweep->arena, plan->key[i].key->text, strlen(plan->key[i].key->text));
    sweep->key = key;
    sweep->key_count = plan->key_count;
    sweep->count = sweep_plan_point(plan, 0, NULL);
    sweep->point = arena_allocate(sweep->arena, sweep->count * sizeof *sweep->point);
}

static void keep_values(struct sweep *sweep, size_t number, const struct file_setting *setting)
{
    const char **value = arena_allocate(sweep->arena, sweep->key_count * sizeof *value);
    for (size_t i = 0; i < sweep->key_count; i++)
        value[i] = value_text_of(sweep->arena, setting[i].value);
    sweep->point[number].value = value;
}

/* The base as the root of a scenario's document: keys that stand here lack the version, which is the file's. */
static const struct node *base_root(struct loader *loader, const struct node *root, const struct node *base)
{
    if (base->kind == NODE_MAPPING) {
        struct node *whole = arena_allocate(loader->scratch, sizeof *whole);
        *whole = *base;
        whole->item = arena_allocate(loader->scratch, (base->count + 1) * sizeof *whole->item);
        whole->item[0] = root->item[0];
        memcpy(whole->item + 1, base->item, base->count * sizeof *base->item);
        whole->count = base->count + 1;
        return whole;
    }
    if (strcmp(base->text, "-") == 0) {
        mistake_add(loader->mistakes, base->place, NULL, "a sweep's scenario cannot come from standard input");
        return NULL;
    }
    const char *path = base->text[0] == '/' ? base->text : arena_format(loader->scratch, "%s%s", loader->folder,
                                                                        base->text);
    const struct source *source = source_read(loader->scratch, loader->mistakes, path);
    return source == NULL ? NULL : node_read(loader->scratch, loader->mistakes, source);
}

static void read_point(struct loader *loader, const struct node *root, void *context)
{
    struct loading *loading = context;
    struct sweep_plan plan;
    if (!sweep_plan_read(loader, root, &plan))
        return;
    if (loading->sweep->text == NULL)
        keep_plan(loading->sweep, root, &plan);
    struct file_setting *setting = arena_allocate(loader->scratch, plan.key_count * sizeof *setting);
    sweep_plan_point(&plan, loading->number, setting);
    keep_values(loading->sweep, loading->number, setting);
    loader->replications = plan.replications;
    loader->clock = plan.clock;
    loader->point = setting;
    loader->point_count = plan.key_count;
    const struct node *base = base_root(loader, root, plan.scenario);
    if (base != NULL)
        scenario_read(loader, base);
}

static void finish(struct sweep *sweep)
{
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, (const uint8_t *)sweep->text, strlen(sweep->text) + 1);
    for (size_t i = 0; i < sweep->count; i++)
        SHA256Update(&context, (const uint8_t *)sweep->point[i].scenario->sha256, 64);
    SHA256End(&context, sweep->sha256);
}

/* Which point it was, for what is only wrong there. */
static void tell_point(const struct sweep *sweep, size_t number, struct diagnostics *diagnostics)
{
    char *text = NULL;
    size_t size = 0;
    if (sweep->point == NULL || sweep->point[number].value == NULL)
        return;
    FILE *out = open_memstream(&text, &size);
    ensure(out != NULL);
    fprintf(out, "%snote: at point %zu of the sweep: ", diagnostics->text, number);
    for (size_t i = 0; i < sweep->key_count; i++)
        fprintf(out, "%s%s=%s", i == 0 ? "" : ", ", text_visible(sweep->arena, sweep->key[i], TEXT_SHOWN_MAX),
                text_visible(sweep->arena, sweep->point[number].value[i], TEXT_SHOWN_MAX));
    putc('\n', out);
    ensure(fclose(out) == 0);
    free(diagnostics->text);
    diagnostics->text = text;
    diagnostics->text_length = size;
    diagnostics->text_size = size + 1;
}

int sweep_load(const char *file, const char *data_dir, const struct scenario_overrides *overrides,
               struct sweep **sweep, struct diagnostics *diagnostics)
{
    struct scenario_arena *arena = arena_create();
    struct sweep *loaded = arena_allocate(arena, sizeof *loaded);
    loaded->arena = arena;
    loaded->file = arena_text(arena, file, strlen(file));
    struct loading loading = {loaded, 0};
    do {
        const struct load_request request = {
            .file = file,
            .text = loaded->text,
            .length = loaded->text != NULL ? strlen(loaded->text) : 0,
            .data_dir = data_dir,
            .overrides = overrides,
            .read = read_point,
            .context = &loading,
        };
        struct scenario *scenario = NULL;
        if (scenario_load_request(&request, &scenario, diagnostics) != 0) {
            tell_point(loaded, loading.number, diagnostics);
            sweep_destroy(loaded);
            return -1;
        }
        loaded->point[loading.number].scenario = scenario;
    } while (++loading.number < loaded->count);
    finish(loaded);
    *sweep = loaded;
    return 0;
}

void sweep_destroy(struct sweep *sweep)
{
    if (sweep == NULL)
        return;
    for (size_t i = 0; i < sweep->count; i++)
        scenario_destroy(sweep->point[i].scenario);
    arena_destroy(sweep->arena);
}

bool sweep_is_file(const char *file)
{
    if (strcmp(file, "-") == 0)
        return false;
    struct scenario_arena *arena = arena_create();
    struct mistakes mistakes = {.arena = arena, .status = STATUS_BAD_INPUT};
    const struct source *source = source_read(arena, &mistakes, file);
    const struct node *root = source == NULL ? NULL : node_read(arena, &mistakes, source);
    bool is = root != NULL && root->kind == NODE_MAPPING && node_find(root, "sweep", NULL) != NULL;
    arena_destroy(arena);
    return is;
}
