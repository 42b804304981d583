/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/loader.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>

bool version_check(struct loader *loader, const struct node *root)
{
    static const char hint[] = "the format's version comes first, so that later programs can tell: `clocksim: 1`";
    if (root->kind != NODE_MAPPING) {
        if (root->kind != NODE_BROKEN)
            mistake_add(loader->mistakes, root->place, hint, "expected keys and values");
        return false;
    }
    const struct node *key = NULL, *value = node_find(root, "clocksim", &key);
    if (value == NULL) {
        mistake_add(loader->mistakes, root->place, hint, "the key `clocksim` is missing");
        return true;
    }
    if (root->item[0].key != key)
        mistake_add(loader->mistakes, key->place, hint, "`clocksim` must be the first key");
    int64_t version = 0;
    const struct key_row row = {.quantity = QUANTITY_COUNT, .least = 1, .greatest = INT64_MAX};
    if (!quantity_read(loader, value, &row, &version))
        return false;
    if (version > FORMAT_VERSION)
        mistake_add(loader->mistakes, value->place,
                    arena_format(loader->scratch, "it is in format %lld; this program reads format %d",
                                 (long long)version, FORMAT_VERSION),
                    "this file needs a newer clocksim");
    return version == FORMAT_VERSION;
}

static void init_sections(struct loader *loader, struct place place)
{
    static const struct {
        const struct object_type *type;
        const char *path;
    } sections[SECTION_COUNT] = {
        [SECTION_ALL] = {&scenario_object, ""},        [SECTION_MACHINE] = {&machine_object, "machine"},
        [SECTION_KERNEL] = {&kernel_object, "kernel"}, [SECTION_WORKLOAD] = {&workload_object, "workload"},
        [SECTION_RUN] = {&run_object, "run"},
    };
    for (size_t i = 0; i < SECTION_COUNT; i++)
        object_init(loader, &loader->section[i], sections[i].type, loader->scenario, sections[i].path, place);
}

/* An option of the command line with a number, as if it had been set. */
static void override_number(struct loader *loader, const char *option, const char *path, int64_t value)
{
    if (value == -1)
        return;
    const char *setting = arena_format(loader->scratch, "%s=%lld", path, (long long)value);
    setting_apply(loader, setting, arena_format(loader->scratch, "%s %lld", option, (long long)value),
                  (struct place){0});
}

static void apply_overrides(struct loader *loader)
{
    const struct scenario_overrides *overrides = loader->overrides;
    presets_override(loader);
    if (loader->replications != NULL)
        setting_apply_node(loader, "run.replications", loader->replications->place, loader->replications);
    if (overrides->clock_count > 0)
        clocks_override(loader);
    for (size_t i = 0; i < overrides->set_count; i++)
        setting_apply(loader, overrides->set[i], arena_format(loader->scratch, "--set %s", overrides->set[i]),
                      (struct place){0});
    override_number(loader, "--seed", "run.seed", overrides->seed);
    override_number(loader, "--replications", "run.replications", overrides->replications);
    for (size_t i = 0; i < loader->point_count; i++)
        setting_apply_node(loader, loader->point[i].key->text, loader->point[i].key->place, loader->point[i].value);
}

static void complete(struct loader *loader)
{
    /* A section that is missing as a whole is one mistake, not one for each of its keys. */
    static const struct {
        enum section section;
        const char *key;
    } required[] = {{SECTION_MACHINE, "machine"}, {SECTION_KERNEL, "kernel"}, {SECTION_WORKLOAD, "workload"}};
    object_complete(loader, &loader->section[SECTION_ALL]);
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++) {
        struct object *section = &loader->section[required[i].section];
        section->broken = section->broken || !object_given(&loader->section[SECTION_ALL], required[i].key);
        object_complete(loader, section);
    }
    object_complete(loader, &loader->section[SECTION_RUN]);
    baseline_resolve(loader);
}

static bool is_sweep(struct loader *loader, const struct node *root)
{
    const struct node *key = NULL;
    if (root->kind != NODE_MAPPING || node_find(root, "sweep", &key) == NULL)
        return false;
    mistake_add(loader->mistakes, key->place, "`clocksim sweep FILE` runs it", "this is a sweep, not a scenario");
    return true;
}

void scenario_read(struct loader *loader, const struct node *root)
{
    struct object *all = &loader->section[SECTION_ALL];
    if (!version_check(loader, root) || is_sweep(loader, root))
        return;
    (void)object_read(loader, all, root);
    if (loader->clock != NULL)
        (void)object_read_value(loader, all, object_row(all->type, "clock"), loader->clock);
    all->given[object_row(all->type, "clocksim") - all->type->row] = root;
    apply_overrides(loader);
    complete(loader);
    scenario_cross_check(loader);
    neighbours_check(loader, all->given[object_row(all->type, "published") - all->type->row],
                     loader->mistakes->all == 0);
}

static void finish(struct scenario *scenario)
{
    char *text = scenario_show(scenario);
    scenario->text = arena_text(scenario->arena, text, strlen(text));
    SHA256Data((const uint8_t *)text, strlen(text), scenario->sha256);
    free(text);
}

static const char *folder_of(struct scenario_arena *arena, const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash == NULL ? "" : arena_text(arena, file, (size_t)(slash - file) + 1);
}

static const struct source *get_source(struct loader *loader, const char *file, const char *text, size_t length)
{
    if (text == NULL)
        return source_read(loader->scratch, loader->mistakes, file);
    return source_of_text(loader->scratch, loader->mistakes, file, text, length);
}

int scenario_load_request(const struct load_request *request, struct scenario **scenario,
                          struct diagnostics *diagnostics)
{
    static const struct scenario_overrides none = {.seed = -1, .replications = -1};
    struct scenario_arena *keep = arena_create(), *scratch = arena_create();
    struct mistakes mistakes = {.arena = scratch, .status = STATUS_BAD_INPUT};
    struct loader loader = {.keep = keep, .scratch = scratch, .mistakes = &mistakes};
    loader.scenario = arena_allocate(keep, sizeof *loader.scenario);
    loader.scenario->arena = keep;
    loader.scenario->file = arena_text(keep, request->file, strlen(request->file));
    loader.overrides = request->overrides != NULL ? request->overrides : &none;
    loader.folder = folder_of(scratch, request->file);
    loader.data_dir = arena_format(scratch, "%s/", preset_data_dir(request->data_dir));
    const struct source *source = get_source(&loader, request->file, request->text, request->length);
    const struct node *root = source == NULL ? NULL : node_read(scratch, &mistakes, source);
    if (root != NULL) {
        init_sections(&loader, root->place);
        request->read(&loader, root, request->context);
    }
    if (mistakes.all > 0) {
        mistakes_print(&mistakes, diagnostics);
        arena_destroy(scratch);
        arena_destroy(keep);
        return -1;
    }
    arena_destroy(scratch);
    finish(loader.scenario);
    *diagnostics = (struct diagnostics){0};
    *scenario = loader.scenario;
    return 0;
}

static void read_plain(struct loader *loader, const struct node *root, void *context)
{
    (void)context;
    scenario_read(loader, root);
}

int scenario_load(const char *file, const char *data_dir, const struct scenario_overrides *overrides,
                  struct scenario **scenario, struct diagnostics *diagnostics)
{
    const struct load_request request = {
        .file = file, .data_dir = data_dir, .overrides = overrides, .read = read_plain};
    return scenario_load_request(&request, scenario, diagnostics);
}

int scenario_load_text(const char *name, const char *text, size_t length, const char *data_dir,
                       const struct scenario_overrides *overrides, struct scenario **scenario,
                       struct diagnostics *diagnostics)
{
    const struct load_request request = {.file = name,
                                         .text = text != NULL ? text : "",
                                         .length = length,
                                         .data_dir = data_dir,
                                         .overrides = overrides,
                                         .read = read_plain};
    return scenario_load_request(&request, scenario, diagnostics);
}

void scenario_destroy(struct scenario *scenario)
{
    if (scenario != NULL)
        arena_destroy(scenario->arena);
}
