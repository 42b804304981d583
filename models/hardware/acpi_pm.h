/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ACPI power-management timer, also with the erratum of old chipsets: a read at the wrong moment sees a count in mid-change.
 */
#ifndef MODELS_HARDWARE_ACPI_PM_H
#define MODELS_HARDWARE_ACPI_PM_H

#include "sim/base/stream.h"

#include <stdint.h>

enum { ACPI_PM_BITS = 24 };

/* PIIX4 erratum: an indeterminate window of 3 ns in each period of 69.8 ns (comment in drivers/clocksource/acpi_pm.c). */
static const double ACPI_PM_GLITCH_SHARE = 3.0 / 69.8;

/* A read of a chipset with the erratum: mostly the count; in the window, each bit that changes between this count and the next is
 * the old or the new one by chance. */
static inline uint64_t acpi_pm_glitching_read(uint64_t count, struct stream *stream)
{
    if (stream_uniform(stream) >= ACPI_PM_GLITCH_SHARE)
        return count;
    uint64_t new_bits = stream_next(stream);
    return (count & ~new_bits) | ((count + 1) & new_bits);
}

#endif
