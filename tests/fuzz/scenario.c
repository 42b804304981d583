/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a scenario, and as `--set` texts after it: they are refused with a reason or loaded, and then shown as a
 * text that loads to the same and links or is refused. A byte 0xff, which no text holds, ends the scenario and each
 * `--set`.
 *
 * Not covered: sweep files, and what a loaded scenario does when it runs.
 */
#include "sim/scenario/scenario.h"
#include "sim/world/program.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { SETTINGS_MAX = 8, SEPARATOR = 0xff };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most); /* libFuzzer's own */

/* A copy that ends at the separator, or with the data; to be freed. Moves on behind it. */
static char *take_text(const uint8_t **data, size_t *size)
{
    const uint8_t *end = memchr(*data, SEPARATOR, *size);
    const size_t length = end ? (size_t)(end - *data) : *size;
    char *text = malloc(length + 1);
    ensure(text);
    memcpy(text, *data, length);
    text[length] = '\0';
    *data += end ? length + 1 : length;
    *size -= end ? length + 1 : length;
    return text;
}

/* Loads, or checks that there is a reason why not. */
static struct scenario *load(const char *text, size_t length, const struct scenario_overrides *overrides)
{
    struct scenario *scenario = NULL;
    struct diagnostics diagnostics = {0};
    const int failed =
        scenario_load_text("fuzz.yaml", text, length, TEST_SOURCE_DIR "/scenarios", overrides, &scenario, &diagnostics);
    ensure(failed ? diagnostics.count > 0 && diagnostics.text && diagnostics.text[0] && diagnostics.status != STATUS_OK
                  : scenario && diagnostics.count == 0);
    diagnostics_clear(&diagnostics);
    return failed ? NULL : scenario;
}

static void link_all(const struct scenario *scenario)
{
    for (size_t i = 0; i < scenario->clock_count; i++) {
        struct program *program = NULL;
        struct error error = {.status = STATUS_OK};
        if (program_link(scenario, &scenario->clock[i], &program, &error))
            ensure(error.status != STATUS_OK && error.message[0]);
        program_destroy(program);
    }
}

static void show_and_load_again(const struct scenario *scenario)
{
    const struct scenario_overrides none = {.seed = -1, .replications = -1};
    char *shown = scenario_show(scenario);
    ensure(shown && strcmp(shown, scenario->text) == 0);
    struct scenario *again = load(shown, strlen(shown), &none);
    ensure(again);
#ifdef CLOCKSIM_PLANTED_DEFECT /* what the fuzzer must find, to be believed when it finds nothing */
    ensure(scenario->run.replications <= 10 && scenario->run.seed <= 10);
#endif
    ensure(strcmp(again->text, shown) == 0 && strcmp(again->sha256, scenario->sha256) == 0);
    scenario_destroy(again);
    free(shown);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *set[SETTINGS_MAX];
    struct scenario_overrides overrides = {.set = (const char *const *)set, .seed = -1, .replications = -1};
    const uint8_t *end = size > 0 ? memchr(data, SEPARATOR, size) : NULL;
    const size_t length = end ? (size_t)(end - data) : size;
    char *text = take_text(&data, &size);
    while (size > 0 && overrides.set_count < SETTINGS_MAX)
        set[overrides.set_count++] = take_text(&data, &size);
    struct scenario *scenario = load(text, length, &overrides);
    if (scenario) {
        link_all(scenario);
        show_and_load_again(scenario);
    }
    scenario_destroy(scenario);
    for (size_t i = 0; i < overrides.set_count; i++)
        free(set[i]);
    free(text);
    return 0;
}

/* Puts `with` in the place of `length` bytes at `at`. Returns the new size, or 0 when there is no room. */
static size_t replace(uint8_t *data, size_t size, size_t most, size_t at, size_t length, const char *with)
{
    const size_t longer = strlen(with);
    if (size - length + longer > most)
        return 0;
    memmove(data + at + longer, data + at + length, size - at - length);
    memcpy(data + at, with, longer);
    return size - length + longer;
}

/* Another number in the place of one: the first from byte `from` on. */
static size_t change_number(uint8_t *data, size_t size, size_t most, size_t from, unsigned choice)
{
    static const char *const number[] = {"0",
                                         "1",
                                         "2",
                                         "3",
                                         "7",
                                         "12",
                                         "64",
                                         "250",
                                         "4096",
                                         "100000",
                                         "0.5",
                                         "1.25",
                                         "0.000001",
                                         "1e3",
                                         "9223372036854775807",
                                         "9223372036854775808",
                                         "-1"};
    while (from < size && !isdigit(data[from]))
        from++;
    size_t end = from;
    while (end < size && (isdigit(data[end]) || data[end] == '.'))
        end++;
    return end > from ? replace(data, size, most, from, end - from, number[choice % (sizeof number / sizeof *number)])
                      : 0;
}

/* The line at byte `from` once more, or not at all. */
static size_t change_line(uint8_t *data, size_t size, size_t most, size_t from, bool twice)
{
    while (from > 0 && data[from - 1] != '\n')
        from--;
    const uint8_t *newline = memchr(data + from, '\n', size - from);
    const size_t length = newline ? (size_t)(newline - data) + 1 - from : size - from;
    if (!twice)
        return replace(data, size, most, from, length, "");
    if (size + length > most)
        return 0;
    memmove(data + from + length, data + from, size - from);
    return size + length;
}

/* Bytes changed at random seldom leave a scenario that loads: half of the mutations are those of a writer. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    const unsigned choice = seed >> 24;
    const size_t from = size > 0 ? (seed & 0xffffff) % size : 0;
    size_t changed = 0;
    if (size > 0 && seed % 8 < 3)
        changed = change_number(data, size, most, from, choice);
    else if (size > 0 && seed % 8 == 3)
        changed = change_line(data, size, most, from, choice % 2);
    return changed ? changed : LLVMFuzzerMutate(data, size, most);
}
