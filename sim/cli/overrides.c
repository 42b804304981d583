/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/overrides.h"

#include "sim/cli/complain.h"
#include "sim/cli/memory.h"

#include <stdlib.h>

struct scenario_overrides overrides_of(const struct override_settings *settings)
{
    return (struct scenario_overrides){
        .clock = settings->clock.text,
        .clock_count = settings->clock.count,
        .machine = settings->machine,
        .kernel = settings->kernel,
        .set = settings->set.text,
        .set_count = settings->set.count,
        .seed = settings->seed,
        .replications = settings->replications,
    };
}

int overrides_load(const struct override_settings *settings, const struct text_list *files,
                   struct scenario ***scenarios)
{
    const struct scenario_overrides overrides = overrides_of(settings);
    struct scenario **loaded = memory_zeroed(files->count, sizeof *loaded);
    int status = STATUS_OK;
    for (size_t i = 0; i < files->count; i++) {
        struct diagnostics diagnostics = {0};
        if (scenario_load(files->text[i], NULL, &overrides, &loaded[i], &diagnostics)) {
            fputs(diagnostics.text, stderr);
            status = status ? status : (int)diagnostics.status;
        }
        diagnostics_clear(&diagnostics);
    }
    if (status)
        overrides_unload(loaded, files->count);
    else
        *scenarios = loaded;
    return status;
}

void overrides_unload(struct scenario **scenarios, size_t count)
{
    for (size_t i = 0; i < count; i++)
        scenario_destroy(scenarios[i]);
    free(scenarios);
}
