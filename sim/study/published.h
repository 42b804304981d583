/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Published measurements that predictions are held against: the rows of scenarios/published.csv.
 *
 * The reader is strict: a row that is not as it should be is an error with its line, never skipped. Fields may be
 * quoted as in RFC 4180; comments and empty lines do not exist.
 */
#ifndef SIM_STUDY_PUBLISHED_H
#define SIM_STUDY_PUBLISHED_H

#include "sim/base/error.h"

#include <stddef.h>
#include <stdint.h>

/* What a row may be used for. */
enum published_role {
    ROLE_FIT,     /* a constant may be fitted to it */
    ROLE_PREDICT, /* nothing may be fitted to it */
    ROLE_CHECK,   /* an arithmetic consequence of stated inputs */
};
extern const char *const published_role_names[3]; /* fit, predict, check */

/* How the value limits what was measured. */
enum published_bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER };
extern const char *const published_bound_names[3]; /* "", lower, upper */

struct published_row {
    const char *id;      /* unique: `S003-72-hpet` */
    const char *seed;    /* the document it is from, or `-` when it is independent of them */
    const char *machine; /* a preset, or another name */
    const char *experiment;
    const char *clock; /* the clock's name where it is a single one; may be "" */
    const char *quantity;
    double value; /* in `unit` */
    const char *unit;
    double sd;                  /* standard deviation of one measurement; NaN: not published */
    int64_t n;                  /* measurements; 0: not published */
    double se;                  /* standard error or rounding of the value; NaN: not published */
    enum published_bound bound; /* lower: published as "more than" */
    enum published_role role;
    const char *note; /* may be "" */
    int line;         /* of the file, from 1 */
};

struct published {
    struct published_row *row; /* [count], in the file's order */
    size_t count;
    char *text; /* owns the strings */
};

/* Reads a file; NULL: the one among the program's data. Errors: 65 with `file:line:` when the content is wrong, 66 no
 * such file. To be given to published_destroy(). */
int published_read(const char *file, struct published **published, struct error *error) MUST_CHECK;
void published_destroy(struct published *published);

/* The row of that id, or NULL. */
const struct published_row *published_find(const struct published *published, const char *id);

/* The row of `clock` with the same seed, machine, experiment and quantity; `row` itself when that is its clock. NULL
 * when there is none. */
const struct published_row *published_of_clock(const struct published *published, const struct published_row *row,
                                               const char *clock);

#endif
