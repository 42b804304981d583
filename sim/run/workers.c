/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/run/workers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct worker {
    pid_t pid; /* 0: free */
    int fd;
    size_t job, received;
};

static int stop_level(const struct run_options *options)
{
    return options->stop ? *options->stop : 0;
}

static void report(const struct workers_plan *plan, const struct run_options *options, size_t done)
{
    if (options->progress)
        options->progress(options->progress_context, done, plan->jobs);
}

/* Runs the first `count` jobs in this process. */
static void run_here(const struct workers_plan *plan, const struct run_options *options, size_t count)
{
    for (size_t job = 0; job < count && stop_level(options) == 0; job++) {
        report(plan, options, job);
        plan->run(plan->context, job, plan->results + job * plan->result_size);
        plan->done[job] = true;
    }
    report(plan, options, count);
}

_Noreturn static void work(const struct workers_plan *plan, size_t job, int fd, pid_t parent)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(STATUS_INTERNAL);
    char *result = plan->results + job * plan->result_size;
    plan->run(plan->context, job, result);
    for (size_t sent = 0; sent < plan->result_size;) {
        ssize_t n = write(fd, result + sent, plan->result_size - sent);
        if (n < 0 && errno != EINTR)
            _exit(STATUS_IO);
        sent += n > 0 ? (size_t)n : 0;
    }
    _exit(0);
}

static int start(const struct workers_plan *plan, struct worker *worker, size_t job, struct error *error)
{
    int ends[2];
    if (pipe(ends))
        return error_set(error, STATUS_INTERNAL, "cannot open a pipe for a worker: %s", strerror(errno));
    pid_t parent = getpid(), pid = fork();
    if (pid < 0) {
        close(ends[0]);
        close(ends[1]);
        return error_set(error, STATUS_INTERNAL, "cannot start a worker: %s", strerror(errno));
    }
    if (pid == 0) {
        close(ends[0]);
        work(plan, job, ends[1], parent);
    }
    close(ends[1]);
    *worker = (struct worker){.pid = pid, .fd = ends[0], .job = job};
    return 0;
}

static int finish(const struct workers_plan *plan, struct worker *worker, struct error *error)
{
    int status = 0;
    close(worker->fd);
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
        ;
    worker->pid = 0;
    if (worker->received != plan->result_size || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return error_set(error, STATUS_INTERNAL, "a worker died (wait status %d) before it had sent its result",
                         status);
    plan->done[worker->job] = true;
    return 0;
}

/* Reads what a worker has sent. Returns 1 when it is finished, 0 when not, -1 on an error. */
static int receive(const struct workers_plan *plan, struct worker *worker, struct error *error)
{
    char *result = plan->results + worker->job * plan->result_size;
    ssize_t n = read(worker->fd, result + worker->received, plan->result_size - worker->received);
    if (n < 0)
        return errno == EINTR ? 0 : error_set(error, STATUS_INTERNAL, "cannot read from a worker: %s", strerror(errno));
    worker->received += (size_t)n;
    if (n > 0 && worker->received < plan->result_size)
        return 0;
    return finish(plan, worker, error) ? -1 : 1;
}

static void end_all(struct worker *worker, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (worker[i].pid > 0) {
            kill(worker[i].pid, SIGKILL);
            waitpid(worker[i].pid, NULL, 0);
            close(worker[i].fd);
        }
}

/* Waits for any worker, at most a second, and takes in what came. Returns how many finished, or -1. */
static int take_in(const struct workers_plan *plan, struct worker *worker, struct pollfd *fds, size_t count,
                   struct error *error)
{
    for (size_t i = 0; i < count; i++)
        fds[i] = (struct pollfd){.fd = worker[i].pid > 0 ? worker[i].fd : -1, .events = POLLIN};
    if (poll(fds, (nfds_t)count, 1000) < 0)
        return errno == EINTR ? 0 : error_set(error, STATUS_INTERNAL, "cannot wait for workers: %s", strerror(errno));
    int finished = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(fds[i].revents & (POLLIN | POLLHUP | POLLERR)))
            continue;
        int got = receive(plan, &worker[i], error);
        if (got < 0)
            return -1;
        finished += got;
    }
    return finished;
}

static int run_workers(const struct workers_plan *plan, const struct run_options *options, struct worker *worker,
                       struct pollfd *fds, size_t count, struct error *error)
{
    size_t next = plan->here, running = 0, done = plan->here;
    for (;;) {
        for (size_t i = 0; i < count && next < plan->jobs && stop_level(options) == 0; i++)
            if (worker[i].pid == 0) {
                if (start(plan, &worker[i], next, error))
                    return -1;
                next++;
                running++;
            }
        report(plan, options, done);
        if (running == 0 || stop_level(options) > 1)
            return 0;
        int finished = take_in(plan, worker, fds, count, error);
        if (finished < 0)
            return -1;
        running -= (size_t)finished;
        done += (size_t)finished;
    }
}

int workers_run(const struct workers_plan *plan, const struct run_options *options, struct error *error)
{
    size_t count = options->workers > 1 ? (size_t)options->workers : 1;
    if (count > plan->jobs - plan->here)
        count = plan->jobs - plan->here;
    run_here(plan, options, count <= 1 ? plan->jobs : plan->here);
    if (count <= 1)
        return 0;
    struct worker *worker = calloc(count, sizeof *worker);
    struct pollfd *fds = calloc(count, sizeof *fds);
    int failed = worker && fds ? run_workers(plan, options, worker, fds, count, error)
                               : error_set(error, STATUS_INTERNAL, "out of memory for workers");
    if (worker)
        end_all(worker, count);
    free(worker);
    free(fds);
    return failed;
}
