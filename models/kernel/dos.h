/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel's `do` functions, for the registry. Each file tells what its functions decide. */
#ifndef MODELS_KERNEL_DOS_H
#define MODELS_KERNEL_DOS_H

#include "models/step/do.h"

/* timekeeping.c */
extern const struct do_descriptor do_seqcount_is_odd;
extern const struct do_descriptor do_seqcount_changed;
extern const struct do_descriptor do_seqcount_increment;
extern const struct do_descriptor do_ktime_from_cycles;
extern const struct do_descriptor do_update_jiffies;
extern const struct do_descriptor do_count_jiffy;
extern const struct do_descriptor do_timekeeping_due;
extern const struct do_descriptor do_timekeeping_advance;
extern const struct do_descriptor do_ktime_coarse;
/* timer_interrupt.c */
extern const struct do_descriptor do_timer_interrupt_begin;
extern const struct do_descriptor do_next_expired_timer;
extern const struct do_descriptor do_forward_tick;
extern const struct do_descriptor do_forward_periodic_tick;
extern const struct do_descriptor do_count_tick;
extern const struct do_descriptor do_program_next_event;
extern const struct do_descriptor do_retry_timer_interrupt;
extern const struct do_descriptor do_wait_out_hang;
extern const struct do_descriptor do_program_forced_event;
extern const struct do_descriptor do_program_least_event;
extern const struct do_descriptor do_start_sleep_timer;
/* scheduler.c */
extern const struct do_descriptor do_scheduler_tick;
extern const struct do_descriptor do_resched_wanted;
extern const struct do_descriptor do_pick_next_task;
/* sched_clock.c */
extern const struct do_descriptor do_sched_clock_native;
extern const struct do_descriptor do_sched_clock_filter;
extern const struct do_descriptor do_sched_clock_tick;

#endif
