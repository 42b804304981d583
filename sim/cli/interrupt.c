/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/interrupt.h"

#include "sim/base/error.h"

#include <signal.h>
#include <stddef.h>

/* A signal handler reaches nothing but what is static. */
static volatile int count, first_signal;

static void handle(int signal_number)
{
    if (count == 0)
        first_signal = signal_number;
    if (count++ > 0)
        signal(signal_number, SIG_DFL);
}

const volatile int *interrupt_watch(void)
{
    struct sigaction action = {.sa_handler = handle};
    sigemptyset(&action.sa_mask);
    ensure(sigaction(SIGINT, &action, NULL) == 0);
    ensure(sigaction(SIGTERM, &action, NULL) == 0);
    return &count;
}

int interrupt_status(int status)
{
    return count > 0 ? 128 + first_signal : status;
}
