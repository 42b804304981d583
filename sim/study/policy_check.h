/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trying a clock policy on machines, kernels and readers drawn by chance, and holding it to what every policy promises
 * (sim/world/promises.h). A case that breaks a promise is made smaller while it still breaks the same one.
 *
 * What a check cannot see: a `do` function that never returns or that crashes; a promise broken only on a machine, or
 * at a moment, that no round has drawn.
 */
#ifndef SIM_STUDY_POLICY_CHECK_H
#define SIM_STUDY_POLICY_CHECK_H

#include "models/policy/policy.h"
#include "sim/world/promises.h"

#include <stdint.h>

struct policy_check_options {
    int64_t seed;
    int64_t rounds;       /* 1 .. 1000000 */
    int64_t only_round;   /* try this one alone, from 1; 0: all */
    int64_t steps;        /* last steps that a failure shows; 1 .. 1000000 */
    const char *data_dir; /* where the kernel profile is, as in scenario_load() */
};

struct policy_check_result {
    int64_t rounds; /* tried */
    uint64_t reads; /* clock reads of either kind in them */
    int64_t cpus_least, cpus_most;
    /* the first round that broke a promise; PROMISE_NONE: none did */
    enum promise broken;
    int64_t round, attempts; /* and how many smaller cases were tried */
    char first[512];         /* machine, kernel and readers, in one line: as drawn ... */
    char least[512];         /* ... and made smaller */
    char message[1024];
    char *steps; /* the last steps before the end, oldest first, a line each; NULL when none broke */
    char *readings; /* of a reading that went back: the one ahead of it and itself, a line each; else NULL */
};

/* Returns 0 and fills `result`, to be given to policy_check_clear(); or -1 when a case cannot be made or linked: an
 * error in the policy's steps (65). */
int policy_check(const struct policy_descriptor *policy, const struct policy_check_options *options,
                 struct policy_check_result *result, struct error *error) MUST_CHECK;
void policy_check_clear(struct policy_check_result *result);

#endif
