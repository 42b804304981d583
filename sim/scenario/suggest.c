/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/suggest.h"

#include "sim/scenario/text.h"

#include <string.h>

/* Longer texts are not compared; the names of the format are shorter. */
enum { COMPARED_MAX = 64, LISTED_MAX = 24 };

void names_add(struct scenario_arena *arena, struct names *names, const char *name)
{
    names->name = arena_grow(arena, names->name, names->count, sizeof *names->name);
    names->name[names->count++] = name;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Optimal string alignment distance. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t row[3][COMPARED_MAX + 1];
    for (size_t j = 0; j <= b_length; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *now = row[i % 3], *before = row[(i + 2) % 3], *twice_before = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t changed = before[j - 1] + (a[i - 1] != b[j - 1]);
            now[j] = least(changed, 1 + least(before[j], now[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], 1 + twice_before[j - 2]);
        }
    }
    return row[a_length % 3][b_length];
}

const char *suggest_name(const char *text, const struct names *names)
{
    size_t length = strlen(text);
    const char *best = NULL;
    size_t best_distance = (length + 2) / 3;
    if (length == 0 || length > COMPARED_MAX)
        return NULL;
    for (size_t i = 0; i < names->count; i++) {
        size_t name_length = strlen(names->name[i]);
        if (name_length > COMPARED_MAX)
            continue;
        size_t d = distance(text, length, names->name[i], name_length);
        /* A distance as long as the text itself has nothing in common with it. */
        if (d < length && (best == NULL ? d <= best_distance : d < best_distance)) {
            best = names->name[i];
            best_distance = d;
        }
    }
    return best;
}

const char *suggest_hint(struct scenario_arena *arena, const char *text, const struct names *names, const char *label)
{
    const char *best = suggest_name(text, names);
    if (best != NULL)
        return arena_format(arena, "did you mean `%s`?", text_visible(arena, best, TEXT_SHOWN_MAX));
    if (names->count == 0)
        return NULL;
    const char *list = arena_format(arena, "%s: %s", label, text_visible(arena, names->name[0], TEXT_SHOWN_MAX));
    for (size_t i = 1; i < names->count && i < LISTED_MAX; i++)
        list = arena_format(arena, "%s, %s", list, text_visible(arena, names->name[i], TEXT_SHOWN_MAX));
    return names->count > LISTED_MAX ? arena_format(arena, "%s, ...", list) : list;
}
