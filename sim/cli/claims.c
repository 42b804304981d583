/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/claims.h"

#include "sim/cli/memory.h"
#include "sim/study/validate.h"

#include <math.h>
#include <string.h>

/* A published value, and the loss that follows from it. */
static size_t add_claim(const struct scenario *scenario, const struct published *published,
                        const struct published_row *row, enum metric metric, struct results_published *claim)
{
    const char *before = row->bound == BOUND_LOWER ? "> " : row->bound == BOUND_UPPER ? "< " : "";
    claim[0] = (struct results_published){row->clock, metric, row->value, before};
    if (metric != METRIC_THROUGHPUT || scenario->baseline == SCENARIO_BASELINE_NONE)
        return 1;
    const double effect = validate_effect(published, row, scenario->clock[scenario->baseline].name);
    if (isnan(effect))
        return 1;
    claim[1] = (struct results_published){row->clock, METRIC_LOSS, -effect, ""};
    return 2;
}

size_t claims_of(const struct scenario *scenario, const struct published *published, struct results_published **claims)
{
    *claims = memory_zeroed(2 * scenario->published_count, sizeof **claims);
    size_t count = 0;
    for (size_t i = 0; published && i < scenario->published_count; i++) {
        const struct published_row *row = published_find(published, scenario->published[i].row);
        if (row && strcmp(row->machine, scenario->machine_name) == 0)
            count +=
                add_claim(scenario, published, row, metric_by_name(scenario->published[i].metric), &(*claims)[count]);
    }
    return count;
}
