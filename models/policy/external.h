/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Policies from outside the tree, built in with -DCLOCKSIM_POLICY_DIR=DIR (docs/add-a-policy.md).
 *
 * A file of DIR names what it brings, each on a line of its own that begins with the macro:
 *
 *     CLOCKSIM_POLICY(policy_mine);
 *     CLOCKSIM_DO(do_mine_decides);
 *
 * To the compiler these are declarations, which the definitions must match; CMake collects the same lines into the two
 * arrays below (generated/external.c).
 */
#ifndef MODELS_POLICY_EXTERNAL_H
#define MODELS_POLICY_EXTERNAL_H

#include "models/policy/policy.h"
#include "models/step/do.h"

#define CLOCKSIM_POLICY(name) extern const struct policy_descriptor name
#define CLOCKSIM_DO(name) extern const struct do_descriptor name

/* End with NULL; empty without CLOCKSIM_POLICY_DIR. */
extern const struct policy_descriptor *const external_policies[];
extern const struct do_descriptor *const external_dos[];

#endif
