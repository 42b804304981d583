/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/json.h"

#include "sim/base/error.h"
#include "sim/scenario/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct json json_begin(FILE *out)
{
    return (struct json){.out = out};
}

void json_end(struct json *json)
{
    ensure(json->depth == 0 && !json->after_key);
    fputc('\n', json->out);
}

static void new_line(struct json *json)
{
    fprintf(json->out, "\n%*s", 2 * json->depth, "");
}

/* What stands before the next item of a container. */
static void begin_item(struct json *json)
{
    if (json->depth == 0)
        return;
    bool *has_item = &json->has_item[json->depth - 1];
    fputs(*has_item ? "," : "", json->out);
    new_line(json);
    *has_item = true;
}

static void begin_value(struct json *json)
{
    ensure(json->depth == 0 || json->after_key == json->is_object[json->depth - 1]);
    if (!json->after_key)
        begin_item(json);
    json->after_key = false;
}

static void open_container(struct json *json, bool is_object)
{
    ensure(json->depth < JSON_DEPTH_MAX);
    begin_value(json);
    fputc(is_object ? '{' : '[', json->out);
    json->has_item[json->depth] = false;
    json->is_object[json->depth++] = is_object;
}

void json_open_object(struct json *json)
{
    open_container(json, true);
}

void json_open_array(struct json *json)
{
    open_container(json, false);
}

void json_close(struct json *json)
{
    ensure(json->depth > 0 && !json->after_key);
    json->depth--;
    if (json->has_item[json->depth])
        new_line(json);
    fputc(json->is_object[json->depth] ? '}' : ']', json->out);
}

static void put_escaped(uint32_t character, const char *bytes, size_t length, FILE *out)
{
    if (character == '"' || character == '\\')
        fprintf(out, "\\%c", (int)character);
    else if (character == '\n')
        fputs("\\n", out);
    else if (character == '\t')
        fputs("\\t", out);
    else if (character < 0x20 || character == 0x7f)
        fprintf(out, "\\u%04x", (unsigned)character);
    else
        fwrite(bytes, 1, length, out);
}

static void put_string(const char *text, FILE *out)
{
    fputc('"', out);
    for (size_t left = strlen(text); left > 0;) {
        uint32_t character;
        size_t length = text_decode(text, left, &character);
        if (length > 0) {
            put_escaped(character, text, length, out);
        } else {
            fputs("\\ufffd", out);
            length = 1;
        }
        text += length;
        left -= length;
    }
    fputc('"', out);
}

void json_key(struct json *json, const char *key)
{
    ensure(json->depth > 0 && json->is_object[json->depth - 1] && !json->after_key);
    begin_item(json);
    put_string(key, json->out);
    fputs(": ", json->out);
    json->after_key = true;
}

void json_string(struct json *json, const char *text)
{
    if (!text) {
        json_null(json);
        return;
    }
    begin_value(json);
    put_string(text, json->out);
}

void json_number(struct json *json, double value)
{
    if (!isfinite(value)) {
        json_null(json);
        return;
    }
    char text[JSON_NUMBER_SIZE];
    json_number_text(value, text);
    begin_value(json);
    fputs(text, json->out);
}

void json_integer(struct json *json, int64_t value)
{
    begin_value(json);
    fprintf(json->out, "%" PRId64, value);
}

void json_unsigned(struct json *json, uint64_t value)
{
    begin_value(json);
    fprintf(json->out, "%" PRIu64, value);
}

void json_boolean(struct json *json, bool value)
{
    begin_value(json);
    fputs(value ? "true" : "false", json->out);
}

void json_null(struct json *json)
{
    begin_value(json);
    fputs("null", json->out);
}

void json_number_text(double value, char text[JSON_NUMBER_SIZE])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, JSON_NUMBER_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}
