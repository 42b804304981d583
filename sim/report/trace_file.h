/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trace as text, to be read by people: a section for each clock, a line for each event (docs/trace.md).
 *
 * The file is written as the simulation goes, so that it can be watched, and stops at its limit instead of filling the
 * disk.
 */
#ifndef SIM_REPORT_TRACE_FILE_H
#define SIM_REPORT_TRACE_FILE_H

#include "sim/scenario/scenario.h"
#include "sim/world/program.h"
#include "sim/world/trace.h"

struct trace_file;

/* Creates the file, or empties it. `limit_bytes` is the size after which nothing but a remark is written. Returns 0 and
 * a file to be given to trace_file_close(). Errors: 73. */
int trace_file_open(const char *path, int64_t limit_bytes, struct trace_file **file, struct error *error) MUST_CHECK;

/* Begins the section of one clock's replication: its head. `trace` says what is watched; all of them outlive the
 * section. */
void trace_file_section(struct trace_file *file, const struct scenario *scenario, const struct program *program,
                        const struct trace *trace, int64_t replication);

/* Writes an event of the present section: a trace_function, whose context is the file. */
void trace_file_event(void *file, const struct trace_event *event);

/* Closes and frees. Errors: 74 when something could not be written, or the limit was reached. */
int trace_file_close(struct trace_file *file, struct error *error) MUST_CHECK;

#endif
