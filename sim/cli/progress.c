/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/cli/progress.h"

#include "sim/base/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BAR_WIDTH = 24 };

static double seconds(void)
{
    struct timespec now;
    ensure(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_begin(struct progress *progress, bool quiet, double whole)
{
    const char *terminal = getenv("TERM");
    *progress = (struct progress){
        .quiet = quiet,
        .terminal = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0,
        .started_s = seconds(),
        .label = "",
        .whole = whole,
    };
    progress->shown_s = progress->started_s;
}

void progress_part(struct progress *progress, const char *label, double weight)
{
    progress->before += progress->part;
    progress->part = weight;
    progress->label = label;
}

static void time_left(double elapsed_s, double share, char *text, size_t size)
{
    const double left_s = share > 0 ? elapsed_s * (1 - share) / share : 0;
    if (share <= 0 || left_s > 360000)
        snprintf(text, size, "-:-- left");
    else if (left_s >= 3600)
        snprintf(text, size, "%d:%02d:%02d left", (int)left_s / 3600, (int)left_s / 60 % 60, (int)left_s % 60);
    else
        snprintf(text, size, "%d:%02d left", (int)left_s / 60, (int)left_s % 60);
}

void progress_step(void *context, size_t done, size_t all)
{
    struct progress *progress = context;
    const double now_s = seconds(), pause_s = progress->terminal ? 0.1 : 10;
    if (progress->quiet || now_s - progress->shown_s < pause_s)
        return;
    progress->shown_s = now_s;
    const double share = fmin(1, (progress->before + progress->part * (double)done / (double)all) / progress->whole);
    char left[32];
    time_left(now_s - progress->started_s, share, left, sizeof left);
    if (!progress->terminal) {
        fprintf(stderr, "%s: %.0f %%, %s\n", progress->label, 100 * share, left);
        return;
    }
    char bar[BAR_WIDTH + 1];
    for (int i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < share * BAR_WIDTH ? '#' : '-';
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%  %s  %.36s\033[K", bar, 100 * share, left, progress->label);
    fflush(stderr);
    progress->drawn = true;
}

void progress_clear(struct progress *progress)
{
    if (progress->drawn)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->drawn = false;
}
