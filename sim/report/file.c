/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(file, bytes, size);
        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    return 0;
}

static int write_and_rename(const char *path, const char *beside, const char *bytes, size_t size, struct error *error)
{
    unlink(beside); /* of a process that had our number and was killed */
    const int file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return error_set(error, STATUS_CANT_CREATE, "%s: cannot be created: %s", path, strerror(errno));
    int failed = 0;
    if (write_all(file, bytes, size))
        failed = error_set(error, STATUS_IO, "%s: cannot be written: %s", path, strerror(errno));
    if (close(file) != 0 && !failed)
        failed = error_set(error, STATUS_IO, "%s: cannot be written: %s", path, strerror(errno));
    if (!failed && rename(beside, path) != 0)
        failed = error_set(error, STATUS_CANT_CREATE, "%s: cannot be created: %s", path, strerror(errno));
    if (failed)
        unlink(beside);
    return failed;
}

int file_replace(const char *path, const char *bytes, size_t size, struct error *error)
{
    char *beside = NULL;
    if (asprintf(&beside, "%s.%ld.new", path, (long)getpid()) < 0)
        return error_set(error, STATUS_INTERNAL, "out of memory");
    const int failed = write_and_rename(path, beside, bytes, size, error);
    free(beside);
    return failed;
}

int file_read(const char *path, char **text, struct error *error)
{
    FILE *in = fopen(path, "re");
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = in ? open_memstream(&bytes, &size) : NULL;
    if (!out) {
        error_set(error, STATUS_NO_INPUT, "%s: cannot be read: %s", path, strerror(errno));
        if (in)
            fclose(in);
        return -1;
    }
    for (int c; (c = getc(in)) != EOF;)
        putc(c, out);
    const int failed = ferror(in);
    fclose(in);
    if (fclose(out) != 0 || failed) {
        free(bytes);
        return error_set(error, STATUS_NO_INPUT, "%s: cannot be read", path);
    }
    *text = bytes;
    return 0;
}
