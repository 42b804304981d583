/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/study/published.h"

#include "sim/scenario/loader.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 20 }; /* chosen: thousands of rows; what is larger is another file */

enum column {
    COLUMN_ID,
    COLUMN_SEED,
    COLUMN_MACHINE,
    COLUMN_EXPERIMENT,
    COLUMN_CLOCK,
    COLUMN_QUANTITY,
    COLUMN_VALUE,
    COLUMN_UNIT,
    COLUMN_SD,
    COLUMN_N,
    COLUMN_SE,
    COLUMN_BOUND,
    COLUMN_ROLE,
    COLUMN_NOTE,
    COLUMN_COUNT
};

static const struct {
    const char *name;
    bool required;
} columns[COLUMN_COUNT] = {
    [COLUMN_ID] = {"id", true},           [COLUMN_SEED] = {"seed", true},
    [COLUMN_MACHINE] = {"machine", true}, [COLUMN_EXPERIMENT] = {"experiment", true},
    [COLUMN_CLOCK] = {"clock", false},    [COLUMN_QUANTITY] = {"quantity", true},
    [COLUMN_VALUE] = {"value", true},     [COLUMN_UNIT] = {"unit", true},
    [COLUMN_SD] = {"sd", false},          [COLUMN_N] = {"n", false},
    [COLUMN_SE] = {"se", false},          [COLUMN_BOUND] = {"bound", false},
    [COLUMN_ROLE] = {"role", true},       [COLUMN_NOTE] = {"note", false},
};

const char *const published_role_names[3] = {"fit", "predict", "check"};
const char *const published_bound_names[3] = {"", "lower", "upper"};

struct reader {
    const char *file;
    int line;
    locale_t numbers; /* the C locale, whatever the program's is */
    struct published *published;
    size_t room;
    struct error *error;
};

#define refuse(reader, format, ...) \
    error_set((reader)->error, STATUS_BAD_INPUT, "%s:%d: " format, (reader)->file, (reader)->line, __VA_ARGS__)

/* Takes one field off the front of a line, in place, quotes removed; *at goes beyond its comma, or becomes NULL after
 * the last. */
static int take_field(struct reader *reader, char **at, char **field)
{
    char *from = *at;
    if (*from != '"') {
        *field = from;
        from += strcspn(from, ",");
    } else {
        char *to = *field = ++from;
        while (*from && (*from != '"' || from[1] == '"')) {
            from += *from == '"';
            *to++ = *from++;
        }
        if (!*from)
            return refuse(reader, "%s", "a quote is not closed on this line");
        if (*++from && *from != ',')
            return refuse(reader, "%s", "something follows a quoted field");
        *to = '\0';
    }
    *at = *from ? from + 1 : NULL;
    *from = '\0';
    return 0;
}

static int split(struct reader *reader, char *line, char *field[COLUMN_COUNT])
{
    char *at = line;
    int count = 0;
    for (char *next; at; count++) {
        if (take_field(reader, &at, &next))
            return -1;
        if (count < COLUMN_COUNT)
            field[count] = next;
    }
    if (count != COLUMN_COUNT)
        return refuse(reader, "%d fields; there must be %d", count, COLUMN_COUNT);
    return 0;
}

/* [-]digits[.digits][e[+-]digits] and nothing else. */
static bool is_decimal(const char *text)
{
    static const char digits[] = "0123456789";
    text += *text == '-';
    size_t whole = strspn(text, digits);
    text += whole;
    if (whole == 0)
        return false;
    if (*text == '.') {
        size_t fraction = strspn(++text, digits);
        text += fraction;
        if (fraction == 0)
            return false;
    }
    if (*text == 'e' || *text == 'E') {
        text += text[1] == '-' || text[1] == '+' ? 2 : 1;
        return *text && text[strspn(text, digits)] == '\0';
    }
    return *text == '\0';
}

static int read_number(struct reader *reader, char *const *field, enum column column, double least, double *value)
{
    *value = NAN;
    if (*field[column] == '\0')
        return 0;
    if (!is_decimal(field[column]))
        return refuse(reader, "`%s` is not a number: `%s`", columns[column].name, field[column]);
    *value = strtod_l(field[column], NULL, reader->numbers);
    if (!isfinite(*value) || *value < least)
        return refuse(reader, "`%s` is out of range: `%s`", columns[column].name, field[column]);
    return 0;
}

static int read_choice(struct reader *reader, char *const *field, enum column column, const char *const *names,
                       int *value)
{
    for (int i = 0; i < 3; i++)
        if (strcmp(field[column], names[i]) == 0) {
            *value = i;
            return 0;
        }
    return refuse(reader, "`%s` is `%s`; it must be %s, %s or %s", columns[column].name, field[column],
                  *names[0] ? names[0] : "empty", names[1], names[2]);
}

static int read_fields(struct reader *reader, char *const *field, struct published_row *row)
{
    double n = NAN;
    int bound = 0, role = 0;
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (columns[i].required && *field[i] == '\0')
            return refuse(reader, "`%s` is empty", columns[i].name);
    if (read_number(reader, field, COLUMN_VALUE, -INFINITY, &row->value) ||
        read_number(reader, field, COLUMN_SD, 0, &row->sd) || read_number(reader, field, COLUMN_N, 1, &n) ||
        read_number(reader, field, COLUMN_SE, 0, &row->se) ||
        read_choice(reader, field, COLUMN_BOUND, published_bound_names, &bound) ||
        read_choice(reader, field, COLUMN_ROLE, published_role_names, &role))
        return -1;
    if (!isnan(n) && (n != floor(n) || n > 1e9))
        return refuse(reader, "`n` is not a count: `%s`", field[COLUMN_N]);
    row->id = field[COLUMN_ID];
    row->seed = field[COLUMN_SEED];
    row->machine = field[COLUMN_MACHINE];
    row->experiment = field[COLUMN_EXPERIMENT];
    row->clock = field[COLUMN_CLOCK];
    row->quantity = field[COLUMN_QUANTITY];
    row->unit = field[COLUMN_UNIT];
    row->note = field[COLUMN_NOTE];
    row->n = isnan(n) ? 0 : (int64_t)n;
    row->bound = (enum published_bound)bound;
    row->role = (enum published_role)role;
    row->line = reader->line;
    return 0;
}

static int read_row(struct reader *reader, char *line)
{
    char *field[COLUMN_COUNT];
    struct published *published = reader->published;
    if (published->count == reader->room) {
        reader->room = 2 * reader->room + 64;
        struct published_row *more = realloc(published->row, reader->room * sizeof *more);
        if (!more)
            return error_set(reader->error, STATUS_INTERNAL, "out of memory");
        published->row = more;
    }
    struct published_row *row = &published->row[published->count];
    if (split(reader, line, field) || read_fields(reader, field, row))
        return -1;
    const struct published_row *before = published_find(published, row->id);
    if (before)
        return refuse(reader, "`id` is `%s`, like that of line %d", row->id, before->line);
    published->count++;
    return 0;
}

static int read_header(struct reader *reader, char *line)
{
    char *field[COLUMN_COUNT];
    if (split(reader, line, field))
        return -1;
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (strcmp(field[i], columns[i].name) != 0)
            return refuse(reader, "column %d is called `%s`; it must be `%s`", i + 1, field[i], columns[i].name);
    return 0;
}

static int read_lines(struct reader *reader)
{
    for (char *line = reader->published->text, *next; *line; line = next) {
        reader->line++;
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] != '\0');
        if (length > 0 && line[length - 1] == '\r')
            length--;
        line[length] = '\0';
        for (const char *c = line; *c; c++)
            if ((unsigned char)*c < ' ' || *c == '\x7f')
                return refuse(reader, "%s", "a control character");
        if (reader->line == 1 ? read_header(reader, line) : read_row(reader, line))
            return -1;
    }
    if (reader->line < 2)
        return error_set(reader->error, STATUS_BAD_INPUT, "%s: there are no rows", reader->file);
    return 0;
}

static int read_text(const char *file, char **text, struct error *error)
{
    FILE *in = fopen(file, "re");
    if (!in)
        return error_set(error, STATUS_NO_INPUT, "%s: cannot be read: %s", file, strerror(errno));
    char *bytes = malloc(FILE_BYTES_MAX + 1);
    size_t size = bytes ? fread(bytes, 1, FILE_BYTES_MAX + 1, in) : 0;
    int failed = 0;
    if (!bytes)
        failed = error_set(error, STATUS_INTERNAL, "out of memory");
    else if (ferror(in))
        failed = error_set(error, STATUS_NO_INPUT, "%s: cannot be read: %s", file, strerror(errno));
    else if (size > FILE_BYTES_MAX)
        failed = error_set(error, STATUS_BAD_INPUT, "%s: larger than 1 MiB", file);
    else if (memchr(bytes, '\0', size))
        failed = error_set(error, STATUS_BAD_INPUT, "%s: holds a NUL byte", file);
    fclose(in);
    if (failed) {
        free(bytes);
        return -1;
    }
    bytes[size] = '\0';
    *text = bytes;
    return 0;
}

static int read_file(const char *file, struct published **published, struct error *error)
{
    struct reader reader = {.file = file, .error = error};
    reader.published = calloc(1, sizeof *reader.published);
    reader.numbers = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    int failed = -1;
    if (reader.published && reader.numbers)
        failed = read_text(file, &reader.published->text, error) || read_lines(&reader);
    else
        error_set(error, STATUS_INTERNAL, "out of memory");
    if (reader.numbers)
        freelocale(reader.numbers);
    if (failed) {
        published_destroy(reader.published);
        return -1;
    }
    *published = reader.published;
    return 0;
}

int published_read(const char *file, struct published **published, struct error *error)
{
    if (file)
        return read_file(file, published, error);
    char *own = NULL;
    if (asprintf(&own, "%s/published.csv", preset_data_dir(NULL)) < 0)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    int failed = read_file(own, published, error);
    free(own);
    return failed;
}

void published_destroy(struct published *published)
{
    if (!published)
        return;
    free(published->row);
    free(published->text);
    free(published);
}

const struct published_row *published_find(const struct published *published, const char *id)
{
    for (size_t i = 0; i < published->count; i++)
        if (strcmp(published->row[i].id, id) == 0)
            return &published->row[i];
    return NULL;
}

const struct published_row *published_of_clock(const struct published *published, const struct published_row *row,
                                               const char *clock)
{
    for (size_t i = 0; i < published->count; i++) {
        const struct published_row *other = &published->row[i];
        if (strcmp(other->clock, clock) == 0 && strcmp(other->seed, row->seed) == 0 &&
            strcmp(other->machine, row->machine) == 0 && strcmp(other->experiment, row->experiment) == 0 &&
            strcmp(other->quantity, row->quantity) == 0)
            return other;
    }
    return NULL;
}
