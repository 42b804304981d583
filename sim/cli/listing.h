/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `clocksim list` can list; also the candidates of the shell's completion. */
#ifndef SIM_CLI_LISTING_H
#define SIM_CLI_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct listing {
    const char *name; /* `policies` */
    const char *help;
    /* Prints all, or the names alone. Returns an exit status. */
    int (*print)(bool names, FILE *out);
};
extern const struct listing listings[];
extern const size_t listing_count;

#endif
