/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock policies, for the registry. */
#ifndef MODELS_POLICY_POLICIES_H
#define MODELS_POLICY_POLICIES_H

#include "models/policy/policy.h"
#include "models/step/do.h"

extern const struct policy_descriptor policy_tsc;
extern const struct policy_descriptor policy_acpi_pm;
extern const struct policy_descriptor policy_acpi_pm_verified;
extern const struct policy_descriptor policy_hpet;
extern const struct policy_descriptor policy_hpet_combining;
extern const struct policy_descriptor policy_hpet_combining_v4;
extern const struct policy_descriptor policy_jiffies;
extern const struct policy_descriptor policy_sched_clock_stable;
extern const struct policy_descriptor policy_sched_clock_unstable;

extern const struct do_descriptor do_acpi_pm_in_order;
extern const struct do_descriptor do_combining_begin;
extern const struct do_descriptor do_combining_tried;
extern const struct do_descriptor do_combining_pack;
extern const struct do_descriptor do_combining_wait;
extern const struct do_descriptor do_combining_v4_begin;
extern const struct do_descriptor do_combining_v4_swapped;

#endif
