/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machines and kernels in files of their own. */
#include "sim/scenario/loader.h"
#include "sim/scenario/text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char suffix[] = ".yaml";

static bool exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

static bool ends_in_suffix(const char *name)
{
    size_t length = strlen(name), suffix_length = sizeof suffix - 1;
    return length > suffix_length && strcmp(name + length - suffix_length, suffix) == 0;
}

const char *preset_data_dir(const char *data_dir)
{
    if (data_dir != NULL)
        return data_dir;
    const char *environment = getenv("CLOCKSIM_DATA");
    if (environment != NULL && environment[0] != '\0')
        return environment;
    return exists(CLOCKSIM_DATA_DIR) ? CLOCKSIM_DATA_DIR : CLOCKSIM_SOURCE_DIR "/scenarios";
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

size_t scenario_presets(const char *data_dir, const char *kind, char ***names)
{
    char *folder = NULL;
    ensure(asprintf(&folder, "%s/%s", preset_data_dir(data_dir), kind) >= 0);
    char **found = NULL;
    size_t count = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        if (!ends_in_suffix(entry->d_name) || entry->d_name[0] == '.')
            continue;
        char **more = realloc(found, (count + 1) * sizeof *found);
        ensure(more != NULL);
        found = more;
        ensure(asprintf(&found[count++], "%s/%s", folder, entry->d_name) >= 0);
    }
    if (directory != NULL)
        closedir(directory);
    free(folder);
    if (count > 0)
        qsort(found, count, sizeof *found, compare_paths);
    *names = found;
    return count;
}

/* The file's name without folder and suffix. */
static const char *base_name(struct loader *loader, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    size_t length = strlen(base);
    if (ends_in_suffix(base))
        length -= sizeof suffix - 1;
    return arena_text(loader->scratch, base, length);
}

static void add_presets(struct loader *loader, const char *folder, const char *kind, struct names *names)
{
    char **paths;
    size_t count = scenario_presets(folder, kind, &paths);
    for (size_t i = 0; i < count; i++) {
        const char *name = base_name(loader, paths[i]);
        bool known = false; /* also beside the file */
        for (size_t j = 0; j < names->count && !known; j++)
            known = strcmp(names->name[j], name) == 0;
        if (!known)
            names_add(loader->scratch, names, name);
        free(paths[i]);
    }
    free(paths);
}

/* Where a preset's file is; NULL after noting that there is none. */
static const char *find_preset(struct loader *loader, const struct node *node, const char *kind)
{
    const char *folders[] = {loader->folder, loader->data_dir};
    struct names names = {NULL, 0};
    if (!text_is_preset_name(node->text)) {
        mistake_add(loader->mistakes, node->place, "letters, digits, `.`, `_` and `-`; the file is NAME.yaml",
                    "`%s` cannot be the name of a preset", value_visible(loader, node->text));
        return NULL;
    }
    for (size_t i = 0; i < 2; i++) {
        const char *path = arena_format(loader->scratch, "%s%s/%s%s", folders[i], kind, node->text, suffix);
        if (exists(path))
            return path;
        add_presets(loader, folders[i], kind, &names);
    }
    mistake_add(loader->mistakes, node->place, suggest_hint(loader->scratch, node->text, &names, "known"),
                "there is no preset `%s` in %s", value_visible(loader, node->text), kind);
    return NULL;
}

/* A preset's file has the section's keys at its top level, beside its version and maybe a title and sources. Returns
 * the section's keys alone; NULL when nothing is left. */
static const struct node *section_keys(struct loader *loader, const struct node *root)
{
    struct node *section = arena_allocate(loader->scratch, sizeof *section);
    *section = *root;
    section->item = arena_allocate(loader->scratch, root->count * sizeof *section->item);
    section->count = 0;
    for (size_t i = 0; i < root->count; i++) {
        const struct node *key = root->item[i].key, *value = root->item[i].value;
        if (strcmp(key->text, "title") == 0)
            (void)value_keep(loader, value, "a line of text", true);
        else if (strcmp(key->text, "sources") == 0)
            (void)texts_check(loader, value);
        else if (strcmp(key->text, "preset") == 0)
            mistake_add(loader->mistakes, key->place, NULL, "a preset cannot build on another");
        else if (strcmp(key->text, "clocksim") != 0)
            section->item[section->count++] = root->item[i];
    }
    return section;
}

static bool read_file(struct loader *loader, struct object *section, const char *path)
{
    const struct source *source = source_read(loader->scratch, loader->mistakes, path);
    const struct node *root = source == NULL ? NULL : node_read(loader->scratch, loader->mistakes, source);
    if (root == NULL || !version_check(loader, root))
        return false;
    struct node *name = arena_allocate(loader->scratch, sizeof *name);
    *name = (struct node){.kind = NODE_SCALAR, .place = root->place, .text = base_name(loader, path)};
    bool good = object_read_value(loader, section, object_row(section->type, "name"), name);
    return object_read(loader, section, section_keys(loader, root)) && good;
}

bool preset_read(struct loader *loader, struct object *section, const struct key_row *row, const struct node *name,
                 bool may_be_file)
{
    const char *text = value_scalar(loader, name, "the name of a preset");
    const char *path = NULL;
    if (text != NULL && may_be_file && (strchr(text, '/') != NULL || ends_in_suffix(text)))
        path = text;
    else if (text != NULL)
        path = find_preset(loader, name, row->preset_kind);
    size_t mistakes = loader->mistakes->all;
    bool good = path != NULL && read_file(loader, section, path);
    if (path == NULL || (!good && loader->mistakes->all > mistakes))
        section->broken = true;
    return good;
}

const char *preset_override(const struct loader *loader, const struct key_row *row)
{
    if (row->object == &machine_object)
        return loader->overrides->machine;
    return row->object == &kernel_object ? loader->overrides->kernel : NULL;
}

void presets_override(struct loader *loader)
{
    struct object *all = &loader->section[SECTION_ALL];
    for (size_t i = 0; i < all->type->row_count; i++) {
        const struct key_row *row = &all->type->row[i];
        const char *value = row->preset_kind == NULL ? NULL : preset_override(loader, row);
        if (value == NULL)
            continue;
        const char *label = arena_format(loader->scratch, "--%s %s", row->name, value);
        const struct source *source =
            source_of_setting(loader->scratch, loader->mistakes, label, value, (struct place){0});
        if (source == NULL)
            continue;
        struct node *node = arena_allocate(loader->scratch, sizeof *node);
        *node = (struct node){.kind = NODE_SCALAR, .place = {source, 1, 1}, .text = value};
        all->given[i] = node;
        struct object *section = &loader->section[row->object == &machine_object ? SECTION_MACHINE : SECTION_KERNEL];
        section->place = node->place;
        (void)preset_read(loader, section, row, node, true);
    }
}
