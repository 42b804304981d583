/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/trace_options.h"

#include "models/hardware/topology.h"
#include "sim/base/quantity.h"
#include "sim/cli/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Chosen: a CPU that does nothing but tick makes about 40 lines of 100 bytes a tick, so that 10 s of CPU time at 1000
 * ticks a second are 40 MB, which an editor still opens; denser ones are cut at 256 MiB. */
static const int64_t cpu_time_max_ps = 10000000000000;
static const int64_t file_max_bytes = (int64_t)256 << 20;
static const int64_t default_window_ps = 2000000000;

static int read_time(const char *window, const char *text, size_t length, int64_t *ps, struct error *error)
{
    if (quantity_parse(QUANTITY_DURATION, text, length, ps, NULL) != QUANTITY_OK || *ps < 0)
        return error_set(error, STATUS_USAGE,
                         "--trace-window %s: '%.*s' is not a time; two of them with their units are needed, such as "
                         "51ms..51.2ms",
                         window, (int)length, text);
    return 0;
}

static int read_window(const char *window, const struct scenario *scenario, int64_t *from_ps, int64_t *to_ps,
                       struct error *error)
{
    const int64_t end_ps = scenario->run.warm_up_ps + scenario->run.duration_ps;
    *from_ps = scenario->run.warm_up_ps;
    *to_ps = end_ps - *from_ps < default_window_ps ? end_ps : *from_ps + default_window_ps;
    if (!window)
        return 0;
    const char *dots = strstr(window, "..");
    if (!dots)
        return error_set(error, STATUS_USAGE, "--trace-window %s: FROM..TO is needed, such as 51ms..51.2ms", window);
    if (read_time(window, window, (size_t)(dots - window), from_ps, error) ||
        read_time(window, dots + 2, strlen(dots + 2), to_ps, error))
        return -1;
    if (*from_ps >= *to_ps)
        return error_set(error, STATUS_USAGE, "--trace-window %s: ends before it begins", window);
    if (*from_ps > end_ps) {
        char end[64];
        quantity_format(QUANTITY_DURATION, end_ps, end, sizeof end);
        return error_set(error, STATUS_USAGE, "--trace-window %s: the run is over at %s", window, end);
    }
    *to_ps = *to_ps < end_ps ? *to_ps : end_ps;
    return 0;
}

/* Reads digits up to `end`. */
static bool read_cpu(const char *text, const char *end, int64_t *cpu)
{
    return quantity_parse(QUANTITY_COUNT, text, (size_t)(end - text), cpu, NULL) == QUANTITY_OK && *cpu >= 0;
}

/* One element of the list: `17` or `0-3`. */
static int read_cpus(const char *text, int64_t count, bool *cpu, struct error *error)
{
    const char *end = text + strlen(text), *dash = strchr(text, '-');
    int64_t first, last;
    if (!read_cpu(text, dash ? dash : end, &first) || !read_cpu(dash ? dash + 1 : text, end, &last) || last < first)
        return error_set(error, STATUS_USAGE, "--trace-cpus %s: not a CPU's number or two with a dash, such as 0-3",
                         text);
    if (last >= count)
        return error_set(error, STATUS_USAGE, "--trace-cpus %s: the machine has CPUs 0 to %" PRId64, text, count - 1);
    for (int64_t i = first; i <= last; i++)
        cpu[i] = true;
    return 0;
}

/* Which CPUs are traced: an array to be freed, or NULL for all. */
static int read_list(const struct text_list *list, int64_t count, bool **cpu, struct error *error)
{
    *cpu = list->count > 0 ? memory_zeroed((size_t)count, sizeof **cpu) : NULL;
    for (size_t i = 0; i < list->count; i++)
        if (read_cpus(list->text[i], count, *cpu, error)) {
            free(*cpu);
            return -1;
        }
    return 0;
}

static int check_size(int64_t from_ps, int64_t to_ps, const bool *cpu, int64_t count, struct error *error)
{
    int64_t watched = 0;
    for (int64_t i = 0; i < count; i++)
        watched += !cpu || cpu[i];
    if (to_ps - from_ps <= cpu_time_max_ps / watched)
        return 0;
    return error_set(error, STATUS_USAGE,
                     "--trace: %.6g ms of %" PRId64 " CPUs make a file that nobody can read; at most %.6g ms of them "
                     "(--trace-window), or fewer (--trace-cpus)",
                     (double)(to_ps - from_ps) * 1e-9, watched, (double)(cpu_time_max_ps / watched) * 1e-9);
}

int trace_check(const struct trace_settings *settings, const struct scenario *scenario, struct error *error)
{
    int64_t from_ps, to_ps, count = machine_cpu_count(&scenario->machine);
    bool *cpu;
    if (!settings->file && (settings->window || settings->cpus.count > 0))
        return error_set(error, STATUS_USAGE, "%s needs --trace FILE",
                         settings->window ? "--trace-window" : "--trace-cpus");
    if (!settings->file)
        return 0;
    if (read_window(settings->window, scenario, &from_ps, &to_ps, error) ||
        read_list(&settings->cpus, count, &cpu, error))
        return -1;
    const int failed = check_size(from_ps, to_ps, cpu, count, error);
    free(cpu);
    return failed;
}

int tracing_open(struct tracing *tracing, const struct trace_settings *settings, struct error *error)
{
    return settings->file ? trace_file_open(settings->file, file_max_bytes, &tracing->file, error) : 0;
}

static const struct trace *begin_section(void *context, const struct scenario *scenario, const struct program *program,
                                         int64_t replication)
{
    const struct tracing *tracing = context;
    trace_file_section(tracing->file, scenario, program, &tracing->trace, replication);
    return &tracing->trace;
}

void tracing_turn_to(struct tracing *tracing, const struct trace_settings *settings, const struct scenario *scenario,
                     struct run_options *options)
{
    struct error error;
    if (!tracing->file)
        return;
    free(tracing->cpu);
    struct trace *trace = &tracing->trace;
    *trace = (struct trace){.function = trace_file_event, .context = tracing->file};
    ensure(!read_window(settings->window, scenario, &trace->from_ps, &trace->to_ps, &error));
    ensure(!read_list(&settings->cpus, machine_cpu_count(&scenario->machine), &tracing->cpu, &error));
    trace->cpu = tracing->cpu;
    options->trace = begin_section;
    options->trace_context = tracing;
}

int tracing_close(struct tracing *tracing, struct error *error)
{
    free(tracing->cpu);
    return trace_file_close(tracing->file, error);
}
