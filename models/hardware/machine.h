/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine's parameters: shape, speeds, distances. Data only; const while running. */
#ifndef MODELS_HARDWARE_MACHINE_H
#define MODELS_HARDWARE_MACHINE_H

#include "sim/base/distribution.h"

#include <stdint.h>

/* Distance classes between two sockets, nearest first. */
enum distance { DISTANCE_SOCKET, DISTANCE_NODE, DISTANCE_SYSTEM, DISTANCE_COUNT };

enum arbitration { ARBITRATION_FIRST_COME, ARBITRATION_SAME_SOCKET };
extern const char *const arbitration_names[2]; /* first-come, same-socket */

struct machine_params {
    int64_t sockets;          /* 1 .. 64 */
    int64_t cores_per_socket; /* 1 .. 256 */
    int64_t threads_per_core; /* 1 or 2 */
    int64_t sockets_per_node; /* sockets joined directly; others lie beyond the node interconnect */
    int64_t thread_yield_e6;  /* speed of two busy threads of a core together, against one alone; 1e-6 */
    int64_t tsc_rate_uhz;
    int64_t hpet_rate_uhz;
    int64_t hpet_bits;        /* width of the counter that is used: 32 (or 64) */
    int64_t hpet_socket;      /* the socket whose bridge holds the device */
    struct distribution hpet_occupancy; /* time the serial bus is taken by one access */
    int64_t acpi_pm_rate_uhz;           /* the ACPI power-management timer: 24 bits, behind the same bridge */
    struct distribution acpi_pm_occupancy;
    int64_t travel_ps[DISTANCE_COUNT];  /* one way between a CPU and a device, extra to its own socket */
    int64_t line_in_socket_ps;          /* a cache line from another core of the socket */
    int64_t line_between_sockets_ps;    /* a cache line from another socket */
    enum arbitration line_arbitration;  /* who of several that wait for a line is next */
};

#endif
