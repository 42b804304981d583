/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/base/quantity.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MAX_SUGGESTED_LENGTH = 16 }; /* longer texts are no unit with a slip in it */

/* One row per unit, from small to large: name, base units in one, other names people write (only ever
 * suggested). The rows give parsing, lists, suggestions and formatting. */
#define DURATION_UNITS(ROW)                                                                                            \
    ROW("ps", 1, "psec picosecond picoseconds")                                                                        \
    ROW("ns", 1000, "nsec nsecs nanosecond nanoseconds")                                                               \
    ROW("us", 1000000, "usec usecs microsecond microseconds micros")                                                   \
    ROW("ms", 1000000000, "msec msecs millisecond milliseconds millis")                                                \
    ROW("s", 1000000000000, "sec secs second seconds")                                                                 \
    ROW("min", 60000000000000, "m mins minute minutes")                                                                \
    ROW("h", 3600000000000000, "hr hrs hour hours")
#define FREQUENCY_UNITS(ROW)                                                                                           \
    ROW("Hz", 1000000, "hertz")                                                                                        \
    ROW("kHz", 1000000000, "k kilohertz")                                                                              \
    ROW("MHz", 1000000000000, "megahertz")                                                                             \
    ROW("GHz", 1000000000000000, "g gigahertz")
#define RATE_ERROR_UNITS(ROW)                                                                                          \
    ROW("ppb", 1000000, "")                                                                                            \
    ROW("ppm", 1000000000, "")
#define PERCENT_UNITS(ROW) ROW("%", 1000000, "pct per_cent")
#define SIZE_UNITS(ROW)                                                                                                \
    ROW("B", 1, "byte bytes")                                                                                          \
    ROW("KiB", 1024, "k kb kbyte kbytes kilobyte kilobytes")                                                           \
    ROW("MiB", 1048576, "m mb mbyte mbytes megabyte megabytes")                                                        \
    ROW("GiB", 1073741824, "g gb gbyte gbytes gigabyte gigabytes")

struct unit {
    const char *name;
    uint64_t base_units;
    const char *also;
};

#define UNIT_ROW(name, base_units, also) {name, base_units, also},
#define UNIT_NAME(name, base_units, also) ", " name
#define UNIT_LIST(rows) &(rows(UNIT_NAME))[2]

struct kind {
    const struct unit *unit; /* NULL when the kind has none */
    size_t unit_count;
    const char *unit_list;
    uint64_t base_units; /* in the number 1, for kinds without unit */
    double base_units_per_si;
    const char *si_unit;
};

static const struct unit duration_units[] = {DURATION_UNITS(UNIT_ROW)};
static const struct unit frequency_units[] = {FREQUENCY_UNITS(UNIT_ROW)};
static const struct unit rate_error_units[] = {RATE_ERROR_UNITS(UNIT_ROW)};
static const struct unit percent_units[] = {PERCENT_UNITS(UNIT_ROW)};
static const struct unit size_units[] = {SIZE_UNITS(UNIT_ROW)};

#define WITH_UNITS(rows) rows, sizeof rows / sizeof *rows

static const struct kind kinds[] = {
    [QUANTITY_COUNT] = {NULL, 0, "", 1, 1, "count"},
    [QUANTITY_DURATION] = {WITH_UNITS(duration_units), UNIT_LIST(DURATION_UNITS), 0, 1e12, "s"},
    [QUANTITY_FREQUENCY] = {WITH_UNITS(frequency_units), UNIT_LIST(FREQUENCY_UNITS), 0, 1e6, "Hz"},
    [QUANTITY_RATE_ERROR] = {WITH_UNITS(rate_error_units), UNIT_LIST(RATE_ERROR_UNITS), 0, 1e15, "ratio"},
    [QUANTITY_RATIO] = {NULL, 0, "", 1000000, 1e6, "ratio"},
    [QUANTITY_PERCENT] = {WITH_UNITS(percent_units), UNIT_LIST(PERCENT_UNITS), 0, 1e8, "ratio"},
    [QUANTITY_SIZE] = {WITH_UNITS(size_units), UNIT_LIST(SIZE_UNITS), 0, 1, "B"},
};

/* Second spellings that are accepted, beside the rows above. */
static const struct {
    const char *spelling, *name;
} spellings[] = {
    {"\u00b5s", "us"}, /* micro sign */
    {"\u03bcs", "us"}, /* Greek small letter mu */
    {"percent", "%"},
};

/* A number, still as text: digit k is worth 10^(point - 1 - k); the digits that are not zero lie in [first, end). */
struct decimal {
    bool negative;
    const char *text;
    size_t dot; /* digits before the '.'; all of them when there is no '.' */
    int64_t first, end;
    int64_t point;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Reads `e-3` at text[at..end) and returns the offset after it, or `at` when no exponent stands there. */
static size_t parse_exponent(const char *text, size_t at, size_t end, int64_t *exponent)
{
    size_t i = at;
    if (i == end || (text[i] != 'e' && text[i] != 'E'))
        return at;
    i++;
    const bool negative = i < end && text[i] == '-';
    if (i < end && (text[i] == '-' || text[i] == '+'))
        i++;
    if (i == end || !is_digit(text[i]))
        return at;
    int64_t size = 0;
    for (; i < end && is_digit(text[i]); i++)
        if (size < INT64_C(1) << 56) /* beyond any text's length: more changes nothing */
            size = size * 10 + (text[i] - '0');
    *exponent = negative ? -size : size;
    return i;
}

static unsigned digit_at(const struct decimal *decimal, int64_t k)
{
    if (k < decimal->first || k >= decimal->end)
        return 0;
    return (unsigned)(decimal->text[(size_t)k + ((size_t)k >= decimal->dot)] - '0');
}

/* Reads a number at text[at..end) and returns the offset after it, or `at` when there is none. */
static size_t parse_decimal(const char *text, size_t at, size_t end, struct decimal *decimal)
{
    size_t i = at;
    const bool negative = i < end && text[i] == '-';
    if (i < end && (text[i] == '-' || text[i] == '+'))
        i++;
    const char *digits = text + i;
    size_t dot = 0, count = 0;
    for (; i < end && is_digit(text[i]); i++)
        dot = ++count;
    if (i < end && text[i] == '.')
        for (i++; i < end && is_digit(text[i]); i++)
            count++;
    if (count == 0)
        return at;
    int64_t exponent = 0;
    i = parse_exponent(text, i, end, &exponent);
    *decimal = (struct decimal){negative, digits, dot, 0, (int64_t)count, (int64_t)dot + exponent};
    while (decimal->first < decimal->end && digit_at(decimal, decimal->first) == 0)
        decimal->first++;
    while (decimal->first < decimal->end && digit_at(decimal, decimal->end - 1) == 0)
        decimal->end--;
    return i;
}

/* The decimal times `base_units` as an exact 64-bit integer. Digit by digit, so any length will do. */
static enum quantity_problem scale(const struct decimal *decimal, uint64_t base_units, int64_t *value)
{
    const bool zero = decimal->first == decimal->end;
    if (!zero && decimal->point - decimal->first > 19)
        return QUANTITY_TOO_LARGE;
    if (!zero && decimal->first - decimal->point > 19) /* below 1e-19, and no unit has more than 1e16 base units */
        return QUANTITY_TOO_FINE;
    unsigned __int128 whole = 0, part = 0;
    for (int64_t k = decimal->first; !zero && k < decimal->point; k++)
        whole = whole * 10 + digit_at(decimal, k);
    const unsigned __int128 limit = (unsigned __int128)INT64_MAX + decimal->negative;
    if (whole > limit / base_units)
        return QUANTITY_TOO_LARGE;
    /* After the point, the last digit first: unless every sum is a whole number of tens, the result is no integer. */
    for (int64_t k = decimal->end - 1; !zero && k >= decimal->point; k--) {
        part += (unsigned __int128)digit_at(decimal, k) * base_units;
        if (part % 10)
            return QUANTITY_TOO_FINE;
        part /= 10;
    }
    const unsigned __int128 magnitude = whole * base_units + part;
    if (magnitude > limit)
        return QUANTITY_TOO_LARGE;
    *value = (int64_t)(decimal->negative ? -magnitude : magnitude);
    return QUANTITY_OK;
}

static bool named(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

/* Base units in the unit called text[0..length), or 0 when the kind has no such unit. */
static uint64_t unit_size(const struct kind *kind, const char *text, size_t length)
{
    const char *spelled = NULL;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (named(spellings[i].spelling, text, length))
            spelled = spellings[i].name;
    for (size_t i = 0; i < kind->unit_count; i++) {
        const char *name = kind->unit[i].name;
        if (spelled ? strcmp(name, spelled) == 0 : named(name, text, length))
            return kind->unit[i].base_units;
    }
    return 0;
}

/* Whether the text could be meant as a unit, rather than being the tail of a garbled number. */
static bool looks_like_unit(const char *text, size_t length)
{
    const bool starts_well = is_letter(text[0]) || text[0] == '%' || (text[0] & 0x80);
    bool plain = true;
    for (size_t i = 0; i < length; i++)
        plain = plain && !is_digit(text[i]) && ((text[i] & 0x80) || text[i] >= ' ');
    return starts_well && plain;
}

enum quantity_problem quantity_parse(enum quantity_kind kind, const char *text, size_t length, int64_t *value,
                                     size_t *unit_at)
{
    const struct kind *row = &kinds[kind];
    size_t at = 0, end = length;
    while (at < end && is_space(text[at]))
        at++;
    while (at < end && is_space(text[end - 1]))
        end--;
    struct decimal decimal;
    const size_t after = parse_decimal(text, at, end, &decimal);
    if (after == at)
        return QUANTITY_NOT_A_NUMBER;
    size_t unit = after;
    while (unit < end && is_space(text[unit]))
        unit++;
    uint64_t base_units = row->base_units;
    enum quantity_problem problem = QUANTITY_OK;
    if (unit < end) {
        base_units = unit_size(row, text + unit, end - unit);
        if (base_units == 0)
            problem = looks_like_unit(text + unit, end - unit) ? QUANTITY_WRONG_UNIT : QUANTITY_NOT_A_NUMBER;
    } else if (row->unit_count > 0) {
        problem = QUANTITY_NO_UNIT;
    }
    if (problem == QUANTITY_OK)
        return scale(&decimal, base_units, value);
    if (unit_at && problem != QUANTITY_NOT_A_NUMBER)
        *unit_at = unit;
    return problem;
}

const char *quantity_units(enum quantity_kind kind)
{
    return kinds[kind].unit_list;
}

/* Edit distance in which a wrong case costs 1 and any other edit 2. */
static unsigned distance(const char *name, const char *text, size_t length)
{
    unsigned row[MAX_SUGGESTED_LENGTH + 1];
    for (size_t j = 0; j <= length; j++)
        row[j] = 2 * (unsigned)j;
    for (size_t i = 1; name[i - 1]; i++) {
        unsigned diagonal = row[0];
        row[0] = 2 * (unsigned)i;
        for (size_t j = 1; j <= length; j++) {
            const char a = name[i - 1], b = text[j - 1];
            const unsigned swapped = diagonal + (a == b ? 0 : lower(a) == lower(b) ? 1 : 2);
            const unsigned edited = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 2;
            diagonal = row[j];
            row[j] = swapped < edited ? swapped : edited;
        }
    }
    return row[length];
}

/* Whether the blank-separated `words` hold `text`, in whatever case. */
static bool holds_word(const char *words, const char *text, size_t length)
{
    for (const char *word = words; *word;) {
        const size_t word_length = strcspn(word, " ");
        if (word_length == length && strncasecmp(word, text, length) == 0)
            return true;
        word += word_length + (word[word_length] == ' ');
    }
    return false;
}

const char *quantity_suggest_unit(enum quantity_kind kind, const char *text, size_t length)
{
    const struct kind *row = &kinds[kind];
    if (length == 0 || length > MAX_SUGGESTED_LENGTH)
        return NULL;
    const char *best = NULL;
    unsigned best_distance = length == 1 ? 2 : 3; /* less than one edit, or one and a wrong case */
    for (size_t i = 0; i < row->unit_count; i++) {
        const struct unit *unit = &row->unit[i];
        const bool same_word = holds_word(unit->name, text, length) || holds_word(unit->also, text, length);
        const unsigned apart = same_word ? 0 : distance(unit->name, text, length);
        if (apart < best_distance) {
            best = unit->name;
            best_distance = apart;
        }
    }
    return best;
}

static bool is_power_of_ten(uint64_t number)
{
    while (number % 10 == 0)
        number /= 10;
    return number == 1;
}

/* The largest unit of which there is at least one, else the smallest. Units whose fractions are not
 * decimal (min, KiB) must divide evenly. */
static const struct unit *readable_unit(const struct kind *kind, uint64_t magnitude)
{
    const struct unit *best = &kind->unit[0];
    for (size_t i = 1; i < kind->unit_count; i++) {
        const struct unit *unit = &kind->unit[i];
        if (magnitude >= unit->base_units && (is_power_of_ten(unit->base_units) || magnitude % unit->base_units == 0))
            best = unit;
    }
    return best;
}

size_t quantity_format(enum quantity_kind kind, int64_t value, char *text, size_t size)
{
    const struct kind *row = &kinds[kind];
    const uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    const struct unit *unit = row->unit_count ? readable_unit(row, magnitude) : NULL;
    const uint64_t base_units = unit ? unit->base_units : row->base_units;
    char fraction[24] = "";
    size_t places = 0;
    for (uint64_t rest = magnitude % base_units, tenth = base_units / 10; rest > 0; tenth /= 10) {
        fraction[places++] = (char)('0' + rest / tenth);
        rest %= tenth;
    }
    const int length = snprintf(text, size, "%s%" PRIu64 "%s%s%s%s", value < 0 ? "-" : "", magnitude / base_units,
                                places ? "." : "", fraction, unit ? " " : "", unit ? unit->name : "");
    return (size_t)length;
}

double quantity_si(enum quantity_kind kind, int64_t value)
{
    return (double)value / kinds[kind].base_units_per_si;
}

const char *quantity_si_unit(enum quantity_kind kind)
{
    return kinds[kind].si_unit;
}
