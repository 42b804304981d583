/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that several commands share: the form of the output, and how the work is done. */
#ifndef SIM_CLI_FORMATS_H
#define SIM_CLI_FORMATS_H

#include <stdint.h>

enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

extern const char *const format_names[]; /* table, csv, json */

/* The number of processes for `asked`: that, or one for each CPU that this program may use when it is 0. */
int workers_for(int64_t asked);

#define FORMAT_ROW(type) \
    { \
        .name = "format", .letter = 'f', .takes = TAKES_CHOICE, .argument = "FORMAT", .help = "form of the output", \
        .offset = offsetof(type, format), .choice = format_names \
    }

#define WORKERS_ROW(type) \
    { \
        .name = "workers", .letter = 'j', .takes = TAKES_INTEGER, .argument = "N", \
        .help = "run in this many processes; without it, one for each CPU at hand. Results do not depend on it", \
        .offset = offsetof(type, workers), .least = 1, .greatest = 4096, .absent = 0 \
    }

#define QUIET_ROW(type) \
    { \
        .name = "quiet", .letter = 'q', .takes = TAKES_NOTHING, .help = "show no progress", \
        .offset = offsetof(type, quiet) \
    }

#endif
