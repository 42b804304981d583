/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ctrl-C and SIGTERM: the first lets what is running finish, the second stops it, a third kills the program. */
#ifndef SIM_CLI_INTERRUPT_H
#define SIM_CLI_INTERRUPT_H

/* Starts to count. Returns the counter, for run_options.stop. */
const volatile int *interrupt_watch(void);

/* 130 or 143 after an interrupt, otherwise `status`. */
int interrupt_status(int status);

#endif
