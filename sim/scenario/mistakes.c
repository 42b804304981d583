/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/mistakes.h"

#include "sim/scenario/text.h"

#include <stdlib.h>
#include <string.h>

/* A long line is shown as a window of this many characters, with this many before the caret. */
enum { WINDOW_CHARACTERS = 110, WINDOW_BEFORE = 60, TAB_COLUMNS = 4 };

struct mistake *mistake_add(struct mistakes *mistakes, struct place place, const char *hint, const char *format, ...)
{
    mistakes->all++;
    if (mistakes->count == MISTAKES_KEPT_MAX)
        return NULL;
    va_list arguments;
    va_start(arguments, format);
    const char *message = arena_format_list(mistakes->arena, format, arguments);
    va_end(arguments);
    mistakes->mistake = arena_grow(mistakes->arena, mistakes->mistake, mistakes->count, sizeof *mistakes->mistake);
    struct mistake *mistake = &mistakes->mistake[mistakes->count++];
    *mistake = (struct mistake){.place = place, .number = mistakes->count, .message = message, .hint = hint};
    /* A setting that stands in a file is blamed where it stands, and named. */
    if (place.source->is_setting && place.source->within.source != NULL) {
        mistake->place = place.source->within;
        mistake->message = arena_format(mistakes->arena, "in `%s`: %s", place.source->name, message);
    }
    return mistake;
}

/* The line with tabs widened and what cannot be seen escaped, and a caret below the column. */
static void print_line(struct place place, FILE *out)
{
    size_t length;
    const char *line = source_line(place.source, place.line, &length);
    size_t first = place.column > WINDOW_BEFORE ? place.column - WINDOW_BEFORE : 1;
    size_t width = 0, caret = 0, column = 1;
    fputs("  ", out);
    if (first > 1)
        width += (size_t)fprintf(out, "...");
    for (; length > 0 && column < first + WINDOW_CHARACTERS; column++) {
        uint32_t character = 0;
        size_t bytes = text_decode(line, length, &character);
        if (column == place.column)
            caret = width;
        if (column >= first && bytes == 0)
            width += (size_t)fprintf(out, "\\x%02x", (unsigned char)line[0]);
        else if (column >= first && character == '\t')
            width += (size_t)fprintf(out, "%*s", TAB_COLUMNS, "");
        else if (column >= first)
            width += text_put_visible(character, out);
        bytes = bytes == 0 ? 1 : bytes;
        line += bytes;
        length -= bytes;
    }
    if (place.column >= column)
        caret = width;
    fprintf(out, "%s\n  %*s^\n", length > 0 ? "..." : "", (int)caret, "");
}

static void print_place(struct place place, const char *severity, const char *message, FILE *out)
{
    fputs(place.source->name, out);
    bool has_line = place.line > 0 && !place.source->is_setting;
    if (has_line)
        fprintf(out, ":%u:%u", (unsigned)place.line, (unsigned)place.column);
    fprintf(out, ": %s: %s\n", severity, message);
    if (has_line)
        print_line(place, out);
}

static int compare_mistakes(const void *a, const void *b)
{
    const struct mistake *left = a, *right = b;
    const struct place *x = &left->place, *y = &right->place;
    if (x->source->order != y->source->order)
        return x->source->order < y->source->order ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return left->number < right->number ? -1 : left->number > right->number;
}

void mistakes_print(struct mistakes *mistakes, struct diagnostics *diagnostics)
{
    qsort(mistakes->mistake, mistakes->count, sizeof *mistakes->mistake, compare_mistakes);
    FILE *out = open_memstream(&diagnostics->text, &diagnostics->text_length);
    ensure(out != NULL);
    size_t shown = mistakes->count < SCENARIO_DIAGNOSTICS_MAX ? mistakes->count : SCENARIO_DIAGNOSTICS_MAX;
    for (size_t i = 0; i < shown; i++) {
        const struct mistake *mistake = &mistakes->mistake[i];
        print_place(mistake->place, "error", mistake->message, out);
        if (mistake->hint != NULL)
            fprintf(out, "hint: %s\n", mistake->hint);
        if (mistake->other.source != NULL)
            print_place(mistake->other, "note", mistake->note, out);
    }
    diagnostics->count = shown;
    diagnostics->unsaid = mistakes->all - shown;
    if (diagnostics->unsaid > 0)
        fprintf(out, "%zu more mistake%s not shown\n", diagnostics->unsaid, diagnostics->unsaid == 1 ? "" : "s");
    ensure(fclose(out) == 0);
    diagnostics->text_size = diagnostics->text_length + 1;
    diagnostics->status = mistakes->status;
}

void diagnostics_clear(struct diagnostics *diagnostics)
{
    free(diagnostics->text);
    *diagnostics = (struct diagnostics){0};
}
