/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/text.h"

#include "models/step/step.h"

#include <stdlib.h>
#include <string.h>

enum { NEXT_LINE = 0x85, LINE_SEPARATOR = 0x2028, PARAGRAPH_SEPARATOR = 0x2029 };

/* ASCII whatever the locale says. */
static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

size_t text_decode(const char *text, size_t length, uint32_t *character)
{
    const unsigned char *bytes = (const unsigned char *)text;
    if (bytes[0] < 0x80) {
        *character = bytes[0];
        return 1;
    }
    size_t size = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : 2;
    if (bytes[0] < 0xC2 || bytes[0] > 0xF4 || length < size)
        return 0;
    uint32_t value = bytes[0] & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3F);
    }
    bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
    if (overlong || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *character = value;
    return size;
}

bool text_forbidden(uint32_t character)
{
    if (character < 0x20)
        return character != '\t' && character != '\n' && character != '\r';
    return (character >= 0x7F && character < 0xA0 && character != NEXT_LINE) || character == 0xFFFE ||
           character == 0xFFFF;
}

bool text_invisible(uint32_t character)
{
    return character < 0x20 || (character >= 0x7F && character < 0xA0) || character == 0x200E || character == 0x200F ||
           (character >= 0x2028 && character <= 0x202E) || (character >= 0x2066 && character <= 0x2069) ||
           character == 0xFEFF || character == 0xFFFE || character == 0xFFFF;
}

size_t text_line_end(const char *text, size_t length)
{
    if (length == 0)
        return 0;
    if (text[0] == '\n')
        return 1;
    if (text[0] == '\r')
        return length > 1 && text[1] == '\n' ? 2 : 1;
    uint32_t character;
    size_t size = (unsigned char)text[0] < 0x80 ? 0 : text_decode(text, length, &character);
    if (size == 0)
        return 0;
    return character == NEXT_LINE || character == LINE_SEPARATOR || character == PARAGRAPH_SEPARATOR ? size : 0;
}

static size_t put_character(uint32_t character, FILE *out)
{
    if (character < 0x80) {
        fputc((int)character, out);
    } else if (character < 0x800) {
        fputc((int)(0xC0 | character >> 6), out);
        fputc((int)(0x80 | (character & 0x3F)), out);
    } else {
        if (character < 0x10000) {
            fputc((int)(0xE0 | character >> 12), out);
        } else {
            fputc((int)(0xF0 | character >> 18), out);
            fputc((int)(0x80 | (character >> 12 & 0x3F)), out);
        }
        fputc((int)(0x80 | (character >> 6 & 0x3F)), out);
        fputc((int)(0x80 | (character & 0x3F)), out);
    }
    return 1;
}

size_t text_put_visible(uint32_t character, FILE *out)
{
    if (!text_invisible(character))
        return put_character(character, out);
    if (character == '\n')
        return (size_t)fprintf(out, "\\n");
    if (character == '\t')
        return (size_t)fprintf(out, "\\t");
    if (character < 0x100)
        return (size_t)fprintf(out, "\\x%02x", (unsigned)character);
    return (size_t)fprintf(out, "\\u%04x", (unsigned)character);
}

const char *text_visible(struct scenario_arena *arena, const char *text, size_t most)
{
    char *visible = NULL;
    size_t size = 0, left = strlen(text), shown = 0;
    FILE *out = open_memstream(&visible, &size);
    ensure(out != NULL);
    while (left > 0 && shown < most) {
        uint32_t character = 0;
        size_t bytes = text_decode(text, left, &character);
        if (bytes == 0)
            shown += (size_t)fprintf(out, "\\x%02x", (unsigned char)text[0]);
        else
            shown += text_put_visible(character, out);
        bytes = bytes == 0 ? 1 : bytes;
        text += bytes;
        left -= bytes;
    }
    if (left > 0)
        fputs("...", out);
    ensure(fclose(out) == 0);
    const char *copy = arena_text(arena, visible, size);
    free(visible);
    return copy;
}

void text_put_quoted(const char *text, FILE *out)
{
    size_t left = strlen(text);
    fputc('"', out);
    while (left > 0) {
        uint32_t character = 0;
        size_t bytes = text_decode(text, left, &character);
        ensure(bytes > 0);
        if (character == '"' || character == '\\')
            fprintf(out, "\\%c", (int)character);
        else if (character == '\n')
            fputs("\\n", out);
        else if (text_invisible(character))
            fprintf(out, "\\u%04x", (unsigned)character);
        else
            put_character(character, out);
        text += bytes;
        left -= bytes;
    }
    fputc('"', out);
}

bool text_is_name(const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length > NAME_MAX_LENGTH || (text[0] >= '0' && text[0] <= '9'))
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!is_letter_or_digit(text[i]) && text[i] != '_')
            return false;
    }
    return true;
}

bool text_is_preset_name(const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length > NAME_MAX_LENGTH || text[0] == '.' || text[0] == '-')
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!is_letter_or_digit(text[i]) && strchr("._-", text[i]) == NULL)
            return false;
    }
    return true;
}

size_t text_characters(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}
