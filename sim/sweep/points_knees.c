/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/sweep/points.h"

#include "models/hardware/topology.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool points_is_size(const char *key)
{
    static const char *const keys[] = {"machine.sockets", "machine.cores_per_socket", "machine.threads_per_core",
                                       "machine.sockets_per_node"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

/* One clock at one size. */
struct spot {
    double cpus, loss;
};

static bool is_alike(const struct sweep *sweep, const struct sweep_point *a, const struct sweep_point *b)
{
    if (a->scenario->machine.threads_per_core != b->scenario->machine.threads_per_core)
        return false;
    for (size_t k = 0; k < sweep->key_count; k++)
        if (!points_is_size(sweep->key[k]) && strcmp(a->value[k], b->value[k]) != 0)
            return false;
    return true;
}

static char *others_of(const struct sweep *sweep, const struct sweep_point *point)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ensure(out);
    for (size_t k = 0; k < sweep->key_count; k++)
        if (!points_is_size(sweep->key[k]))
            fprintf(out, "%s%s=%s", ftell(out) > 0 ? ", " : "", sweep->key[k], point->value[k]);
    ensure(fclose(out) == 0);
    return text;
}

static int compare_spots(const void *a, const void *b)
{
    const struct spot *one = a, *other = b;
    return one->cpus < other->cpus ? -1 : one->cpus > other->cpus;
}

/* The spots of a clock in the points that are alike with point `first`, ascending. */
static size_t gather(const struct sweep *sweep, const struct points *points, size_t first, size_t clock,
                     struct spot *spot)
{
    size_t n = 0;
    for (size_t i = first; i < sweep->count; i++) {
        const struct run_results *results = points->results[i];
        if (!results || !is_alike(sweep, &sweep->point[first], &sweep->point[i]))
            continue;
        const double loss = results->result[clock].metric[METRIC_LOSS].value;
        if (!isnan(loss))
            spot[n++] = (struct spot){(double)machine_cpu_count(&sweep->point[i].scenario->machine), loss};
    }
    qsort(spot, n, sizeof *spot, compare_spots);
    return n;
}

static bool has_earlier(const struct sweep *sweep, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (is_alike(sweep, &sweep->point[j], &sweep->point[i]))
            return true;
    return false;
}

static bool has_sizes(const struct spot *spot, size_t n)
{
    return n > 1 && spot[0].cpus < spot[n - 1].cpus;
}

static struct points_knee knee_of(const struct spot *spot, size_t n)
{
    double *size = calloc(n, sizeof *size), *loss = calloc(n, sizeof *loss);
    ensure(size && loss);
    for (size_t i = 0; i < n; i++) {
        size[i] = spot[i].cpus;
        loss[i] = spot[i].loss;
    }
    struct points_knee knee = {.points = n,
                               .least = size[0],
                               .greatest = size[n - 1],
                               .knee = knee_find(size, loss, n, KNEE_LOSS_PERCENT)};
    free(size);
    free(loss);
    return knee;
}

size_t points_knees(const struct sweep *sweep, const struct points *points, struct points_knee **knee)
{
    struct spot *spot = calloc(sweep->count, sizeof *spot);
    struct points_knee *found = NULL;
    size_t count = 0;
    ensure(spot);
    for (size_t i = 0; i < sweep->count; i++) {
        const struct scenario *scenario = sweep->point[i].scenario;
        if (has_earlier(sweep, i))
            continue;
        for (size_t c = 0; c < scenario->clock_count; c++) {
            const size_t n = gather(sweep, points, i, c, spot);
            if ((int)c == scenario->baseline || !has_sizes(spot, n))
                continue;
            found = reallocarray(found, count + 1, sizeof *found);
            ensure(found);
            found[count] = knee_of(spot, n);
            found[count].clock = scenario->clock[c].name;
            found[count].threads_per_core = scenario->machine.threads_per_core;
            found[count++].others = others_of(sweep, &sweep->point[i]);
        }
    }
    free(spot);
    *knee = found;
    return count;
}

void points_knees_free(struct points_knee *knee, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(knee[i].others);
    free(knee);
}
