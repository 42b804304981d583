/* SPDX-License-Identifier: GPL-3.0-or-later */
/* N CPUs think and read one serial device: the machine repairman, M/M/1//N and M/D/1//N.
 *
 * Values: docs/theory.md, computed from the closed forms. Think times are exponential with mean Z, service S = 1 us.
 */
#include "tests/theory/simulate.h"

struct row {
    int n;
    double think_us;
    double mm_residence_us, mm_rate_per_us;
    double md_residence_us, md_rate_per_us;
};

static const struct row rows[] = {
    {2, 10, 1.09091, 0.18033, 1.0484, 0.18102},
    {4, 10, 1.32064, 0.35334, 1.1761, 0.35791},
    {16, 10, 6.36497, 0.97770, 6.0672, 0.99582},
    {16, 100, 1.17180, 0.15815, 1.0867, 0.15828},
    {72, 100, 3.04721, 0.69871, 2.1002, 0.70519},
    {240, 100, 140.000, 1.00000, 140.000, 1.00000},
};

static double rate_per_us(const struct replication *replication, const void *context)
{
    (void)context;
    return replication->value[METRIC_DEVICE_READS] * 1e-6;
}

/* Little's law on the bus: those inside it, over the rate. */
static double residence_us(const struct replication *replication, const void *context)
{
    (void)context;
    double inside = replication->value[METRIC_BUS_QUEUE_MEAN] + replication->value[METRIC_BUS_UTILISATION] / 100;
    return inside / (replication->value[METRIC_DEVICE_READS] * 1e-6);
}

static struct simulation run_row(const struct row *row, const char *service)
{
    char text[2048];
    snprintf(text, sizeof text,
             "clocksim: 1\n"
             "title: machine repairman\n"
             "machine: {sockets: 1, cores_per_socket: %d, threads_per_core: 1, tsc_rate: 1 GHz, hpet_occupancy: %s,\n"
             "          travel_node: 0 ns, travel_system: 0 ns, line_in_socket: 0 ns, line_between_sockets: 0 ns}\n"
             "kernel: bare\n"
             "workload:\n"
             "  kind: tasks\n"
             "  tasks:\n"
             "    - name: reader\n"
             "      path: [{work: {exponential: {mean: %g us}}}, {load: hpet}]\n"
             "clock: hpet\n"
             "baseline: none\n"
             "run: {duration: %d ms, warm_up: 5 ms, replications: 12, seed: 5}\n",
             row->n, service, row->think_us, row->n > 100 ? 40 : 100);
    return simulate(text);
}

static void check_rows(const char *service, bool deterministic)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        char what[80];
        snprintf(what, sizeof what, "%s N=%d Z=%g", deterministic ? "M/D/1//N" : "M/M/1//N", row->n, row->think_us);
        struct simulation simulation = run_row(row, service);
        /* The table's own rounding: half a unit of its last digit. */
        assert_agrees(what, measure(&simulation, residence_us, NULL),
                      deterministic ? row->md_residence_us : row->mm_residence_us, deterministic ? 5e-5 : 5e-6);
        assert_agrees(what, measure(&simulation, rate_per_us, NULL),
                      deterministic ? row->md_rate_per_us : row->mm_rate_per_us, 5e-6);
        simulation_end(&simulation);
    }
}

static void exponential_service_agrees_with_mm1n(void **state)
{
    (void)state;
    check_rows("{exponential: {mean: 1 us}}", false);
}

static void fixed_service_agrees_with_md1n(void **state)
{
    (void)state;
    check_rows("1 us", true);
}

/* The must-fail neighbour: the test is sharp enough to tell the two service laws apart. */
static void fixed_service_differs_from_mm1n(void **state)
{
    (void)state;
    struct simulation simulation = run_row(&rows[1], "1 us");
    struct estimate residence = measure(&simulation, residence_us, NULL);
    assert_true(fabs(residence.value - rows[1].mm_residence_us) > residence.ci95);
    simulation_end(&simulation);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponential_service_agrees_with_mm1n),
        cmocka_unit_test(fixed_service_agrees_with_md1n),
        cmocka_unit_test(fixed_service_differs_from_mm1n),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
