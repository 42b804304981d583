/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/table.h"

#include "sim/scenario/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 96 };

struct cell {
    char text[TEXT_SIZE];
};

struct table {
    const struct table_column *column;
    size_t columns;
    struct cell *cell; /* [cells], rows of `columns`; a note fills the first cell of its row */
    bool *is_note;     /* [cells], set for the first cell of a note's row */
    size_t cells, room;
    bool short_of_memory;
};

struct table *table_create(const struct table_column *column, size_t count)
{
    struct table *table = calloc(1, sizeof *table);
    if (table) {
        table->column = column;
        table->columns = count;
    }
    return table;
}

void table_destroy(struct table *table)
{
    if (!table)
        return;
    free(table->cell);
    free(table->is_note);
    free(table);
}

static struct cell *add_cell(struct table *table, bool is_note)
{
    if (table->cells == table->room) {
        const size_t room = 2 * table->room + 64;
        struct cell *cell = reallocarray(table->cell, room, sizeof *cell);
        table->cell = cell ? cell : table->cell;
        bool *notes = reallocarray(table->is_note, room, sizeof *notes);
        table->is_note = notes ? notes : table->is_note;
        if (!cell || !notes) {
            table->short_of_memory = true;
            return NULL;
        }
        table->room = room;
    }
    table->is_note[table->cells] = is_note;
    return &table->cell[table->cells++];
}

/* Formats into a cell; a character cut in the middle is dropped. */
static void fill(struct cell *cell, const char *format, va_list arguments)
{
    const int length = vsnprintf(cell->text, TEXT_SIZE, format, arguments);
    if (length < TEXT_SIZE)
        return;
    size_t last = TEXT_SIZE - 2;
    while (last > 0 && ((unsigned char)cell->text[last] & 0xc0) == 0x80)
        last--;
    uint32_t character;
    if (text_decode(&cell->text[last], TEXT_SIZE - 1 - last, &character) == 0)
        cell->text[last] = '\0';
}

void table_cell(struct table *table, const char *format, ...)
{
    struct cell *cell = table ? add_cell(table, false) : NULL;
    if (!cell)
        return;
    va_list arguments;
    va_start(arguments, format);
    fill(cell, format, arguments);
    va_end(arguments);
}

void table_note(struct table *table, const char *format, ...)
{
    struct cell *cell = table ? add_cell(table, true) : NULL;
    if (!cell)
        return;
    va_list arguments;
    va_start(arguments, format);
    fill(cell, format, arguments);
    va_end(arguments);
    for (size_t i = 1; i < table->columns && (cell = add_cell(table, false)) != NULL; i++)
        cell->text[0] = '\0';
}

size_t table_width(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static size_t greater(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The width of a column; 0 when it is empty in every row. */
static size_t column_width(const struct table *table, size_t column)
{
    size_t width = 0;
    for (size_t i = 0; i + table->columns <= table->cells; i += table->columns)
        if (!table->is_note[i])
            width = greater(width, table_width(table->cell[i + column].text));
    if (width == 0)
        return 0;
    return greater(width, greater(table_width(table->column[column].head), table_width(table->column[column].unit)));
}

static void print_line(const struct table *table, const size_t *width, const char *const *text, FILE *out)
{
    size_t at = 0, start = 0;
    for (size_t i = 0; i < table->columns; i++) {
        if (width[i] == 0)
            continue;
        start += start == 0 ? 0 : table->column[i].joined ? 1 : 2;
        const size_t text_width = table_width(text[i]);
        const size_t place = start + (table->column[i].left ? 0 : width[i] - text_width);
        if (text_width > 0) {
            fprintf(out, "%*s%s", (int)(place - at), "", text[i]);
            at = place + text_width;
        }
        start += width[i];
    }
    fputc('\n', out);
}

static void print_headings(const struct table *table, const size_t *width, const char **text, bool bold, FILE *out)
{
    bool has_units = false;
    for (size_t i = 0; i < table->columns; i++) {
        text[i] = table->column[i].head;
        has_units = has_units || (width[i] > 0 && table->column[i].unit[0]);
    }
    fputs(bold ? "\033[1m" : "", out);
    print_line(table, width, text, out);
    for (size_t i = 0; i < table->columns; i++)
        text[i] = table->column[i].unit;
    if (has_units)
        print_line(table, width, text, out);
    fputs(bold ? "\033[0m" : "", out);
}

int table_print(const struct table *table, bool bold, FILE *out)
{
    if (!table || table->short_of_memory)
        return -1;
    size_t *width = calloc(table->columns, sizeof *width);
    const char **text = calloc(table->columns, sizeof *text);
    if (width && text) {
        for (size_t i = 0; i < table->columns; i++)
            width[i] = column_width(table, i);
        print_headings(table, width, text, bold, out);
        for (size_t row = 0; row + table->columns <= table->cells; row += table->columns) {
            for (size_t i = 0; i < table->columns; i++)
                text[i] = table->cell[row + i].text;
            if (table->is_note[row])
                fprintf(out, "%s\n", text[0]);
            else
                print_line(table, width, text, out);
        }
    }
    const int failed = width && text ? 0 : -1;
    free(width);
    free(text);
    return failed;
}
