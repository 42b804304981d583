/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ACPI power-management timer: one port read, masked to 24 bits. No lock. */
#include "models/policy/policies.h"

static const struct step_text steps[] = {
    {.kind = STEP_LOAD, .target = "acpi_pm", .into = "result"},
};
static const struct path_text path = {
    .name = "acpi_pm_read", .step = steps, .step_count = sizeof steps / sizeof *steps};

const struct policy_descriptor policy_acpi_pm = {
    .name = "acpi_pm",
    .kind = POLICY_CLOCKSOURCE,
    .rate = RATE_ACPI_PM,
    .counter_bits = 24,
    .high_resolution = true,
    .path = &path,
    .help = "every reader reads the ACPI timer's port, behind the same bridge as the HPET",
    .source = "acpi_pm_read(), drivers/clocksource/acpi_pm.c, Linux 4.6",
};
