/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of a point: every key of the scenario format that holds one value, and what follows from them.
 *
 * The list comes from the key table (sim/scenario/key.h). The seed and the clock are columns of a run and no
 * parameters: the draws know nothing of the clock.
 */
#ifndef SIM_STORE_PARAM_H
#define SIM_STORE_PARAM_H

#include "sim/scenario/key.h"
#include "sim/scenario/scenario.h"

enum { PARAM_MAX = 96, PARAM_NAME_SIZE = 64 };

enum param_form { PARAM_TEXT, PARAM_INTEGER, PARAM_REAL };

struct param {
    char key[PARAM_NAME_SIZE];    /* dotted: `machine.hpet_occupancy`; `machine.logical_cpus` is derived */
    char column[PARAM_NAME_SIZE]; /* in the view `results`, unit last: `hpet_occupancy_s` */
    enum param_form form;         /* of the column */
    const struct key_row *row;    /* NULL when derived: */
    int64_t (*derive)(const struct machine_params *machine);
};

struct param_value {
    char *text;       /* as a scenario has it: `564.7 ns`; malloced */
    double si;        /* in `unit`; the mean of a distribution; NaN for names */
    const char *unit; /* "" for names */
};

/* Fills param[PARAM_MAX] and returns how many there are. */
size_t param_list(struct param *param);

/* The value that a scenario has; false when it has none. `value->text` is then to be freed. */
bool param_value(const struct param *param, const struct scenario *scenario, struct param_value *value);

#endif
