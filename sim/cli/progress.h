/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress on stderr: one line that updates itself on a terminal, elsewhere a line at most every 10 s. */
#ifndef SIM_CLI_PROGRESS_H
#define SIM_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress {
    bool quiet, terminal, drawn;
    double started_s, shown_s;
    const char *label;
    double before, part, whole; /* weight of the parts done, of the one under way, of all */
};

/* `whole`: the weight of all parts together, in any unit. */
void progress_begin(struct progress *progress, bool quiet, double whole);

/* The next part: what it is called, and its weight. `label` must stay. */
void progress_part(struct progress *progress, const char *label, double weight);

/* `done` of `all` steps of the part; a run_progress, whose context is the struct progress. */
void progress_step(void *progress, size_t done, size_t all);

/* Clears the line, so that something else can be written. */
void progress_clear(struct progress *progress);

#endif
