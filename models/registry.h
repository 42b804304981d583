/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All descriptors, one row each: adding a policy or a workload adds a file and a row. */
#ifndef MODELS_REGISTRY_H
#define MODELS_REGISTRY_H

#include "models/policy/policy.h"
#include "models/step/do.h"
#include "models/workload/workload.h"

extern const struct policy_descriptor *const registry_policies[];
extern const size_t registry_policy_count;
extern const struct do_descriptor *const registry_dos[];
extern const size_t registry_do_count;
extern const struct workload_descriptor *const registry_workloads[];
extern const size_t registry_workload_count;
/* Names of devices a `load` may read. */
extern const char *const registry_devices[];
extern const size_t registry_device_count;

/* NULL when there is none of that name (and kind). */
const struct policy_descriptor *registry_policy(enum policy_kind kind, const char *name);
const struct do_descriptor *registry_do(const char *name);
const struct workload_descriptor *registry_workload(const char *name);

#endif
