/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scheduler's clock: straight from the TSC, or filtered against the clocksource once per tick.
 *
 * Described from kernel/sched/clock.c, Linux 4.6. A TSC marked unstable is still read; its progress
 * since the last tick is forced into a window of one tick that begins at the clocksource's time.
 */
#include "models/kernel/dos.h"
#include "models/kernel/kernel.h"

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int sched_clock_native(struct do_call *call)
{
    *do_register(call, 1) = tsc_ns(call->kernel, *do_register(call, 0));
    return 0;
}

const struct do_descriptor do_sched_clock_native = {
    .name = "sched_clock_native",
    .help = "TSC cycles as nanoseconds",
    .registers = {"raw", "result"},
    .function = sched_clock_native,
    .source = "native_sched_clock(), arch/x86/kernel/tsc.c, 4.6",
};

static int64_t filtered(struct sched_clock_data *data, int64_t raw_ns, int64_t tick_ns)
{
    int64_t delta_ns = larger(raw_ns - data->tick_raw_ns, 0);
    int64_t least_ns = larger(data->tick_gtod_ns, data->clock_ns);
    int64_t greatest_ns = larger(data->clock_ns, data->tick_gtod_ns + tick_ns);
    data->clock_ns = smaller(larger(data->tick_gtod_ns + delta_ns, least_ns), greatest_ns);
    return data->clock_ns;
}

static int sched_clock_filter(struct do_call *call)
{
    int64_t raw_ns = tsc_ns(call->kernel, *do_register(call, 0));
    *do_register(call, 1) = filtered(&call->cpu->sched_clock, raw_ns, call->kernel->tick_period_ns);
    return 0;
}

const struct do_descriptor do_sched_clock_filter = {
    .name = "sched_clock_filter",
    .help = "TSC progress since the last tick, kept within one tick of the clocksource",
    .registers = {"raw", "result"},
    .function = sched_clock_filter,
    .source = "sched_clock_local(), kernel/sched/clock.c, 4.6",
};

static int sched_clock_tick(struct do_call *call)
{
    struct sched_clock_data *data = &call->cpu->sched_clock;
    data->tick_gtod_ns = *do_register(call, 0);
    data->tick_raw_ns = tsc_ns(call->kernel, *do_register(call, 1));
    filtered(data, data->tick_raw_ns, call->kernel->tick_period_ns);
    return 0;
}

const struct do_descriptor do_sched_clock_tick = {
    .name = "sched_clock_tick",
    .help = "takes the tick's stamps of clocksource and TSC",
    .registers = {"gtod", "raw"},
    .function = sched_clock_tick,
    .source = "sched_clock_tick(), kernel/sched/clock.c, 4.6",
};
