/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scenario: what to simulate, complete with every default and preset; const once loaded.
 *
 * Loading goes YAML -> key table -> this struct; `scenario_show()` goes back to text that loads to the
 * same scenario and is what the database stores. The format is docs/scenario-format.md.
 */
#ifndef SIM_SCENARIO_SCENARIO_H
#define SIM_SCENARIO_SCENARIO_H

#include "models/hardware/machine.h"
#include "models/kernel/profile.h"
#include "models/policy/policy.h"
#include "models/workload/workload.h"
#include "sim/base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SCENARIO_DIAGNOSTICS_MAX = 20, SCENARIO_BASELINE_NONE = -1 };

/* A clock to compare: a clocksource and a sched_clock. The plain name of a clocksource means "with
 * sched_clock on a stable TSC"; otherwise the name is `hpet+unstable`. */
struct clock_choice {
    char name[96];
    const struct policy_descriptor *clocksource;
    const struct policy_descriptor *sched_clock;
};

/* A neighbour of a prediction: what else would have come out, had this been different. */
struct scenario_neighbour {
    const char *change;     /* in words, for people: `service time +5 %` */
    const char *const *set; /* `path=value` settings */
    size_t set_count;
};

/* A published number that a metric of this scenario is held against. */
struct published_claim {
    const char *row;    /* id in published.csv */
    const char *metric; /* name of a metric */
    int64_t within_e6;  /* band, percentage points * 1e6; -1: shown and judged by nobody */
    const struct scenario_neighbour *neighbour;
    size_t neighbour_count;
    struct text_place place;
};

struct run_params {
    int64_t duration_ps;  /* measured time of each replication */
    int64_t warm_up_ps;   /* simulated before it and discarded */
    int64_t replications; /* 1 .. 100000 */
    int64_t seed;         /* 0 .. 2^63-1 */
    int64_t max_events;   /* a replication beyond it is refused or ended, exit 65 */
    int64_t max_memory_bytes;
};

/* Where the value of a key is known from. */
struct value_source {
    const char *path; /* dotted: `machine.hpet_occupancy` */
    const char *source;
};

struct scenario {
    const char *file;                   /* as given; "-" for stdin */
    const char *title;                  /* one line */
    const char *question, *expectation; /* from keys; may be NULL */
    const char *const *source;          /* `sources`: where the scenario's numbers come from */
    size_t source_count;
    const char *machine_name, *kernel_name, *workload_name;
    struct machine_params machine;
    struct kernel_profile kernel;
    struct workload_params workload;
    const struct clock_choice *clock;
    size_t clock_count;
    int baseline; /* index into clock, or SCENARIO_BASELINE_NONE */
    struct run_params run;
    const struct published_claim *published;
    size_t published_count;
    const struct value_source *value_source; /* of keys that were written with their source */
    size_t value_source_count;
    const char *text;             /* complete text, as scenario_show() prints it */
    char sha256[65];              /* of `text`, hexadecimal */
    struct scenario_arena *arena; /* owns all the above */
};

/* Everything wrong with a file, as a compiler would print it: `file:line:column: error: ...`, the line, a
 * caret, and a hint, for up to SCENARIO_DIAGNOSTICS_MAX mistakes in one go. */
struct diagnostics {
    size_t count;  /* mistakes printed into `text` */
    size_t unsaid; /* mistakes beyond the limit */
    char *text;    /* NULL when count is 0; free with diagnostics_clear() */
    size_t text_length, text_size;
    enum exit_status status; /* 65, or 66 when a file cannot be read */
};
void diagnostics_clear(struct diagnostics *diagnostics);

/* What the command line changes. Strings are untrusted; all may be NULL. */
struct scenario_overrides {
    const char *const *clock; /* names such as `hpet+unstable`, replacing the file's list */
    size_t clock_count;
    const char *machine, *kernel; /* preset names or files */
    const char *const *set;       /* `path=value` */
    size_t set_count;
    int64_t seed;         /* -1: keep */
    int64_t replications; /* -1: keep */
};

/* Loads a scenario ("-" reads stdin). Presets are looked up beside the file, then in `data_dir`
 * (the installed or source `scenarios/`; NULL: the built-in path). Returns 0 and a scenario to be given to
 * scenario_destroy(), or -1 with `diagnostics` filled. */
int scenario_load(const char *file, const char *data_dir, const struct scenario_overrides *overrides,
                  struct scenario **scenario, struct diagnostics *diagnostics) MUST_CHECK;

/* The same from memory; `name` stands for the file in messages and for its folder when presets are looked up. */
int scenario_load_text(const char *name, const char *text, size_t length, const char *data_dir,
                       const struct scenario_overrides *overrides, struct scenario **scenario,
                       struct diagnostics *diagnostics) MUST_CHECK;
void scenario_destroy(struct scenario *scenario);

/* The complete text: every key, default and preset filled in, in a fixed order. Malloced. */
char *scenario_show(const struct scenario *scenario);

/* For `list keys` and the reference page, and the JSON Schema, from the one key table. */
void scenario_list_keys(FILE *out);
void scenario_print_schema(FILE *out);
/* Paths (malloced) of files NAME.yaml in data_dir/machines or data_dir/kernels, sorted; their count. */
size_t scenario_presets(const char *data_dir, const char *kind, char ***names);

#endif
