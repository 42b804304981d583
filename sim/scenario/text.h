/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UTF-8 text from outside: checking it, showing it in messages, quoting it for YAML and JSON. */
#ifndef SIM_SCENARIO_TEXT_H
#define SIM_SCENARIO_TEXT_H

#include "sim/scenario/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Decodes the character at `text`, of which `length` > 0 bytes are there. Returns its bytes (1 .. 4), or 0 when
 * it is not valid UTF-8 (overlong forms, surrogates and values above U+10FFFF are not). */
size_t text_decode(const char *text, size_t length, uint32_t *character);

/* Characters that YAML does not allow unescaped: controls except tab and line ends, and U+FFFE and U+FFFF. */
bool text_forbidden(uint32_t character);

/* Characters that would move or hide what a terminal shows: controls, and the marks that turn its direction. */
bool text_invisible(uint32_t character);

/* Bytes of the line end at `text`, 0 when there is none. YAML 1.1 ends lines at CR, LF, CR LF, U+0085, U+2028 and
 * U+2029; line numbers must count as libyaml does. */
size_t text_line_end(const char *text, size_t length);

/* Writes the character as a reader should see it: itself, or escaped as \n, \x1b, \u202e. Returns columns taken. */
size_t text_put_visible(uint32_t character, FILE *out);

/* For messages: invisible characters escaped, and cut after `most` columns. */
enum { TEXT_SHOWN_MAX = 60 };
const char *text_visible(struct scenario_arena *arena, const char *text, size_t most);

/* Writes a double-quoted scalar that YAML and JSON both read back as `text`. */
void text_put_quoted(const char *text, FILE *out);

/* Letters, digits and `_`, not starting with a digit, at most NAME_MAX_LENGTH. */
bool text_is_name(const char *text);

/* [A-Za-z0-9._-]+, not starting with a dot or a dash. */
bool text_is_preset_name(const char *text);

/* Number of characters. */
size_t text_characters(const char *text);

#endif
