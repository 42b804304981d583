/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the loader knows while it reads one scenario, and the helpers that value types share. */
#ifndef SIM_SCENARIO_LOADER_H
#define SIM_SCENARIO_LOADER_H

#include "sim/scenario/key.h"
#include "sim/scenario/mistakes.h"
#include "sim/scenario/node.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/suggest.h"

/* Most items of any one list: words, paths, steps of a path, tasks, ... */
enum { ITEMS_MAX = 1024, TEXT_BYTES_MAX = 65536, FORMAT_VERSION = 1 };

/* A struct that is being filled from mappings, layer by layer: preset, scenario, settings. */
struct object {
    const struct object_type *type;
    void *base;
    const char *path;          /* dotted, without the last dot; "" for the whole scenario */
    const struct node **given; /* [row_count] what gave each key its value last; NULL: nothing yet */
    struct place place;        /* to blame for what is missing */
    bool broken;               /* its preset could not be read: what is missing is not known */
};

enum section { SECTION_ALL, SECTION_MACHINE, SECTION_KERNEL, SECTION_WORKLOAD, SECTION_RUN, SECTION_COUNT };

/* A name in a step that can only be looked up when everything has been read. */
enum reference_kind { REFERENCE_WORD, REFERENCE_LOCK, REFERENCE_PATH, REFERENCE_CHANNEL, REFERENCE_COST };
struct reference {
    enum reference_kind kind;
    enum section owner; /* kernel or workload */
    const char *name;
    struct place place;
};

/* A setting that stands in a file as key and value. */
struct file_setting {
    const struct node *key, *value;
};

struct loader {
    struct scenario *scenario;
    struct scenario_arena *keep;    /* lives as long as the scenario */
    struct scenario_arena *scratch; /* for loading alone: nodes, sources, messages */
    struct mistakes *mistakes;
    const struct scenario_overrides *overrides;
    const char *folder;   /* that the scenario's file is in */
    const char *data_dir; /* of installed presets */
    struct object section[SECTION_COUNT];
    struct reference *reference;
    size_t reference_count;
    const struct node *baseline;
    /* of a point of a sweep: */
    const struct node *replications, *clock; /* in place of the scenario's, before the command line's; or NULL */
    const struct file_setting *point;        /* applied last */
    size_t point_count;
    const char *place_file; /* the last file name that value_place() kept */
};

/* object.c */
void object_init(struct loader *loader, struct object *object, const struct object_type *type, void *base,
                 const char *path, struct place place);
/* Reads each key of a mapping into its field; anything else than a mapping is a mistake. */
bool object_read(struct loader *loader, struct object *object, const struct node *node);
/* Reads one value into the field of a row, taking {value, source} apart. */
bool object_read_value(struct loader *loader, struct object *object, const struct key_row *row,
                       const struct node *node);
/* Fills in defaults and notes required keys that were not given. */
void object_complete(struct loader *loader, struct object *object);
const struct key_row *object_row(const struct object_type *type, const char *name);
bool object_given(const struct object *object, const char *name);
/* The place of a key's value, or of the object when it was not given. */
struct place object_place(const struct object *object, const char *name);
/* Whether a path that stands in this object is the kernel's; otherwise it is the workload's. */
bool object_is_kernel_item(const struct object *object);
/* The source of a changed value that came without its own. */
const char *source_of_change(struct loader *loader, const char *before);
/* Applies `path=value` (set.c). `name`: what messages call it; `within`: where it stands, when that is a file. */
void setting_apply(struct loader *loader, const char *setting, const char *name, struct place within);
/* The same for one that a file holds as nodes. `path`: `key->text`, or what it stands for. */
void setting_apply_node(struct loader *loader, const char *path, struct place place, const struct node *value);

/* value.c */
/* Whether so many mistakes were found that more would help nobody, and only take a hostile file's time. */
bool value_enough(const struct loader *loader);
/* The text of a scalar, or NULL after noting that `words` is needed instead of what is there. */
const char *value_scalar(struct loader *loader, const struct node *node, const char *words);
bool value_refuse(struct loader *loader, const struct node *node, const char *words);
struct text_place value_place(struct loader *loader, struct place place);
/* Text for messages. */
const char *value_visible(struct loader *loader, const char *text);
/* The text kept for the scenario; control characters are refused with a mistake and NULL. */
const char *value_keep(struct loader *loader, const struct node *node, const char *words, bool one_line);
/* A name kept for the scenario: word characters. */
const char *value_keep_name(struct loader *loader, const struct node *node, const char *words);
/* Whether it is a text or a list of texts; notes a mistake otherwise. */
bool texts_check(struct loader *loader, const struct node *node);
/* The field of a row. */
static inline void *value_field(const struct key_row *row, const void *base)
{
    return (char *)base + row->offset;
}
/* An array's pointer and number of items, for rows that have both. */
void *array_items(const struct key_row *row, const void *base, size_t *count);
void array_set(const struct key_row *row, void *base, const void *items, size_t count);

/* value_quantity.c, value_distribution.c */
bool quantity_read(struct loader *loader, const struct node *node, const struct key_row *row, int64_t *value);
bool distribution_read(struct loader *loader, const struct node *node, const struct key_row *row,
                       struct distribution *distribution);
/* A mapping that is a distribution rather than an object with keys of its own. */
bool distribution_is_written(const struct node *node);
void distribution_write(const struct distribution *distribution, FILE *out);

/* clock.c */
void clocks_override(struct loader *loader);
void baseline_resolve(struct loader *loader);

/* preset.c */
/* Reads the section of a preset's file; false after noting a mistake. A name from the command line may be a file's. */
bool preset_read(struct loader *loader, struct object *section, const struct key_row *row, const struct node *name,
                 bool may_be_file);
/* What the command line gives in place of a section, or NULL. */
const char *preset_override(const struct loader *loader, const struct key_row *row);
void presets_override(struct loader *loader);
/* `data_dir`, or where presets are installed or built from. */
const char *preset_data_dir(const char *data_dir);

/* load.c */
/* Checks the first key of a file. Returns false when it is pointless to read the rest. */
bool version_check(struct loader *loader, const struct node *root);
/* Reads a scenario from the root of its document into loader->scenario, settings and checks included. */
void scenario_read(struct loader *loader, const struct node *root);
/* Loads with a reader of one's own: scenario_read(), or one that comes to it in the end. `text` NULL: reads `file`. */
struct load_request {
    const char *file, *text;
    size_t length;
    const char *data_dir;
    const struct scenario_overrides *overrides;
    void (*read)(struct loader *loader, const struct node *root, void *context);
    void *context;
};
int scenario_load_request(const struct load_request *request, struct scenario **scenario,
                          struct diagnostics *diagnostics) MUST_CHECK;

/* check.c */
/* Checks across keys and sections, and fills in defaults that hang on other keys. */
void scenario_cross_check(struct loader *loader);
/* Applies the settings of each neighbour to a copy of the scenario, to see that they can be. `node`: the list of
 * published rows; `deep`: also check across keys (pointless when the scenario itself has mistakes). */
void neighbours_check(struct loader *loader, const struct node *node, bool deep);

#endif
