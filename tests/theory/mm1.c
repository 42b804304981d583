/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M/M/1 on the agenda and the streams: one slot for the next arrival, one for the customer being served.
 *
 * With mean service S and utilisation rho the mean number in the system is rho / (1 - rho) and the mean wait
 * before service is S rho / (1 - rho). Replications start from the stationary distribution, so nothing is discarded.
 */
#include "sim/base/distribution.h"
#include "sim/base/error.h"
#include "sim/base/statistics.h"
#include "sim/base/stream.h"
#include "sim/engine/agenda.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { ARRIVAL, DEPARTURE, SLOTS };
enum { REPLICATIONS = 30, PLACES = 4096 };

static const int64_t SERVICE_PS = 1000000;
static const int64_t DURATION_PS = INT64_C(200000) * 1000000; /* 200 000 mean services */

struct queue {
    struct agenda *agenda;
    struct distribution between, service;
    struct stream arrivals, services, starts;
    uint64_t arrived, left; /* customers so far; those in between are in the system */
    int64_t arrival_ps[PLACES];
    int64_t changed_ps; /* when the number in the system last changed */
    double number_integral_ps;
    double wait_sum_ps;
    uint64_t waits;
};

static void serve(struct queue *queue, int64_t now_ps)
{
    const int64_t arrival_ps = queue->arrival_ps[queue->left % PLACES];
    if (arrival_ps >= 0) { /* customers of the start have none */
        queue->wait_sum_ps += (double)(now_ps - arrival_ps);
        queue->waits++;
    }
    agenda_schedule(queue->agenda, DEPARTURE,
                    (struct true_time){now_ps + distribution_draw(&queue->service, &queue->services)});
}

static void arrive(struct queue *queue, int64_t now_ps)
{
    ensure(queue->arrived - queue->left < PLACES);
    queue->arrival_ps[queue->arrived++ % PLACES] = now_ps;
    if (queue->arrived - queue->left == 1)
        serve(queue, now_ps);
}

static void leave(struct queue *queue, int64_t now_ps)
{
    queue->left++;
    if (queue->arrived > queue->left)
        serve(queue, now_ps);
    else
        agenda_cancel(queue->agenda, DEPARTURE);
}

/* A stationary start: a geometric number of customers; the service under way has no memory. */
static void start(struct queue *queue, double rho)
{
    const double present = floor(log(stream_uniform(&queue->starts)) / log(rho));
    while ((double)queue->arrived < present) {
        queue->arrival_ps[queue->arrived % PLACES] = -1;
        queue->arrived++;
    }
    if (present > 0)
        serve(queue, 0);
    agenda_schedule(queue->agenda, ARRIVAL, (struct true_time){distribution_draw(&queue->between, &queue->arrivals)});
}

/* Runs for DURATION_PS, and on without arrivals until the last customer's wait is known. */
static void run(struct queue *queue)
{
    size_t slot;
    struct true_time now;
    while (agenda_next(queue->agenda, &slot, &now)) {
        const int64_t until_ps = now.ps < DURATION_PS ? now.ps : DURATION_PS;
        queue->number_integral_ps += (double)(queue->arrived - queue->left) * (double)(until_ps - queue->changed_ps);
        queue->changed_ps = until_ps;
        if (slot == DEPARTURE) {
            leave(queue, now.ps);
        } else if (now.ps >= DURATION_PS) {
            agenda_cancel(queue->agenda, ARRIVAL);
        } else {
            arrive(queue, now.ps);
            agenda_schedule(queue->agenda, ARRIVAL,
                            true_time_after(now, distribution_draw(&queue->between, &queue->arrivals)));
        }
    }
}

struct means {
    struct estimate number, wait_ps;
};

static struct means simulate(double rho)
{
    double number[REPLICATIONS], wait_ps[REPLICATIONS];
    for (uint64_t i = 0; i < REPLICATIONS; i++) {
        const struct stream_key key = {2024, i};
        struct queue queue = {
            .agenda = agenda_create(SLOTS),
            .between = {DISTRIBUTION_EXPONENTIAL, llrint((double)SERVICE_PS / rho), 0, 0},
            .service = {DISTRIBUTION_EXPONENTIAL, SERVICE_PS, 0, 0},
        };
        assert_non_null(queue.agenda);
        stream_init(&queue.arrivals, key, ARRIVAL, PURPOSE_TEST, 0);
        stream_init(&queue.services, key, DEPARTURE, PURPOSE_TEST, 0);
        stream_init(&queue.starts, key, SLOTS, PURPOSE_TEST, 0);
        start(&queue, rho);
        run(&queue);
        number[i] = queue.number_integral_ps / (double)DURATION_PS;
        wait_ps[i] = queue.wait_sum_ps / (double)queue.waits;
        agenda_destroy(queue.agenda);
    }
    return (struct means){estimate_mean(number, REPLICATIONS), estimate_mean(wait_ps, REPLICATIONS)};
}

/* Whether `expected` lies in the 99.9 % interval. */
static bool within_bound(struct estimate estimate, double expected)
{
    const double widen = student_half_width(1, REPLICATIONS, 0.999) / student_half_width(1, REPLICATIONS, 0.95);
    return fabs(estimate.value - expected) <= estimate.ci95 * widen;
}

static void half_busy_server_has_the_closed_form(void **state)
{
    (void)state;
    const struct means means = simulate(0.5);
    assert_true(within_bound(means.number, 1));
    assert_true(within_bound(means.wait_ps, (double)SERVICE_PS));
    assert_false(within_bound(means.number, 1.1)); /* the bound is narrow enough to refuse 10 % */
    assert_false(within_bound(means.number, 0.9));
    assert_false(within_bound(means.wait_ps, 1.1 * (double)SERVICE_PS));
    assert_false(within_bound(means.wait_ps, 0.9 * (double)SERVICE_PS));
}

static void nine_tenths_busy_server_has_the_closed_form(void **state)
{
    (void)state;
    const struct means means = simulate(0.9);
    assert_true(within_bound(means.number, 9));
    assert_true(within_bound(means.wait_ps, 9 * (double)SERVICE_PS));
    assert_false(within_bound(means.number, 1.2 * 9));
    assert_false(within_bound(means.wait_ps, 1.2 * 9 * (double)SERVICE_PS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_busy_server_has_the_closed_form),
        cmocka_unit_test(nine_tenths_busy_server_has_the_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
