/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `clocksim check --policy NAME`. */
#ifndef SIM_CLI_CHECK_POLICY_H
#define SIM_CLI_CHECK_POLICY_H

#include <stdbool.h>
#include <stdint.h>

struct check_policy_settings {
    int64_t rounds, round, steps; /* 0: not given */
};

/* Tries the policy of that name and prints how it went. Returns 0, or 1 after a failure, or another exit status. */
int check_policy(const char *name, int64_t seed, bool quiet, const struct check_policy_settings *settings);

#endif
