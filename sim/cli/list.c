/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/command.h"
#include "sim/cli/complain.h"
#include "sim/cli/listing.h"
#include "sim/cli/memory.h"

#include <stdlib.h>
#include <string.h>

struct list_settings {
    bool names;
};

static const struct option_row rows[] = {
    {.name = "names",
     .letter = 'n',
     .takes = TAKES_NOTHING,
     .help = "print nothing but names, one a line",
     .offset = offsetof(struct list_settings, names)},
};

static const struct command_example examples[] = {
    {"list policies", "the clocks that can be compared, with their sources"},
    {"list keys", "every key of a scenario, with unit, default and range"},
    {NULL, NULL},
};

static void list_listings(void)
{
    for (size_t i = 0; i < listing_count; i++)
        printf("%-10s %s\n", listings[i].name, listings[i].help);
}

static int unknown(const char *name)
{
    const char **names = memory_zeroed(listing_count, sizeof *names);
    char meant[128];
    for (size_t i = 0; i < listing_count; i++)
        names[i] = listings[i].name;
    option_suggest(name, names, listing_count, "", meant, sizeof meant);
    complain("list: there is no list of '%s'%s%s", name, meant,
             meant[0] ? "" : "; `clocksim list` tells what there is");
    free(names);
    return STATUS_USAGE;
}

static int execute(const void *given, const struct text_list *operands)
{
    const struct list_settings *settings = given;
    if (operands->count == 0) {
        list_listings();
        return STATUS_OK;
    }
    for (size_t i = 0; i < listing_count; i++)
        if (strcmp(listings[i].name, operands->text[0]) == 0)
            return listings[i].print(settings->names, stdout);
    return unknown(operands->text[0]);
}

const struct command command_list = {
    .name = "list",
    .summary = "list what the program knows: keys, policies, machines, metrics, ...",
    .description = "Lists what the program knows of one kind, with a line of help and the source. Without a word, it "
                   "tells which kinds there are.",
    .table = {rows, sizeof rows / sizeof *rows, sizeof(struct list_settings), 0, 1, "[WHAT]"},
    .operand_completion = "lists",
    .example = examples,
    .execute = execute,
};
