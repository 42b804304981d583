/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proves that an assertion fires: runs a call in a child process and tells whether it ended with SIGABRT. */
#ifndef TESTS_UNIT_ABORTS_H
#define TESTS_UNIT_ABORTS_H

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static inline bool aborts(void (*call)(void *), void *argument)
{
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        const int null = open("/dev/null", O_WRONLY);
        if (null >= 0)
            dup2(null, STDERR_FILENO);
        call(argument);
        _exit(0);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

#endif
