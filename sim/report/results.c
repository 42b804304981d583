/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/results.h"

#include "sim/store/param.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void results_scenario_name(const struct scenario *scenario, char *text, size_t size)
{
    const char *slash = strrchr(scenario->file, '/');
    const char *name = slash ? slash + 1 : scenario->file;
    const char *ending = strrchr(name, '.');
    snprintf(text, size, "%.*s", ending && ending != name ? (int)(ending - name) : (int)strlen(name), name);
}

/* Quoted when RFC 4180 asks for it. */
void results_print_csv_field(const char *text, FILE *out)
{
    if (!strpbrk(text, "\",\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

static void print_number(double value, FILE *out)
{
    char text[JSON_NUMBER_SIZE] = "";
    if (isfinite(value))
        json_number_text(value, text);
    fputs(text, out);
}

void results_print_csv_head(FILE *out)
{
    fputs("scenario,clock,clocksource,sched_clock,metric,unit,value,ci95,n\n", out);
}

static void print_csv_line(const struct run_result *result, const char *scenario, int metric, FILE *out)
{
    const struct estimate *estimate = &result->metric[metric];
    const char *const fields[] = {scenario,
                                  result->clock->name,
                                  result->clock->clocksource->name,
                                  result->clock->sched_clock->name,
                                  metrics[metric].name,
                                  metrics[metric].unit};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        results_print_csv_field(fields[i], out);
        fputc(',', out);
    }
    print_number(estimate->value, out);
    fputc(',', out);
    print_number(estimate->ci95, out);
    fprintf(out, ",%zu\n", estimate->n);
}

void results_print_csv(const struct run_results *results, FILE *out)
{
    results_print_csv_after(results, "", out);
}

void results_print_csv_after(const struct run_results *results, const char *before, FILE *out)
{
    char scenario[256];
    for (size_t i = 0; i < results->count; i++) {
        results_scenario_name(results->result[i].scenario, scenario, sizeof scenario);
        for (int metric = 0; metric < METRIC_COUNT; metric++)
            if (!isnan(results->result[i].metric[metric].value)) {
                fputs(before, out);
                print_csv_line(&results->result[i], scenario, metric, out);
            }
    }
}

/* The parameters that the database stores, under the same keys; those derived from others have none of the format's. */
static void write_point(struct json *json, const struct scenario *scenario)
{
    struct param param[PARAM_MAX];
    const size_t count = param_list(param);
    json_open_object(json);
    for (size_t i = 0; i < count; i++) {
        struct param_value value;
        if (!param_value(&param[i], scenario, &value))
            continue;
        json_key(json, param[i].derive ? param[i].column : param[i].key);
        json_open_object(json);
        json_key(json, "text");
        json_string(json, value.text);
        json_key(json, "si");
        json_number(json, value.si);
        json_key(json, "unit");
        json_string(json, value.unit[0] ? value.unit : NULL);
        json_close(json);
        free(value.text);
    }
    json_close(json);
}

static void write_metrics(struct json *json, const struct estimate metric[METRIC_COUNT])
{
    json_open_object(json);
    for (int i = 0; i < METRIC_COUNT; i++) {
        json_key(json, metrics[i].name);
        json_open_object(json);
        json_key(json, "value");
        json_number(json, metric[i].value);
        json_key(json, "unit");
        json_string(json, metrics[i].unit);
        json_key(json, "ci95");
        json_number(json, metric[i].ci95);
        json_key(json, "n");
        json_unsigned(json, metric[i].n);
        json_close(json);
    }
    json_close(json);
}

static void write_text(struct json *json, const char *key, const char *text)
{
    json_key(json, key);
    json_string(json, text);
}

static void write_result(struct json *json, const struct run_result *result)
{
    char scenario[256], hash[24];
    results_scenario_name(result->scenario, scenario, sizeof scenario);
    snprintf(hash, sizeof hash, "%016" PRIx64, result->event_hash);
    json_open_object(json);
    write_text(json, "scenario", scenario);
    write_text(json, "scenario_sha256", result->scenario->sha256);
    write_text(json, "clock", result->clock->name);
    write_text(json, "clocksource", result->clock->clocksource->name);
    write_text(json, "sched_clock", result->clock->sched_clock->name);
    json_key(json, "point");
    write_point(json, result->scenario);
    json_key(json, "seed");
    json_integer(json, result->scenario->run.seed);
    json_key(json, "replications");
    json_unsigned(json, result->replications);
    json_key(json, "status");
    json_integer(json, result->status);
    if (result->status != STATUS_OK)
        write_text(json, "failure", result->failure);
    write_text(json, "event_hash", hash);
    json_key(json, "events");
    json_unsigned(json, result->events);
    json_key(json, "wall_s");
    json_number(json, result->wall_s);
    json_key(json, "metrics");
    write_metrics(json, result->metric);
    json_close(json);
}

void results_write_json(struct json *json, const struct run_results *results)
{
    for (size_t i = 0; i < results->count; i++)
        write_result(json, &results->result[i]);
}

void results_print_json(const struct run_results *const *results, size_t count, const char *version, FILE *out)
{
    struct json json = json_begin(out);
    json_open_object(&json);
    write_text(&json, "clocksim", version);
    json_key(&json, "results");
    json_open_array(&json);
    for (size_t i = 0; i < count; i++)
        results_write_json(&json, results[i]);
    json_close(&json);
    json_close(&json);
    json_end(&json);
}
