/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that change a scenario, shared by the commands that load one, and the loading. */
#ifndef SIM_CLI_OVERRIDES_H
#define SIM_CLI_OVERRIDES_H

#include "sim/cli/option.h"
#include "sim/scenario/scenario.h"

struct override_settings {
    struct text_list clock, set;
    const char *machine, *kernel;
    int64_t seed, replications;
};

/* The rows for a settings struct `type` whose member `overrides` is a struct override_settings. */
#define OVERRIDE_ROWS(type) \
    {.name = "clock", \
     .letter = 'c', \
     .takes = TAKES_NAMES, \
     .argument = "NAME", \
     .help = "compare these clocks in place of the file's: `tsc`, or `hpet+unstable` with an unstable sched_clock", \
     .offset = offsetof(type, overrides.clock), \
     .completion = "clocks"}, \
        {.name = "machine", \
         .letter = 'm', \
         .takes = TAKES_TEXT, \
         .argument = "NAME|FILE", \
         .help = "use this machine in place of the file's", \
         .offset = offsetof(type, overrides.machine), \
         .completion = "machines"}, \
        {.name = "kernel", \
         .letter = 'k', \
         .takes = TAKES_TEXT, \
         .argument = "NAME|FILE", \
         .help = "use this kernel profile in place of the file's", \
         .offset = offsetof(type, overrides.kernel), \
         .completion = "kernels"}, \
        {.name = "set", \
         .letter = 's', \
         .takes = TAKES_TEXTS, \
         .argument = "KEY=VALUE", \
         .help = "change a key, such as `kernel.hz=250` or `run.duration=200 ms`; `clocksim list keys` lists them", \
         .offset = offsetof(type, overrides.set), \
         .completion = "keys"}, \
        {.name = "seed", \
         .takes = TAKES_INTEGER, \
         .argument = "N", \
         .help = "use this seed in place of the file's", \
         .offset = offsetof(type, overrides.seed), \
         .least = 0, \
         .greatest = INT64_MAX, \
         .absent = -1}, \
    { \
        .name = "replications", .letter = 'n', .takes = TAKES_INTEGER, .argument = "N", \
        .help = "run this many replications in place of the file's", .offset = offsetof(type, overrides.replications), \
        .least = 1, .greatest = 100000, .absent = -1 \
    }

/* The same in the form that scenario_load() takes; points into `settings`. */
struct scenario_overrides overrides_of(const struct override_settings *settings);

/* Loads `files` in their order. Prints what is wrong with any of them on stderr. Returns 0 and scenarios to be given to
 * overrides_unload(); otherwise the status to exit with, and nothing. */
int overrides_load(const struct override_settings *settings, const struct text_list *files,
                   struct scenario ***scenarios) MUST_CHECK;
void overrides_unload(struct scenario **scenarios, size_t count);

#endif
