/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/engine/hold.h"

#include "sim/base/distribution.h"
#include "sim/base/error.h"
#include "sim/base/stream.h"
#include "sim/engine/agenda.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum { INCREMENTS = 1 << 14 }; /* chosen: used over and over, and fits into a second-level cache beside the events */

static const int64_t MEAN_INCREMENT_PS = 1000000; /* chosen: 1 us, so that equal times are rare */

struct hold_event {
    double time;
    int id;
};

struct binary_heap {
    size_t count;
    struct hold_event *event; /* [count]; event i is not later than 2i+1 and 2i+2 */
};

struct hold {
    size_t pending;
    size_t events;
    int64_t *increment_ps;  /* [INCREMENTS] */
    double *heap_increment; /* the same numbers */
    struct agenda *agenda;
    struct binary_heap heap;
    double *speed; /* [3][rounds]: agenda, heap, ratio */
};

static void heap_push(struct binary_heap *heap, struct hold_event event)
{
    size_t i = heap->count++;
    while (i > 0) {
        const size_t parent = (i - 1) / 2;
        if (heap->event[parent].time <= event.time)
            break;
        heap->event[i] = heap->event[parent];
        i = parent;
    }
    heap->event[i] = event;
}

static struct hold_event heap_pop(struct binary_heap *heap)
{
    const struct hold_event first = heap->event[0];
    const struct hold_event last = heap->event[--heap->count];
    size_t i = 0;
    for (size_t child = 1; child < heap->count; child = 2 * i + 1) {
        if (child + 1 < heap->count && heap->event[child + 1].time < heap->event[child].time)
            child++;
        if (last.time <= heap->event[child].time)
            break;
        heap->event[i] = heap->event[child];
        i = child;
    }
    heap->event[i] = last;
    return first;
}

static double seconds(void)
{
    struct timespec now;
    ensure(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double agenda_round(struct hold *hold)
{
    const double start = seconds();
    for (size_t i = 0; i < hold->events; i++) {
        size_t slot;
        struct true_time when;
        ensure(agenda_next(hold->agenda, &slot, &when));
        agenda_schedule(hold->agenda, slot, true_time_after(when, hold->increment_ps[i % INCREMENTS]));
    }
    return (double)hold->events / (seconds() - start);
}

static double heap_round(struct hold *hold)
{
    const double start = seconds();
    for (size_t i = 0; i < hold->events; i++) {
        struct hold_event event = heap_pop(&hold->heap);
        event.time += hold->heap_increment[i % INCREMENTS];
        heap_push(&hold->heap, event);
    }
    return (double)hold->events / (seconds() - start);
}

static void fill(struct hold *hold)
{
    const struct distribution increment = {DISTRIBUTION_EXPONENTIAL, MEAN_INCREMENT_PS, 0, 0};
    struct stream stream;
    stream_init(&stream, (struct stream_key){1, 0}, 0, PURPOSE_WORK, 0);
    for (size_t i = 0; i < INCREMENTS; i++) {
        hold->increment_ps[i] = distribution_draw(&increment, &stream);
        hold->heap_increment[i] = (double)hold->increment_ps[i];
    }
    for (size_t i = 0; i < hold->pending; i++) {
        const int64_t first_ps = distribution_draw(&increment, &stream);
        agenda_schedule(hold->agenda, i, (struct true_time){first_ps});
        heap_push(&hold->heap, (struct hold_event){(double)first_ps, (int)i});
    }
}

static int by_size(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median(double *value, size_t n)
{
    qsort(value, n, sizeof *value, by_size);
    return (value[(n - 1) / 2] + value[n / 2]) / 2;
}

static struct hold_result measure(struct hold *hold, size_t rounds)
{
    fill(hold);
    double *const agenda_speed = hold->speed, *const heap_speed = agenda_speed + rounds;
    double *const ratio = heap_speed + rounds;
    agenda_round(hold); /* warm-up: from the first events to the model's steady state */
    heap_round(hold);
    for (size_t i = 0; i < rounds; i++) {
        agenda_speed[i] = agenda_round(hold);
        heap_speed[i] = heap_round(hold);
        ratio[i] = agenda_speed[i] / heap_speed[i];
    }
    return (struct hold_result){median(agenda_speed, rounds), median(heap_speed, rounds), median(ratio, rounds)};
}

struct hold_result hold_measure(size_t pending, size_t events, int rounds)
{
    ensure(pending > 0 && events > 0 && rounds > 0);
    struct hold hold = {
        .pending = pending,
        .events = events,
        .increment_ps = calloc(INCREMENTS, sizeof *hold.increment_ps),
        .heap_increment = calloc(INCREMENTS, sizeof *hold.heap_increment),
        .agenda = agenda_create(pending),
        .heap = {0, calloc(pending, sizeof *hold.heap.event)},
        .speed = calloc(3 * (size_t)rounds, sizeof *hold.speed),
    };
    struct hold_result result = {NAN, NAN, NAN};
    if (hold.increment_ps && hold.heap_increment && hold.agenda && hold.heap.event && hold.speed)
        result = measure(&hold, (size_t)rounds);
    free(hold.increment_ps);
    free(hold.heap_increment);
    agenda_destroy(hold.agenda);
    free(hold.heap.event);
    free(hold.speed);
    return result;
}
