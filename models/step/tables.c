/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/step/step.h"

const struct step_kind_info step_kinds[STEP_KIND_COUNT] = {
    [STEP_WORK] = {"work", ARGUMENT_WORK, OPTION_ALWAYS, 0,
                   "busy for an amount of work: time at nominal frequency, alone on the core"},
    [STEP_READ] = {"read", ARGUMENT_CLOCK, OPTION_ALWAYS | OPTION_INTO, 0, "read the clock policy in force"},
    [STEP_LOAD] = {"load", ARGUMENT_DEVICE, OPTION_ALWAYS | OPTION_INTO, 0,
                   "read a device: travel, queue, service; gives its counter at the end of service"},
    [STEP_FETCH] = {"fetch", ARGUMENT_WORD, OPTION_ALWAYS | OPTION_INTO, 0, "get a word; its line is shared"},
    [STEP_STORE] = {"store", ARGUMENT_WORD, OPTION_ALWAYS | OPTION_FROM, OPTION_FROM,
                    "write a word; its line is owned and spinners on it look again"},
    [STEP_SWAP] =
        {"swap", ARGUMENT_WORD, OPTION_ALWAYS | OPTION_FROM | OPTION_EXPECT | OPTION_INTO, OPTION_FROM | OPTION_EXPECT,
         "write a word if it holds the expected value; its line is owned, also on failure; gives what it held"},
    [STEP_LOCK] = {"lock", ARGUMENT_WORD, OPTION_ALWAYS, 0, "acquire a lock word, waiting with the CPU busy"},
    [STEP_UNLOCK] = {"unlock", ARGUMENT_WORD, OPTION_ALWAYS, 0, "release a lock word"},
    [STEP_SPIN] = {"spin", ARGUMENT_WORD, OPTION_ALWAYS | OPTION_FROM | OPTION_INTO, OPTION_FROM,
                   "busy until a word differs from a register"},
    [STEP_DO] = {"do", ARGUMENT_DO, OPTION_ALWAYS | OPTION_TO, 0,
                 "a decision of the modelled software, in no time; may pick the next label"},
    [STEP_JUMP] = {"jump", ARGUMENT_LABEL, OPTION_ALWAYS, 0, "go on at a label of this path"},
    [STEP_CALL] = {"call", ARGUMENT_PATH, OPTION_ALWAYS | OPTION_INTO, 0,
                   "run another path, then go on here; gives what it left in `result`"},
    [STEP_RETURN] = {"return", ARGUMENT_NONE, OPTION_ALWAYS, 0, "end this path; implied after its last step"},
    [STEP_IRQ_OFF] = {"irq_off", ARGUMENT_NONE, OPTION_ALWAYS, 0, "hold interrupts pending on this CPU"},
    [STEP_IRQ_ON] = {"irq_on", ARGUMENT_NONE, OPTION_ALWAYS, 0, "let interrupts in again"},
    [STEP_WAKE] = {"wake", ARGUMENT_REGISTER, OPTION_ALWAYS, 0, "make the task whose number is in a register runnable"},
    [STEP_INTERRUPT] = {"interrupt", ARGUMENT_PATH, OPTION_ALWAYS | OPTION_CPU, OPTION_CPU,
                        "send an interrupt that runs a path to another CPU"},
    [STEP_SLEEP] = {"sleep", ARGUMENT_WORK, OPTION_ALWAYS, 0, "the task blocks for a time on its own CPU's clock"},
    [STEP_PUT] = {"put", ARGUMENT_CHANNEL, OPTION_ALWAYS | OPTION_FROM, OPTION_FROM,
                  "put a register's value into a channel; the task blocks while it is full"},
    [STEP_TAKE] = {"take", ARGUMENT_CHANNEL, OPTION_ALWAYS | OPTION_INTO, 0,
                   "take a value from a channel; the task blocks while it is empty"},
};

const struct step_flag_info step_flags[] = {
    {"timekeeper", FLAG_TIMEKEEPER, "this CPU updates the wall time"},
    {"sched_clock_unstable", FLAG_SCHED_CLOCK_UNSTABLE, "the scheduler's clock is filtered against the clocksource"},
    {"seqcount_retry", FLAG_SEQCOUNT_RETRY, "kernel.seqcount_retry is true"},
    {"late_tick_rule", FLAG_LATE_TICK_RULE, "kernel.late_tick_rule is true"},
    {"high_resolution", FLAG_HIGH_RESOLUTION, "the clocksource carries high-resolution timers; otherwise the tick is periodic"},
};
const size_t step_flag_count = sizeof step_flags / sizeof step_flags[0];

const char *const context_names[CONTEXT_COUNT] = {
    [CONTEXT_USER] = "user",     [CONTEXT_SYSTEM_CALL] = "system_call", [CONTEXT_TICK] = "tick",
    [CONTEXT_SWITCH] = "switch", [CONTEXT_INTERRUPT] = "interrupt",     [CONTEXT_IDLE] = "idle",
};

const char *const place_names[PLACE_COUNT] = {
    [PLACE_OUTSIDE] = "outside",
    [PLACE_CLOCK_PATH] = "clock_path",
    [PLACE_CLOCK_PATH_RETRY] = "clock_path_retry",
    [PLACE_CLOCK_READ] = "clock_read",
    [PLACE_CLOCK_READ_RETRY] = "clock_read_retry",
    [PLACE_SCHED_CLOCK] = "sched_clock",
};

const char *const cause_names[CAUSE_COUNT] = {
    [CAUSE_WORK] = "work", [CAUSE_SERVICE] = "service", [CAUSE_TRAVEL] = "travel", [CAUSE_BUS_WAIT] = "bus_wait",
    [CAUSE_LINE] = "line", [CAUSE_LINE_WAIT] = "line_wait", [CAUSE_SPIN] = "spin", [CAUSE_HALT] = "halt",
};

const struct account_info accounts[] = {
    {"user", CONTEXT_USER, -1, false, "the workload's own instructions"},
    {"system_call", CONTEXT_SYSTEM_CALL, -1, false, "the kernel on behalf of a task"},
    {"tick", CONTEXT_TICK, -1, false, "the timer interrupt"},
    {"switch", CONTEXT_SWITCH, -1, false, "the scheduler and the context switch"},
    {"interrupt", CONTEXT_INTERRUPT, -1, false, "other interrupts"},
    {"idle", CONTEXT_IDLE, -1, false, "nothing to run"},
    {"outside", -1, PLACE_OUTSIDE, false, "not on the way to a clock"},
    {"clock_path", -1, PLACE_CLOCK_PATH, false, "the code around a clock read, such as ktime_get"},
    {"clock_read", -1, PLACE_CLOCK_READ, false, "the clocksource's read function"},
    {"retry", -1, -1, true, "on a `do` or a `jump`: its branch starts a repeated pass"},
};
const size_t account_count = sizeof accounts / sizeof accounts[0];

const char *const word_scope_names[3] = {
    [SCOPE_MACHINE] = "machine",
    [SCOPE_SOCKET] = "socket",
    [SCOPE_CPU] = "cpu",
};

const char *const lock_kind_names[LOCK_KIND_COUNT] = {
    [LOCK_NONE] = "none",
    [LOCK_TEST_AND_SET] = "test-and-set",
    [LOCK_TICKET] = "ticket",
    [LOCK_QUEUED] = "queued",
};
