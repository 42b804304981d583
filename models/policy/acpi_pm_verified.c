/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ACPI power-management timer of a chipset with the erratum: three reads, again when they are out of order, the middle one counts. */
#include "models/policy/policies.h"

static const struct step_text steps[] = {
    {.kind = STEP_LOAD, .target = "acpi_pm_glitching", .into = "first", .label = "again"},
    {.kind = STEP_LOAD, .target = "acpi_pm_glitching", .into = "result"},
    {.kind = STEP_LOAD, .target = "acpi_pm_glitching", .into = "third"},
    {.kind = STEP_DO, .target = "acpi_pm_in_order", .to = {"again"}},
};
static const struct path_text path = {
    .name = "acpi_pm_read_verified", .step = steps, .step_count = sizeof steps / sizeof *steps};

const struct policy_descriptor policy_acpi_pm_verified = {
    .name = "acpi_pm-verified",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_ACPI_PM,
    .counter_bits = 24,
    .high_resolution = true,
    .path = &path,
    .help = "three reads of the ACPI timer's port, repeated when out of order: for chipsets that return bad counts",
    .source = "acpi_pm_read_verified(), drivers/clocksource/acpi_pm.c, Linux 4.6",
};

/* Out of order: not first <= second <= third on a circle. */
static int acpi_pm_in_order(struct do_call *call)
{
    int64_t first = *do_register(call, 0), second = *do_register(call, 1), third = *do_register(call, 2);
    return (first > second && first < third) || (second > third && second < first) || (third > first && third < second);
}

const struct do_descriptor do_acpi_pm_in_order = {
    .name = "acpi_pm_in_order",
    .help = "picks its label when three reads are not in the order of a counter that may wrap",
    .registers = {"first", "result", "third"},
    .labels = 1,
    .function = acpi_pm_in_order,
    .source = "acpi_pm_read_verified(), drivers/clocksource/acpi_pm.c, Linux 4.6",
};
