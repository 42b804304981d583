/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/registry.h"

#include "models/kernel/dos.h"
#include "models/policy/policies.h"
#include "models/workload/workloads.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

const struct policy_descriptor *const registry_policies[] = {
    &policy_tsc,
    &policy_hpet,
    &policy_hpet_combining,
    &policy_hpet_combining_v4,
    &policy_acpi_pm,
    &policy_acpi_pm_verified,
    &policy_jiffies,
    &policy_sched_clock_stable,
    &policy_sched_clock_unstable,
};
const size_t registry_policy_count = COUNT(registry_policies);

const struct do_descriptor *const registry_dos[] = {
    &do_seqcount_is_odd,
    &do_seqcount_changed,
    &do_seqcount_increment,
    &do_ktime_from_cycles,
    &do_update_jiffies,
    &do_count_jiffy,
    &do_timekeeping_due,
    &do_timekeeping_advance,
    &do_ktime_coarse,
    &do_timer_interrupt_begin,
    &do_next_expired_timer,
    &do_forward_tick,
    &do_forward_periodic_tick,
    &do_count_tick,
    &do_program_next_event,
    &do_retry_timer_interrupt,
    &do_wait_out_hang,
    &do_program_forced_event,
    &do_program_least_event,
    &do_start_sleep_timer,
    &do_scheduler_tick,
    &do_resched_wanted,
    &do_pick_next_task,
    &do_sched_clock_native,
    &do_sched_clock_filter,
    &do_sched_clock_tick,
    &do_job_done,
    &do_acpi_pm_in_order,
    &do_combining_begin,
    &do_combining_tried,
    &do_combining_pack,
    &do_combining_wait,
    &do_combining_v4_begin,
    &do_combining_v4_swapped,
};
const size_t registry_do_count = COUNT(registry_dos);

const struct workload_descriptor *const registry_workloads[] = {
    &workload_compute_jobs,
    &workload_tasks,
};
const size_t registry_workload_count = COUNT(registry_workloads);

const char *const registry_devices[] = {"hpet", "tsc", "acpi_pm", "acpi_pm_glitching"};
const size_t registry_device_count = COUNT(registry_devices);

const struct policy_descriptor *registry_policy(enum policy_kind kind, const char *name)
{
    for (size_t i = 0; i < registry_policy_count; i++)
        if (registry_policies[i]->kind == kind && strcmp(registry_policies[i]->name, name) == 0)
            return registry_policies[i];
    return NULL;
}

const struct do_descriptor *registry_do(const char *name)
{
    for (size_t i = 0; i < registry_do_count; i++)
        if (strcmp(registry_dos[i]->name, name) == 0)
            return registry_dos[i];
    return NULL;
}

const struct workload_descriptor *registry_workload(const char *name)
{
    for (size_t i = 0; i < registry_workload_count; i++)
        if (strcmp(registry_workloads[i]->name, name) == 0)
            return registry_workloads[i];
    return NULL;
}
