/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where each logical CPU sits, numbered as Linux on x86 does it: first every core's first thread, socket by
 * socket, then every core's second thread in the same order. The numbering decides a skewed tick's phase.
 */
#ifndef MODELS_HARDWARE_TOPOLOGY_H
#define MODELS_HARDWARE_TOPOLOGY_H

#include "models/hardware/machine.h"

#include <stdint.h>

static inline int64_t machine_core_count(const struct machine_params *machine)
{
    return machine->sockets * machine->cores_per_socket;
}

/* Logical CPUs. */
static inline int64_t machine_cpu_count(const struct machine_params *machine)
{
    return machine_core_count(machine) * machine->threads_per_core;
}

/* The core of a CPU, 0 .. cores-1 over the whole machine. */
static inline int64_t machine_core_of(const struct machine_params *machine, int64_t cpu)
{
    return cpu % machine_core_count(machine);
}

static inline int64_t machine_socket_of(const struct machine_params *machine, int64_t cpu)
{
    return machine_core_of(machine, cpu) / machine->cores_per_socket;
}

/* The other thread of the CPU's core, or -1. */
static inline int64_t machine_sibling_of(const struct machine_params *machine, int64_t cpu)
{
    int64_t cores = machine_core_count(machine);
    return machine->threads_per_core == 2 ? (cpu + cores) % (2 * cores) : -1;
}

static inline enum distance machine_distance(const struct machine_params *machine, int64_t socket_a, int64_t socket_b)
{
    if (socket_a == socket_b)
        return DISTANCE_SOCKET;
    return socket_a / machine->sockets_per_node == socket_b / machine->sockets_per_node ? DISTANCE_NODE
                                                                                        : DISTANCE_SYSTEM;
}

/* Speed of a CPU whose sibling is busy, against one alone, in 1/65536. */
static inline int64_t machine_shared_speed_q16(const struct machine_params *machine)
{
    return machine->threads_per_core == 2 ? (machine->thread_yield_e6 * 65536 / 2 + 500000) / 1000000 : 65536;
}

#endif
