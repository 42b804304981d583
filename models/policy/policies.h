/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock policies, for the registry. */
#ifndef MODELS_POLICY_POLICIES_H
#define MODELS_POLICY_POLICIES_H

#include "models/policy/policy.h"

extern const struct policy_descriptor policy_tsc;
extern const struct policy_descriptor policy_hpet;
extern const struct policy_descriptor policy_jiffies;
extern const struct policy_descriptor policy_sched_clock_stable;
extern const struct policy_descriptor policy_sched_clock_unstable;

#endif
