/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes JSON (RFC 8259), indented, piece by piece. Errors of the stream are the caller's to look for (ferror).
 *
 * Inside an object every value is preceded by json_key(); calls out of order are broken promises.
 */
#ifndef SIM_REPORT_JSON_H
#define SIM_REPORT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH_MAX = 16, JSON_NUMBER_SIZE = 32 };

struct json {
    FILE *out;
    int depth;
    bool has_item[JSON_DEPTH_MAX]; /* of the containers that are open */
    bool is_object[JSON_DEPTH_MAX];
    bool after_key;
};

struct json json_begin(FILE *out);
void json_end(struct json *json); /* ends the line; every container must be closed */

void json_open_object(struct json *json);
void json_open_array(struct json *json);
void json_close(struct json *json);
void json_key(struct json *json, const char *key);

/* Bytes that are not UTF-8 become U+FFFD; NULL becomes null. */
void json_string(struct json *json, const char *text);
void json_number(struct json *json, double value); /* null when it is not finite */
void json_integer(struct json *json, int64_t value);
void json_unsigned(struct json *json, uint64_t value);
void json_boolean(struct json *json, bool value);
void json_null(struct json *json);

/* The decimal text of 15 to 17 digits, as few as will do, that reads back as the same double; value must be finite. */
void json_number_text(double value, char text[JSON_NUMBER_SIZE]);

#endif
