/* SPDX-License-Identifier: GPL-3.0-or-later */
/* True time: what the simulator knows and software in the model never sees.
 *
 * Picoseconds since the start of the run, in a struct of its own so that it cannot be mixed up with a
 * counter reading or a local time. 2^63 ps is 106 days. Differences are plain int64_t with the suffix _ps.
 */
#ifndef SIM_ENGINE_TRUE_TIME_H
#define SIM_ENGINE_TRUE_TIME_H

#include <stdint.h>

struct true_time {
    int64_t ps;
};

static inline struct true_time true_time_after(struct true_time time, int64_t delay_ps)
{
    return (struct true_time){time.ps + delay_ps};
}

#endif
