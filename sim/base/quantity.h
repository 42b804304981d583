/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities as people write them: `0.6 us`, `14.31818 MHz`, `50 ppm`, `1500`.
 *
 * Numbers are exact decimals: they are parsed digit by digit into an integer of the kind's base unit,
 * never through a double. A number finer than the base unit, too large, or without its unit is
 * refused with a reason. Unit names are case-sensitive. Nothing here depends on the locale.
 */
#ifndef SIM_BASE_QUANTITY_H
#define SIM_BASE_QUANTITY_H

#include "sim/base/error.h"

#include <stddef.h>
#include <stdint.h>

enum quantity_kind {
    QUANTITY_COUNT,     /* no unit; integers */
    QUANTITY_DURATION,  /* base unit ps; ps ns us µs (U+00B5) μs (U+03BC) ms s min h */
    QUANTITY_FREQUENCY, /* base unit uHz (micro-hertz); Hz kHz MHz GHz */
    QUANTITY_RATE_ERROR,/* base unit 1e-6 ppb; ppb ppm (may be negative) */
    QUANTITY_RATIO,     /* no unit; base 1e-6: `1.25` is 1250000 */
    QUANTITY_PERCENT,   /* base unit 1e-6 %; `12.5 %` or `12.5 percent` */
    QUANTITY_SIZE,      /* base unit byte; B KiB MiB GiB */
};

enum quantity_problem {
    QUANTITY_OK = 0,
    QUANTITY_NOT_A_NUMBER, /* no digits, or rubbish after them */
    QUANTITY_NO_UNIT,      /* a unit is required and missing */
    QUANTITY_WRONG_UNIT,   /* an unknown unit, one of another kind, or one where none is allowed */
    QUANTITY_TOO_FINE,     /* not a whole number of base units */
    QUANTITY_TOO_LARGE,    /* does not fit into 64 bits of base units */
};

/* Parses all of `text[0..length)` into base units; spaces around and between number and unit are
 * allowed. `*value` is written only when QUANTITY_OK is returned. When a unit is at fault,
 * `*unit_at` (if not NULL) is the byte offset at which it starts. Accepts a sign, digits, one '.', and an
 * exponent (`1e9`); no hexadecimal, no infinities, no underscores. */
enum quantity_problem quantity_parse(enum quantity_kind kind, const char *text, size_t length, int64_t *value,
                                     size_t *unit_at);

/* The units of a kind for messages and help, such as "ps, ns, us, ms, s, min, h"; "" when it has none. */
const char *quantity_units(enum quantity_kind kind);

/* One unit of a kind whose name is closest to `text`, or NULL: for "did you mean". */
const char *quantity_suggest_unit(enum quantity_kind kind, const char *text, size_t length);

/* Writes the shortest exact text with the largest unit that keeps a readable number
 * (`564.7 ns`, `1 ms`, `14.31818 MHz`); parses back to the same value. Returns the length. */
size_t quantity_format(enum quantity_kind kind, int64_t value, char *text, size_t size);

/* The value in SI base units (s, Hz, ratio, bytes) as a double, and that unit's name, for storage. */
double quantity_si(enum quantity_kind kind, int64_t value);
const char *quantity_si_unit(enum quantity_kind kind);

#endif
