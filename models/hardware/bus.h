/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The serial bus before a slow device: one access at a time, first come first served on arrival.
 *
 * State in, completion out: it never schedules. Its books are kept from its own events (arrival, completion)
 * by integrating what is in it over time, and so are independent of what the CPUs are charged.
 */
#ifndef MODELS_HARDWARE_BUS_H
#define MODELS_HARDWARE_BUS_H

#include "sim/engine/true_time.h"

#include <stdint.h>

struct bus {
    struct true_time free_at; /* when all accesses that have arrived are served */
    struct true_time since;   /* the books below are kept up to here */
    int64_t inside;           /* accesses waiting or in service */
    /* Books */
    int64_t busy_ps;
    int64_t queue_integral_ps; /* of the number waiting, service excluded */
    int64_t inside_max;
    uint64_t accesses;         /* arrived */
    uint64_t served;
    uint64_t served_ever;      /* never reset */
};

/* Brings the books up to `now`. */
static inline void bus_settle(struct bus *bus, struct true_time now)
{
    int64_t elapsed_ps = now.ps - bus->since.ps;
    if (bus->inside > 0) {
        bus->busy_ps += elapsed_ps;
        bus->queue_integral_ps += elapsed_ps * (bus->inside - 1);
    }
    bus->since = now;
}

/* An access arrives that takes the bus for `occupancy_ps`: returns when its service starts; it ends
 * `occupancy_ps` later, which the caller reports with bus_complete(). */
static inline struct true_time bus_arrive(struct bus *bus, struct true_time now, int64_t occupancy_ps)
{
    bus_settle(bus, now);
    struct true_time start = bus->free_at.ps > now.ps ? bus->free_at : now;
    bus->free_at = true_time_after(start, occupancy_ps);
    bus->inside++;
    bus->accesses++;
    if (bus->inside > bus->inside_max)
        bus->inside_max = bus->inside;
    return start;
}

/* The access at the head has been served. */
static inline void bus_complete(struct bus *bus, struct true_time now)
{
    bus_settle(bus, now);
    bus->inside--;
    bus->served++;
    bus->served_ever++;
}

/* Starts the books anew, keeping what is inside. */
static inline void bus_reset_books(struct bus *bus, struct true_time now)
{
    bus_settle(bus, now);
    bus->busy_ps = bus->queue_integral_ps = 0;
    bus->inside_max = bus->inside;
    bus->accesses = bus->served = 0;
}

#endif
