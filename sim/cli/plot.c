/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/plot.h"
#include "sim/cli/command.h"
#include "sim/cli/complain.h"
#include "sim/cli/data.h"

#include <stdlib.h>

struct plot_settings {
    const char *plot, *output;
};

static const struct option_row rows[] = {
    {.name = "plot",
     .letter = 'p',
     .takes = TAKES_TEXT,
     .argument = "NAME",
     .help = "what to draw: `cores` unless another is named; `clocksim list plots` lists them",
     .offset = offsetof(struct plot_settings, plot),
     .completion = "plots"},
    {.name = "output",
     .letter = 'o',
     .takes = TAKES_TEXT,
     .argument = "FILE",
     .help = "the picture; its ending says what it will be: .svg, .png or .pdf",
     .offset = offsetof(struct plot_settings, output),
     .completion = OPTION_FILES},
};

static const struct command_example examples[] = {
    {"plot results.db --plot cores -o file.svg", "draws the throughput that each clock loses against the number of CPUs"},
    {NULL, NULL},
};

static int execute(const void *given, const struct text_list *operands)
{
    const struct plot_settings *settings = given;
    struct error error;
    if (!settings->output) {
        complain("plot: --output FILE is missing (see `clocksim plot --help`)");
        return STATUS_USAGE;
    }
    char *published = data_file("published.csv");
    const int failed =
        plot_draw(operands->text[0], settings->plot ? settings->plot : "cores", settings->output, published, &error);
    free(published);
    return failed ? complain_error(&error) : STATUS_OK;
}

const struct command command_plot = {
    .name = "plot",
    .summary = "draw a picture from a database of results",
    .description = "Draws a picture with gnuplot from results that `run --db` has saved, with published measurements "
                   "beside them, and leaves the gnuplot script beside the picture.",
    .table = {rows, sizeof rows / sizeof *rows, sizeof(struct plot_settings), 1, 1, "DATABASE"},
    .operand_completion = OPTION_FILES,
    .example = examples,
    .execute = execute,
};
