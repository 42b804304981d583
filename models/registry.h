/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All descriptors, one row each: adding a policy or a workload adds a file and a row. Policies and `do` functions from
 * outside the tree (models/policy/external.h) come after the built-in ones. */
#ifndef MODELS_REGISTRY_H
#define MODELS_REGISTRY_H

#include "models/policy/policy.h"
#include "models/step/do.h"
#include "models/workload/workload.h"
#include "sim/base/error.h"

/* By index, from 0; NULL after the last. */
const struct policy_descriptor *registry_policy_at(size_t index);
const struct do_descriptor *registry_do_at(size_t index);
extern const struct workload_descriptor *const registry_workloads[];
extern const size_t registry_workload_count;
/* Names of devices a `load` may read. */
extern const char *const registry_devices[];
extern const size_t registry_device_count;

/* NULL when there is none of that name (and kind). */
const struct policy_descriptor *registry_policy(enum policy_kind kind, const char *name);
const struct do_descriptor *registry_do(const char *name);
const struct workload_descriptor *registry_workload(const char *name);

/* What is wrong with the descriptors: a name that is taken, a step without what it needs. What comes from outside may
 * be; the program asks at every start. Returns 0, or an error (65). */
int registry_check(struct error *error) MUST_CHECK;

#endif
