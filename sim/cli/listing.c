/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/listing.h"

#include "models/registry.h"
#include "models/step/step.h"
#include "sim/cli/command.h"
#include "sim/cli/complain.h"
#include "sim/cli/data.h"
#include "sim/cli/memory.h"
#include "sim/report/plot.h"
#include "sim/report/wrap.h"
#include "sim/run/metric.h"
#include "sim/scenario/scenario.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_WIDTH = 28, WIDTH = 118 };

/* One item: its name, then what it is, wrapped behind it from column `indent`. */
static void print_item_at(int indent, const char *name, const char *help, bool names, FILE *out)
{
    if (names) {
        fprintf(out, "%s\n", name);
        return;
    }
    const int column = fprintf(out, "%-*s ", indent - 1, name);
    wrap_print(help, column, indent, WIDTH, out);
}

static void print_item(const char *name, const char *help, bool names, FILE *out)
{
    print_item_at(NAME_WIDTH, name, help, names, out);
}

static void print_source_at(int indent, const char *source, bool names, FILE *out)
{
    if (names || !source)
        return;
    const int column = fprintf(out, "%*ssource: ", indent, "");
    wrap_print(source, column, indent + 2, WIDTH, out);
}

static void print_source(const char *source, bool names, FILE *out)
{
    print_source_at(NAME_WIDTH, source, names, out);
}

static int print_keys(bool names, FILE *out)
{
    if (!names) {
        scenario_list_keys(out);
        return STATUS_OK;
    }
    /* The page has a heading, an empty line, and then keys with their text indented, up to the next empty line. */
    char *text = NULL, *rest = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    ensure(memory);
    scenario_list_keys(memory);
    ensure(fclose(memory) == 0);
    char *keys = strstr(text, "\n\n");
    char *end = keys ? strstr(keys + 2, "\n\n") : NULL;
    if (end)
        *end = '\0';
    for (char *line = keys ? strtok_r(keys, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest))
        if (line[0] != ' ')
            fprintf(out, "%s\n", line);
    free(text);
    return STATUS_OK;
}

static int print_policies(bool names, FILE *out)
{
    static const char *const kinds[] = {[POLICY_CLOCKSOURCE] = "clocksource", [POLICY_SCHED_CLOCK] = "sched_clock"};
    const struct policy_descriptor *policy;
    size_t longest = 0;
    for (size_t i = 0; (policy = registry_policy_at(i)); i++)
        longest = strlen(policy->name) > longest ? strlen(policy->name) : longest;
    const int indent = (int)(longest + strlen(" clocksource "));
    for (size_t i = 0; (policy = registry_policy_at(i)); i++) {
        char name[NAME_MAX_LENGTH + 32];
        snprintf(name, sizeof name, "%-*s %s", (int)longest, policy->name, kinds[policy->kind]);
        print_item_at(indent, names ? policy->name : name, policy->help, names, out);
        print_source_at(indent, policy->source, names, out);
    }
    return STATUS_OK;
}

/* Every clocksource, alone and with each sched_clock but the stable one that the plain name means. */
static int print_clocks(bool names, FILE *out)
{
    const struct policy_descriptor *clocksource, *sched_clock;
    for (size_t i = 0; (clocksource = registry_policy_at(i)); i++) {
        if (clocksource->kind != POLICY_CLOCKSOURCE)
            continue;
        print_item(clocksource->name, clocksource->help, names, out);
        for (size_t j = 0; (sched_clock = registry_policy_at(j)); j++) {
            if (sched_clock->kind != POLICY_SCHED_CLOCK || !sched_clock->sched_clock_unstable)
                continue;
            char name[2 * NAME_MAX_LENGTH + 2], help[NAME_MAX_LENGTH + 64];
            snprintf(name, sizeof name, "%s+%s", clocksource->name, sched_clock->name);
            snprintf(help, sizeof help, "%s, and a sched_clock filtered against it", clocksource->name);
            print_item(name, help, names, out);
        }
    }
    return STATUS_OK;
}

/* The first comment of a preset that is no licence, in one line; to be freed. */
static char *preset_comment(const char *path)
{
    char *text = NULL, *line = NULL;
    size_t size = 0, room = 0;
    FILE *file = fopen(path, "r"), *memory = open_memstream(&text, &size);
    ensure(memory);
    bool begun = false;
    while (file && getline(&line, &room, file) > 0) {
        const bool is_text = strncmp(line, "# ", 2) == 0 && !strstr(line, "SPDX-License-Identifier");
        if (begun && !is_text)
            break;
        begun = begun || is_text;
        fputs(is_text ? line + 2 : "", memory);
    }
    if (file)
        fclose(file);
    free(line);
    ensure(fclose(memory) == 0);
    return text;
}

/* Whether the folder of presets can be read; complains when it cannot. */
static bool is_readable(const char *kind)
{
    char *folder = data_file(kind);
    const bool readable = access(folder, R_OK | X_OK) == 0;
    if (!readable)
        complain("%s: cannot be read: %s", folder, strerror(errno));
    free(folder);
    return readable;
}

static int print_presets(const char *kind, bool names, FILE *out)
{
    if (!is_readable(kind))
        return STATUS_NO_INPUT;
    char **path;
    const size_t count = scenario_presets(NULL, kind, &path);
    for (size_t i = 0; i < count; i++) {
        const char *slash = strrchr(path[i], '/');
        const char *file = slash ? slash + 1 : path[i];
        char *name = memory_text(file, strlen(file) - strlen(".yaml"));
        char *comment = preset_comment(path[i]);
        print_item(name, comment, names, out);
        if (!names)
            fprintf(out, "%*sfile: %s\n", NAME_WIDTH, "", path[i]);
        free(comment);
        free(name);
        free(path[i]);
    }
    free(path);
    return STATUS_OK;
}

static int print_machines(bool names, FILE *out)
{
    return print_presets("machines", names, out);
}

static int print_kernels(bool names, FILE *out)
{
    return print_presets("kernels", names, out);
}

static int print_workloads(bool names, FILE *out)
{
    for (size_t i = 0; i < registry_workload_count; i++) {
        print_item(registry_workloads[i]->name, registry_workloads[i]->help, names, out);
        print_source(registry_workloads[i]->source, names, out);
    }
    return STATUS_OK;
}

static int print_metrics(bool names, FILE *out)
{
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        char help[512];
        snprintf(help, sizeof help, "[%s] %s%s%s", metrics[i].unit, metrics[i].help,
                 metrics[i].no_interval ? "; no interval: " : "", metrics[i].no_interval ? metrics[i].no_interval : "");
        print_item(metrics[i].name, help, names, out);
    }
    return STATUS_OK;
}

static int print_steps(bool names, FILE *out)
{
    for (size_t i = 0; i < STEP_KIND_COUNT; i++)
        print_item(step_kinds[i].name, step_kinds[i].help, names, out);
    return STATUS_OK;
}

static int print_dos(bool names, FILE *out)
{
    const struct do_descriptor *descriptor;
    for (size_t i = 0; (descriptor = registry_do_at(i)); i++) {
        print_item(descriptor->name, descriptor->help, names, out);
        print_source(descriptor->source, names, out);
    }
    return STATUS_OK;
}

static int print_flags(bool names, FILE *out)
{
    for (size_t i = 0; i < step_flag_count; i++)
        print_item(step_flags[i].name, step_flags[i].help, names, out);
    return STATUS_OK;
}

static int print_accounts(bool names, FILE *out)
{
    for (size_t i = 0; i < account_count; i++)
        print_item(accounts[i].name, accounts[i].help, names, out);
    return STATUS_OK;
}

static int print_plots(bool names, FILE *out)
{
    for (size_t i = 0; i < plot_count; i++)
        print_item(plots[i].name, plots[i].help, names, out);
    return STATUS_OK;
}

static int print_commands(bool names, FILE *out)
{
    for (size_t i = 0; i < command_count; i++)
        print_item(commands[i]->name, commands[i]->summary, names, out);
    return STATUS_OK;
}

static int print_lists(bool names, FILE *out)
{
    for (size_t i = 0; i < listing_count; i++)
        print_item(listings[i].name, listings[i].help, names, out);
    return STATUS_OK;
}

const struct listing listings[] = {
    {"keys", "keys of a scenario, with unit, default and range", print_keys},
    {"policies", "clock policies: how a clock is read", print_policies},
    {"clocks", "what `clock:` and `--clock` may name", print_clocks},
    {"machines", "presets of machines", print_machines},
    {"kernels", "presets of kernel profiles", print_kernels},
    {"workloads", "what can run on the CPUs", print_workloads},
    {"metrics", "what a run measures", print_metrics},
    {"steps", "steps that a path is made of", print_steps},
    {"dos", "decisions that a `do` step may name", print_dos},
    {"flags", "what the `if` of a step may name", print_flags},
    {"accounts", "what the `account` of a step may name", print_accounts},
    {"plots", "pictures that `clocksim plot` draws", print_plots},
    {"commands", "commands of this program", print_commands},
    {"lists", "this list", print_lists},
};
const size_t listing_count = sizeof listings / sizeof *listings;
