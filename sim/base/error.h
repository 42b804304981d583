/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error values for what comes from outside: files, arguments, databases, memory, other programs.
 *
 * A function that can meet bad outside input takes a `struct error *` and returns 0 on success and
 * -1 after filling it; its outputs are then untouched. Broken promises between our own functions are
 * `ensure()`, which is on in every build. Nothing here prints.
 */
#ifndef SIM_BASE_ERROR_H
#define SIM_BASE_ERROR_H

/* Exit statuses (docs/commands.md); the 64..75 range is that of sysexits.h. */
enum exit_status {
    STATUS_OK = 0,
    STATUS_NO = 1,          /* the answer is no: a band missed, results differ */
    STATUS_USAGE = 64,      /* wrong command line */
    STATUS_BAD_INPUT = 65,  /* a file or database whose content is wrong */
    STATUS_NO_INPUT = 66,   /* no such file, or unreadable */
    STATUS_UNAVAILABLE = 69,/* gnuplot is missing */
    STATUS_INTERNAL = 70,   /* a defect of this program; books that do not balance */
    STATUS_CANT_CREATE = 73,/* an output cannot be created or written to */
    STATUS_IO = 74,         /* input/output error, full disk */
    STATUS_LOCKED = 75,     /* the database is in use by another writer */
};

#define MUST_CHECK __attribute__((warn_unused_result))
#define PRINTF_LIKE(format_index, first) __attribute__((format(printf, format_index, first)))

struct error {
    enum exit_status status;
    char message[1024]; /* one line or more, no trailing newline; may hold file:line:column */
};

/* Fills `*error` (when not NULL) and returns -1, so that callers can write `return error_set(...)`. */
int error_set(struct error *error, enum exit_status status, const char *format, ...) PRINTF_LIKE(3, 4);

/* Asserts a promise between our own functions: on in every build, ends with SIGABRT and a line on stderr. */
#define ensure(condition) \
    do { \
        if (__builtin_expect(!(condition), 0)) \
            ensure_failed(#condition, __FILE__, __LINE__); \
    } while (0)
_Noreturn void ensure_failed(const char *condition, const char *file, int line);

#endif
