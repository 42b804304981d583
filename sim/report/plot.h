/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures from a results database by gnuplot, never through a shell. */
#ifndef SIM_REPORT_PLOT_H
#define SIM_REPORT_PLOT_H

#include "sim/base/error.h"

#include <stdio.h>

struct plot_info {
    const char *name; /* `cores` */
    const char *help;
};
extern const struct plot_info plots[];
extern const size_t plot_count;

/* Draws `plot` of the database into `output` (.svg, .png or .pdf by its ending) and leaves the gnuplot script beside
 * it (.gp), data included. `published_csv` holds the published rows to draw beside the results; NULL: none.
 * Errors: 64 unknown plot or ending, 65 not our database or nothing in it to draw, 66 no such database,
 * 69 gnuplot missing, 73/74 output. */
int plot_draw(const char *database, const char *plot, const char *output, const char *published_csv,
              struct error *error) MUST_CHECK;

#endif
