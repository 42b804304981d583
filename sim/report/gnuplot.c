/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/gnuplot.h"

#include "sim/scenario/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COMPLAINT_MAX = 600 }; /* bytes of gnuplot's words that are shown */

/* One of the child's outputs. */
struct output {
    int read_end, write_end; /* -1: closed */
    FILE *stream;
    char *text;
    size_t size;
};

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

static int output_open(struct output *output)
{
    int ends[2];
    *output = (struct output){.read_end = -1, .write_end = -1};
    if (pipe2(ends, O_CLOEXEC))
        return -1;
    output->read_end = ends[0];
    output->write_end = ends[1];
    output->stream = open_memstream(&output->text, &output->size);
    return output->stream ? 0 : -1;
}

/* Ends the text; false when memory was short. */
static bool output_finish(struct output *output)
{
    close_end(&output->read_end);
    close_end(&output->write_end);
    bool good = output->stream && fclose(output->stream) == 0;
    output->stream = NULL;
    return good;
}

/* Reads what is there; closes the pipe at its end. */
static void output_read(struct output *output)
{
    char bytes[16384];
    ssize_t count = read(output->read_end, bytes, sizeof bytes);
    if (count > 0)
        fwrite(bytes, 1, (size_t)count, output->stream);
    else if (count == 0 || errno != EINTR)
        close_end(&output->read_end);
}

/* Both at once, so that the child never waits for a pipe that is full. */
static void read_both(struct output *picture, struct output *complaint)
{
    while (picture->read_end >= 0 || complaint->read_end >= 0) {
        struct pollfd ready[] = {{picture->read_end, POLLIN, 0}, {complaint->read_end, POLLIN, 0}};
        if (poll(ready, 2, -1) < 0 && errno != EINTR)
            return;
        if (ready[0].revents)
            output_read(picture);
        if (ready[1].revents)
            output_read(complaint);
    }
}

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Ours, with another locale: C, that is, but characters are UTF-8. */
static char **make_environment(void)
{
    size_t count = 0;
    while (environ[count])
        count++;
    char **environment = calloc(count + 2, sizeof *environment);
    if (!environment)
        return NULL;
    static char locale[] = "LC_ALL=C.UTF-8";
    size_t kept = 0;
    environment[kept++] = locale;
    for (size_t i = 0; i < count; i++)
        if (!begins_with(environ[i], "LC_") && !begins_with(environ[i], "LANG"))
            environment[kept++] = environ[i];
    return environment;
}

/* Starts `gnuplot -d SCRIPT`; -d leaves the user's own settings out. 0, or the cause as an errno. */
static int start(const char *script, const struct output *picture, const struct output *complaint, pid_t *child)
{
    char **environment = make_environment();
    char *name = NULL;
    posix_spawn_file_actions_t actions;
    if (!environment || posix_spawn_file_actions_init(&actions)) {
        free(environment);
        return ENOMEM;
    }
    /* with a folder before it, no name is an option or a command */
    int failed = asprintf(&name, "%s%s", script[0] == '/' ? "" : "./", script) < 0 ? ENOMEM : 0;
    if (!failed)
        failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, picture->write_end, STDOUT_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, complaint->write_end, STDERR_FILENO);
    char program[] = "gnuplot", defaults[] = "-d";
    char *arguments[] = {program, defaults, name, NULL};
    if (!failed)
        failed = posix_spawnp(child, program, &actions, NULL, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    free(name);
    return failed;
}

static int wait_for(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* The beginning of gnuplot's words, on lines of their own. */
static int complain(const char *script, int status, const char *words, struct error *error)
{
    char shown[COMPLAINT_MAX + 1] = "";
    size_t length = 0;
    for (words += strspn(words, "\n \t"); *words && length < COMPLAINT_MAX; words++)
        if (*words == '\n' || ((unsigned char)*words >= ' ' && *words != '\x7f'))
            shown[length++] = *words;
    while (length > 0 && shown[length - 1] == '\n')
        length--;
    shown[length] = '\0';
    return error_set(error, STATUS_INTERNAL, "gnuplot could not draw %s (%s %d)%s%s", script,
                     WIFSIGNALED(status) ? "signal" : "exit status",
                     WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), length ? ":\n" : "", shown);
}

static int cannot_start(const char *script, int cause, struct error *error)
{
    if (cause == ENOENT || cause == EACCES)
        return error_set(error, STATUS_UNAVAILABLE,
                         "gnuplot is not installed: install the Debian package gnuplot-nox (or gnuplot) and try again; "
                         "the script %s is ready",
                         script);
    return error_set(error, STATUS_INTERNAL, "gnuplot cannot be started: %s", strerror(cause));
}

int gnuplot_run(const char *script, char **picture, size_t *size, struct error *error)
{
    struct output drawn = {.read_end = -1, .write_end = -1}, complaint = drawn;
    pid_t child = 0;
    int cause = output_open(&drawn) || output_open(&complaint) ? errno : start(script, &drawn, &complaint, &child);
    close_end(&drawn.write_end);
    close_end(&complaint.write_end);
    int status = 0;
    if (cause == 0) {
        read_both(&drawn, &complaint);
        status = wait_for(child);
    }
    bool whole = output_finish(&drawn), understood = output_finish(&complaint);
    int failed = 0;
    if (cause != 0)
        failed = cannot_start(script, cause, error);
    else if (!whole || !understood)
        failed = error_set(error, STATUS_INTERNAL, "out of memory");
    else if (status != 0 || drawn.size == 0)
        failed = complain(script, status, complaint.text, error);
    free(complaint.text);
    if (failed) {
        free(drawn.text);
        return -1;
    }
    *picture = drawn.text;
    *size = drawn.size;
    return 0;
}

void gnuplot_put_string(const char *text, FILE *script)
{
    putc('\'', script);
    while (*text) {
        uint32_t character = 0;
        size_t bytes = text_decode(text, strlen(text), &character);
        if (bytes == 0) {
            text++;
            continue;
        }
        if (character == '\'')
            putc('\'', script);
        if (!text_invisible(character))
            fwrite(text, 1, bytes, script);
        text += bytes;
    }
    putc('\'', script);
}
