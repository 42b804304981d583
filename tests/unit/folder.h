/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A temporary folder for each test: *state is its path. */
#ifndef TESTS_UNIT_FOLDER_H
#define TESTS_UNIT_FOLDER_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static inline int folder_make(void **state)
{
    char *folder = strdup("/tmp/clocksim-test-XXXXXX");
    *state = folder;
    /* other users are let in for what a test does as one of them */
    return folder && mkdtemp(folder) && chmod(folder, 0755) == 0 ? 0 : -1;
}

static inline int folder_remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    return remove(path);
}

static inline int folder_remove(void **state)
{
    int failed = nftw(*state, folder_remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    free(*state);
    return failed;
}

/* FOLDER/NAME; to be freed. */
static inline char *folder_path(void **state, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", (const char *)*state, name) < 0 ? NULL : path;
}

static inline void folder_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        abort();
}

/* All of a file, ending in a NUL beyond its size; to be freed. NULL when it cannot be read. */
static inline char *folder_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    char *text = NULL;
    *size = 0;
    FILE *copy = open_memstream(&text, size);
    for (int c; copy && (c = getc(file)) != EOF;)
        putc(c, copy);
    fclose(file);
    return copy && fclose(copy) == 0 ? text : NULL;
}

#endif
