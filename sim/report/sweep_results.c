/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/sweep_results.h"

#include "sim/report/results.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void sweep_print_csv(const struct sweep *sweep, const struct points *points, FILE *out)
{
    fputs("point,", out);
    for (size_t k = 0; k < sweep->key_count; k++) {
        results_print_csv_field(sweep->key[k], out);
        putc(',', out);
    }
    results_print_csv_head(out);
    for (size_t i = 0; i < points->count; i++) {
        char *before = NULL;
        size_t size = 0;
        FILE *text = open_memstream(&before, &size);
        ensure(text);
        fprintf(text, "%zu,", i);
        for (size_t k = 0; k < sweep->key_count; k++) {
            results_print_csv_field(sweep->point[i].value[k], text);
            putc(',', text);
        }
        ensure(fclose(text) == 0);
        if (points->results[i])
            results_print_csv_after(points->results[i], before, out);
        free(before);
    }
}

static void write_text(struct json *json, const char *key, const char *text)
{
    json_key(json, key);
    json_string(json, text);
}

static void write_knee(struct json *json, const struct points_knee *knee)
{
    static const char *const places[] = {
        [KNEE_BETWEEN] = "between sizes", [KNEE_BELOW] = "below the least", [KNEE_NONE] = "none up to the greatest"};
    json_open_object(json);
    write_text(json, "clock", knee->clock);
    json_key(json, "threads_per_core");
    json_integer(json, knee->threads_per_core);
    write_text(json, "others", knee->others);
    json_key(json, "loss_percent");
    json_number(json, KNEE_LOSS_PERCENT);
    write_text(json, "place", places[knee->knee.place]);
    json_key(json, "logical_cpus");
    json_number(json, knee->knee.at);
    json_key(json, "cores");
    json_number(json, knee->knee.at / (double)knee->threads_per_core);
    json_key(json, "least_logical_cpus");
    json_number(json, knee->least);
    json_key(json, "greatest_logical_cpus");
    json_number(json, knee->greatest);
    json_close(json);
}

static void write_point(struct json *json, const struct sweep *sweep, const struct points *points, size_t i)
{
    static const char *const states[] = {"not run", "run", "from the database"};
    json_open_object(json);
    json_key(json, "number");
    json_unsigned(json, i);
    write_text(json, "state", states[!points->results[i] ? 0 : points->reused[i] ? 2 : 1]);
    write_text(json, "scenario_sha256", sweep->point[i].scenario->sha256);
    json_key(json, "varied");
    json_open_object(json);
    for (size_t k = 0; k < sweep->key_count; k++)
        write_text(json, sweep->key[k], sweep->point[i].value[k]);
    json_close(json);
    json_close(json);
}

void sweep_print_json(const struct sweep *sweep, const struct points *points, const char *version, FILE *out)
{
    struct points_knee *knee;
    const size_t knees = points_knees(sweep, points, &knee);
    struct json json = json_begin(out);
    json_open_object(&json);
    write_text(&json, "clocksim", version);
    write_text(&json, "sweep", sweep->file);
    write_text(&json, "sweep_sha256", sweep->sha256);
    json_key(&json, "points");
    json_open_array(&json);
    for (size_t i = 0; i < points->count; i++)
        write_point(&json, sweep, points, i);
    json_close(&json);
    json_key(&json, "results");
    json_open_array(&json);
    for (size_t i = 0; i < points->count; i++)
        if (points->results[i])
            results_write_json(&json, points->results[i]);
    json_close(&json);
    json_key(&json, "knees");
    json_open_array(&json);
    for (size_t i = 0; i < knees; i++)
        write_knee(&json, &knee[i]);
    json_close(&json);
    json_close(&json);
    json_end(&json);
    points_knees_free(knee, knees);
}
