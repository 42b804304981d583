/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/source.h"

#include "sim/scenario/mistakes.h"
#include "sim/scenario/text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct source *source_create(struct scenario_arena *arena, struct mistakes *mistakes, const char *name,
                                    const char *text, size_t length)
{
    struct source *source = arena_allocate(arena, sizeof *source);
    *source = (struct source){.name = text_visible(arena, name, SIZE_MAX), .text = text, .length = length};
    source->order = mistakes->source_count++;
    return source;
}

static const struct source *refuse(struct mistakes *mistakes, const struct source *source, enum exit_status status,
                                   const char *message)
{
    mistake_add(mistakes, (struct place){source, 0, 0}, NULL, "%s", message);
    if (status == STATUS_NO_INPUT)
        mistakes->status = status;
    return NULL;
}

struct place source_place(const struct source *source, size_t offset)
{
    struct place place = {source, 1, 1};
    for (size_t i = 0; i < offset;) {
        size_t end = text_line_end(source->text + i, source->length - i);
        if (end > 0) {
            place.line++;
            place.column = 1;
            i += end;
            continue;
        }
        uint32_t character;
        size_t bytes = text_decode(source->text + i, source->length - i, &character);
        place.column++;
        i += bytes == 0 ? 1 : bytes;
    }
    return place;
}

static size_t find_line_end(const struct source *source, size_t at)
{
    for (; at < source->length; at++) {
        /* most bytes are told by a glance */
        unsigned char byte = (unsigned char)source->text[at];
        bool unlikely = byte == '\n' || byte == '\r' || byte >= 0x80;
        if (unlikely && text_line_end(source->text + at, source->length - at) > 0)
            break;
    }
    return at;
}

const char *source_line(const struct source *source, uint32_t line, size_t *length)
{
    size_t start = 0;
    for (uint32_t number = 1; number < line && start < source->length; number++) {
        start = find_line_end(source, start);
        start += text_line_end(source->text + start, source->length - start);
    }
    *length = find_line_end(source, start) - start;
    return source->text + start;
}

/* Whether all of it is text; otherwise says where it stops being so. */
static bool check_text(struct mistakes *mistakes, const struct source *source)
{
    for (size_t i = 0; i < source->length;) {
        uint32_t character = 0;
        size_t bytes = text_decode(source->text + i, source->length - i, &character);
        if (bytes == 0 || text_forbidden(character)) {
            const char *what = bytes == 0 ? "is not UTF-8" : character == 0 ? "(NUL)" : "is a control character";
            mistake_add(mistakes, source_place(source, i), NULL, "this is not a text file: byte 0x%02x %s",
                        (unsigned char)source->text[i], what);
            return false;
        }
        i += bytes;
    }
    return true;
}

const struct source *source_of_text(struct scenario_arena *arena, struct mistakes *mistakes, const char *name,
                                    const char *text, size_t length)
{
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        length -= 3;
    }
    struct source *source = source_create(arena, mistakes, name, text, length);
    if (length > SOURCE_BYTES_MAX)
        return refuse(mistakes, source, STATUS_BAD_INPUT, "the file is larger than 64 MiB");
    if (length == 0)
        return refuse(mistakes, source, STATUS_BAD_INPUT, "the file is empty");
    return check_text(mistakes, source) ? source : NULL;
}

/* Reads up to one byte more than is allowed, so that what is too large is seen without reading it all. */
static char *read_stream(FILE *stream, size_t *length)
{
    size_t size = 0;
    char *bytes = NULL;
    *length = 0;
    while (*length <= SOURCE_BYTES_MAX) {
        if (*length == size) {
            size = size == 0 ? 65536 : 2 * size;
            char *larger = realloc(bytes, size);
            ensure(larger != NULL);
            bytes = larger;
        }
        size_t got = fread(bytes + *length, 1, size - *length, stream);
        if (got == 0)
            break;
        *length += got;
    }
    return bytes;
}

const struct source *source_read(struct scenario_arena *arena, struct mistakes *mistakes, const char *file)
{
    bool is_stdin = strcmp(file, "-") == 0;
    const char *name = is_stdin ? "<stdin>" : file;
    FILE *stream = is_stdin ? stdin : fopen(file, "rb");
    if (stream == NULL)
        return refuse(mistakes, source_create(arena, mistakes, name, "", 0), STATUS_NO_INPUT,
                      arena_format(arena, "cannot read it: %s", strerror(errno)));
    struct stat status;
    bool too_large =
        fstat(fileno(stream), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > SOURCE_BYTES_MAX;
    size_t length = 0;
    errno = 0;
    char *bytes = too_large ? NULL : read_stream(stream, &length);
    int failure = ferror(stream) ? errno : 0;
    if (!is_stdin)
        fclose(stream);
    const struct source *source;
    if (too_large)
        source = refuse(mistakes, source_create(arena, mistakes, name, "", 0), STATUS_BAD_INPUT,
                        "the file is larger than 64 MiB");
    else if (failure != 0)
        source = refuse(mistakes, source_create(arena, mistakes, name, "", 0), STATUS_NO_INPUT,
                        arena_format(arena, "cannot read it: %s", strerror(failure)));
    else
        source = source_of_text(arena, mistakes, name, arena_text(arena, bytes, length), length);
    free(bytes);
    return source;
}

const struct source *source_of_setting(struct scenario_arena *arena, struct mistakes *mistakes, const char *name,
                                       const char *text, struct place within)
{
    struct source *source = source_create(arena, mistakes, name, text, strlen(text));
    source->is_setting = true;
    source->within = within;
    return check_text(mistakes, source) ? source : NULL;
}
