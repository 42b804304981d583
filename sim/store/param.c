/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/store/param.h"

#include "models/hardware/topology.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct section {
    const char *name;
    const struct object_type *object;
} sections[] = {
    {"machine", &machine_object},
    {"kernel", &kernel_object},
    {"workload", &workload_object},
    {"run", &run_object},
};

static const struct derived {
    const char *key, *column;
    int64_t (*derive)(const struct machine_params *machine);
} derived[] = {
    {"machine.logical_cpus", "logical_cpus", machine_cpu_count},
    {"machine.cores", "cores", machine_core_count},
};

static bool is_number(const struct key_row *row)
{
    return row->type == &value_quantity || row->type == &value_boolean || row->type == &value_distribution;
}

static bool is_label(const struct key_row *row)
{
    return row->type == &value_title_name || row->type == &value_workload_kind || row->type == &value_choice;
}

static bool is_seed(const struct key_row *row)
{
    return row->offset == offsetof(struct scenario, run.seed);
}

static const char *column_ending(const struct key_row *row)
{
    if (row->type != &value_quantity && row->type != &value_distribution)
        return "";
    switch (row->quantity) {
    case QUANTITY_DURATION:
        return "_s";
    case QUANTITY_FREQUENCY:
        return "_hz";
    case QUANTITY_SIZE:
        return "_bytes";
    default:
        return "";
    }
}

static enum param_form form_of(const struct key_row *row)
{
    if (is_label(row))
        return PARAM_TEXT;
    bool whole = row->type == &value_boolean ||
                 (row->type == &value_quantity && (row->quantity == QUANTITY_COUNT || row->quantity == QUANTITY_SIZE));
    return whole ? PARAM_INTEGER : PARAM_REAL;
}

static void describe_key(struct param *param, const struct section *section, const struct key_row *row)
{
    *param = (struct param){.form = form_of(row), .row = row};
    int length = snprintf(param->key, sizeof param->key, "%s.%s", section->name, row->name);
    ensure(length > 0 && (size_t)length < sizeof param->key);
    /* machine.name, kernel.name and workload.kind are called after what they name */
    bool names_section = row->type == &value_title_name || row->type == &value_workload_kind;
    length = snprintf(param->column, sizeof param->column, "%s%s", names_section ? section->name : row->name,
                      column_ending(row));
    ensure(length > 0 && (size_t)length < sizeof param->column);
}

size_t param_list(struct param *param)
{
    size_t count = 0;
    for (size_t s = 0; s < sizeof sections / sizeof *sections; s++)
        for (size_t r = 0; r < sections[s].object->row_count; r++) {
            const struct key_row *row = &sections[s].object->row[r];
            if ((!is_number(row) && !is_label(row)) || is_seed(row))
                continue;
            ensure(count < PARAM_MAX);
            describe_key(&param[count++], &sections[s], row);
        }
    for (size_t d = 0; d < sizeof derived / sizeof *derived; d++) {
        ensure(count < PARAM_MAX);
        param[count] = (struct param){.form = PARAM_INTEGER, .derive = derived[d].derive};
        snprintf(param[count].key, PARAM_NAME_SIZE, "%s", derived[d].key);
        snprintf(param[count].column, PARAM_NAME_SIZE, "%s", derived[d].column);
        count++;
    }
    return count;
}

static void set_number(struct param_value *value, const struct key_row *row, const struct scenario *scenario)
{
    const char *field = (const char *)scenario + row->offset;
    if (row->type == &value_distribution) {
        struct distribution distribution;
        memcpy(&distribution, field, sizeof distribution);
        value->si = distribution_mean_ps(&distribution) * 1e-12;
        value->unit = quantity_si_unit(QUANTITY_DURATION);
        return;
    }
    int64_t number;
    memcpy(&number, field, sizeof number);
    value->si = row->type == &value_boolean ? (double)number : quantity_si(row->quantity, number);
    value->unit = row->type == &value_boolean ? "" : quantity_si_unit(row->quantity);
}

/* As the scenario format writes it, but names without their quotes. */
static char *text_of(const struct key_row *row, const struct scenario *scenario)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ensure(out);
    if (row->type == &value_title_name) {
        const char *name;
        memcpy(&name, (const char *)scenario + row->offset, sizeof name);
        fputs(name, out);
    } else {
        row->type->write(row, scenario, out);
    }
    ensure(fclose(out) == 0);
    return text;
}

bool param_value(const struct param *param, const struct scenario *scenario, struct param_value *value)
{
    *value = (struct param_value){.si = NAN, .unit = ""};
    const struct key_row *row = param->row;
    if (!row) {
        const int64_t count = param->derive(&scenario->machine);
        ensure(asprintf(&value->text, "%lld", (long long)count) >= 0);
        value->si = (double)count;
        value->unit = quantity_si_unit(QUANTITY_COUNT);
        return true;
    }
    if (row->only_kind && strcmp(row->only_kind, scenario->workload_name) != 0)
        return false;
    if (row->type->present && !row->type->present(row, scenario))
        return false;
    value->text = text_of(row, scenario);
    if (is_number(row))
        set_number(value, row, scenario);
    return true;
}
