/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/registry.h"

#include "models/kernel/dos.h"
#include "models/policy/external.h"
#include "models/policy/policies.h"
#include "models/workload/workloads.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct policy_descriptor *const built_in_policies[] = {
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

/* clang-format off */
static const struct do_descriptor *const built_in_dos[] = {
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
/* clang-format on */

const struct workload_descriptor *const registry_workloads[] = {
    &workload_compute_jobs,
    &workload_tasks,
};
const size_t registry_workload_count = COUNT(registry_workloads);

const char *const registry_devices[] = {"hpet", "tsc", "acpi_pm", "acpi_pm_glitching"};
const size_t registry_device_count = COUNT(registry_devices);

const struct policy_descriptor *registry_policy_at(size_t index)
{
    if (index < COUNT(built_in_policies))
        return built_in_policies[index];
    const struct policy_descriptor *const *external = external_policies;
    for (index -= COUNT(built_in_policies); *external && index > 0; index--)
        external++;
    return *external;
}

const struct do_descriptor *registry_do_at(size_t index)
{
    if (index < COUNT(built_in_dos))
        return built_in_dos[index];
    const struct do_descriptor *const *external = external_dos;
    for (index -= COUNT(built_in_dos); *external && index > 0; index--)
        external++;
    return *external;
}

const struct policy_descriptor *registry_policy(enum policy_kind kind, const char *name)
{
    const struct policy_descriptor *policy;
    for (size_t i = 0; (policy = registry_policy_at(i)); i++)
        if (policy->kind == kind && strcmp(policy->name, name) == 0)
            return policy;
    return NULL;
}

const struct do_descriptor *registry_do(const char *name)
{
    const struct do_descriptor *descriptor;
    for (size_t i = 0; (descriptor = registry_do_at(i)); i++)
        if (strcmp(descriptor->name, name) == 0)
            return descriptor;
    return NULL;
}

const struct workload_descriptor *registry_workload(const char *name)
{
    for (size_t i = 0; i < registry_workload_count; i++)
        if (strcmp(registry_workloads[i]->name, name) == 0)
            return registry_workloads[i];
    return NULL;
}

static unsigned options_of(const struct step_text *step)
{
    return (step->into ? OPTION_INTO : 0) | (step->from ? OPTION_FROM : 0) | (step->expect ? OPTION_EXPECT : 0) |
           (step->to[0] ? OPTION_TO : 0) | (step->cpu ? OPTION_CPU : 0);
}

/* What the loader sees to in files: each step has the keys of its kind, and as many labels as its `do` may pick. */
static int check_step(const struct policy_descriptor *policy, size_t at, struct error *error)
{
    const struct step_text *step = &policy->path->step[at];
    const struct step_kind_info *kind = &step_kinds[step->kind];
    unsigned options = options_of(step);
    const char *wrong = NULL;
    if (kind->argument != ARGUMENT_NONE && kind->argument != ARGUMENT_WORK && !step->target)
        wrong = "no target";
    else if (kind->required & ~options)
        wrong = "a missing register";
    else if (options & ~kind->options)
        wrong = "a register or label that it does not take";
    if (wrong)
        return error_set(error, STATUS_BAD_INPUT,
                         "policy `%s`: step %zu (`%s`) has %s: `clocksim list steps` tells what it needs", policy->name,
                         at, kind->name, wrong);
    const struct do_descriptor *descriptor = step->kind == STEP_DO ? registry_do(step->target) : NULL;
    int labels = 0;
    while (labels < STEP_LABELS_MAX && step->to[labels])
        labels++;
    if (descriptor && descriptor->labels != labels)
        return error_set(error, STATUS_BAD_INPUT, "policy `%s`: step %zu (`do` %s) needs %d label%s in `to`, found %d",
                         policy->name, at, step->target, descriptor->labels, descriptor->labels == 1 ? "" : "s",
                         labels);
    if (step->kind == STEP_DO && !descriptor)
        return error_set(error, STATUS_BAD_INPUT,
                         "policy `%s`: there is no `do` function `%s`: has its file a line CLOCKSIM_DO(...) for it?",
                         policy->name, step->target);
    return 0;
}

static int check_policy(const struct policy_descriptor *policy, struct error *error)
{
    if (!policy->name || !policy->name[0] || strlen(policy->name) > NAME_MAX_LENGTH)
        return error_set(error, STATUS_BAD_INPUT, "a policy has no name, or a name of more than %d bytes",
                         NAME_MAX_LENGTH);
    if (registry_policy(policy->kind, policy->name) != policy)
        return error_set(error, STATUS_BAD_INPUT, "a policy is named `%s`, as another one is: give it another name",
                         policy->name);
    if (!policy->path || !policy->help || !policy->source)
        return error_set(error, STATUS_BAD_INPUT, "policy `%s` lacks its path, help or source", policy->name);
    for (size_t i = 0; i < policy->path->step_count; i++)
        if (check_step(policy, i, error))
            return -1;
    return 0;
}

static int check_do(const struct do_descriptor *descriptor, struct error *error)
{
    if (!descriptor->name || !descriptor->function || !descriptor->help || !descriptor->source)
        return error_set(error, STATUS_BAD_INPUT, "a `do` function (%s) lacks its name, function, help or source",
                         descriptor->name ? descriptor->name : "no name");
    if (registry_do(descriptor->name) != descriptor)
        return error_set(error, STATUS_BAD_INPUT,
                         "a `do` function is named `%s`, as another one is: give it another name", descriptor->name);
    return 0;
}

int registry_check(struct error *error)
{
    const struct do_descriptor *descriptor;
    for (size_t i = 0; (descriptor = registry_do_at(i)); i++)
        if (check_do(descriptor, error))
            return -1;
    const struct policy_descriptor *policy;
    for (size_t i = 0; (policy = registry_policy_at(i)); i++)
        if (check_policy(policy, error))
            return -1;
    return 0;
}
