/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every file of tests/bad_scenarios is refused, with exactly the message in its .expected file.
 *
 * After a wanted change of a message: CLOCKSIM_UPDATE_EXPECTED=1 rewrites the .expected files; read the difference. */
#include "sim/scenario/scenario.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const char folder[] = "tests/bad_scenarios";
static const size_t mib = (size_t)1 << 20;

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    char *text = NULL;
    size_t size = 0;
    FILE *copy = open_memstream(&text, &size);
    for (int c; file != NULL && (c = fgetc(file)) != EOF;)
        fputc(c, copy);
    if (file != NULL)
        fclose(file);
    fclose(copy);
    return text;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int load(const char *name, struct diagnostics *diagnostics)
{
    struct scenario *scenario = NULL;
    int result = scenario_load(name, folder, NULL, &scenario, diagnostics);
    if (result == 0)
        scenario_destroy(scenario);
    return result;
}

/* Whether the file is refused as its .expected file says. */
static bool is_as_expected(const char *name)
{
    char *expected_name = NULL;
    struct diagnostics diagnostics = {0};
    assert_true(asprintf(&expected_name, "%.*s.expected", (int)(strlen(name) - strlen(".yaml")), name) > 0);
    bool same = load(name, &diagnostics) != 0 && diagnostics.status == STATUS_BAD_INPUT;
    if (!same)
        print_error("%s is not refused\n", name);
    if (same && getenv("CLOCKSIM_UPDATE_EXPECTED") != NULL)
        write_file(expected_name, diagnostics.text);
    char *expected = read_file(expected_name);
    if (same && strcmp(expected, diagnostics.text) != 0) {
        same = false;
        print_error("%s differs; expected:\n%sfound:\n%s", expected_name, expected, diagnostics.text);
    }
    free(expected);
    free(expected_name);
    diagnostics_clear(&diagnostics);
    return same;
}

static void every_bad_file_is_refused_with_its_message(void **state)
{
    (void)state;
    glob_t files;
    assert_int_equal(chdir(TEST_SOURCE_DIR), 0);
    assert_int_equal(glob("tests/bad_scenarios/*.yaml", 0, NULL, &files), 0);
    assert_true(files.gl_pathc >= 20);
    bool good = true;
    for (size_t i = 0; i < files.gl_pathc; i++)
        good = is_as_expected(files.gl_pathv[i]) && good;
    globfree(&files);
    assert_true(good);
}

static void expect_text(const char *text, size_t length, const char *message)
{
    struct scenario *scenario = NULL;
    struct diagnostics diagnostics = {0};
    assert_int_equal(scenario_load_text("it.yaml", text, length, folder, NULL, &scenario, &diagnostics), -1);
    assert_int_equal(diagnostics.status, STATUS_BAD_INPUT);
    assert_string_equal(diagnostics.text, message);
    diagnostics_clear(&diagnostics);
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

/* `opening` again and again: whatever it opens, depth ends it at once. */
static void expect_depth_refused(const char *opening, const char *message)
{
    enum { TIMES = 100000 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; i < TIMES; i++)
        fputs(opening, out);
    fclose(out);
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    expect_text(text, size, message);
    /* generous: the sanitizers and a busy machine take their share */
    assert_true(seconds_since(&start) < 5);
    free(text);
}

static void hundred_thousand_nested_brackets_are_refused_at_once(void **state)
{
    (void)state;
    static const char brackets[] = "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[";
    /* 110 characters of the line are shown */
    char *message = NULL;
    assert_true(asprintf(&message,
                         "it.yaml:1:17: error: nested deeper than 16 levels\n  %.55s%.55s...\n                  ^\n",
                         brackets, brackets) > 0);
    expect_depth_refused("[", message);
    free(message);
}

static void hundred_thousand_nested_lists_are_refused_at_once(void **state)
{
    (void)state;
    expect_depth_refused("- ",
                         "it.yaml:1:33: error: nested deeper than 16 levels\n"
                         "  - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - "
                         "- - - - - - - - - - - ...\n"
                         "                                  ^\n");
}

static void file_over_64_mib_is_refused_unread(void **state)
{
    (void)state;
    char name[] = "/tmp/clocksim-test-XXXXXX";
    int file = mkstemp(name);
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, (off_t)(65 * mib)), 0);
    struct diagnostics diagnostics = {0};
    char *expected = NULL;
    assert_true(asprintf(&expected, "%s: error: the file is larger than 64 MiB\n", name) > 0);
    assert_int_equal(load(name, &diagnostics), -1);
    assert_int_equal(diagnostics.status, STATUS_BAD_INPUT);
    assert_string_equal(diagnostics.text, expected);
    diagnostics_clear(&diagnostics);
    free(expected);
    close(file);
    unlink(name);
}

static void nul_bytes_and_rubbish_are_no_text(void **state)
{
    (void)state;
    static const char nul[] = "clocksim: 1\ntitle: a\0b\n";
    static const char gzip[] = "\x1f\x8b\x08\x00\x00";
    static const char latin1[] = "clocksim: 1\ntitle: caf\xe9\n";
    static const char overlong[] = "title: \xc0\xaf\n";
    expect_text(nul, sizeof nul - 1,
                "it.yaml:2:9: error: this is not a text file: byte 0x00 (NUL)\n  title: a\\x00b\n          ^\n");
    expect_text(gzip, sizeof gzip - 1,
                "it.yaml:1:1: error: this is not a text file: byte 0x1f is a control character\n"
                "  \\x1f\\x8b\\x08\\x00\\x00\n  ^\n");
    expect_text(latin1, sizeof latin1 - 1,
                "it.yaml:2:11: error: this is not a text file: byte 0xe9 is not UTF-8\n"
                "  title: caf\\xe9\n            ^\n");
    expect_text(overlong, sizeof overlong - 1,
                "it.yaml:1:8: error: this is not a text file: byte 0xc0 is not UTF-8\n"
                "  title: \\xc0\\xaf\n         ^\n");
}

static void random_bytes_are_refused(void **state)
{
    (void)state;
    unsigned value = 12345;
    for (int round = 0; round < 1000; round++) {
        char bytes[64];
        for (size_t i = 0; i < sizeof bytes; i++) {
            value = value * 1103515245u + 12345u;
            bytes[i] = (char)(value >> 16);
        }
        struct scenario *scenario = NULL;
        struct diagnostics diagnostics = {0};
        assert_int_equal(scenario_load_text("it.yaml", bytes, sizeof bytes, folder, NULL, &scenario, &diagnostics), -1);
        diagnostics_clear(&diagnostics);
    }
}

static void missing_file_is_another_status(void **state)
{
    (void)state;
    struct diagnostics diagnostics = {0};
    assert_int_equal(load("tests/bad_scenarios/there-is-none.yaml", &diagnostics), -1);
    assert_int_equal(diagnostics.status, STATUS_NO_INPUT);
    assert_string_equal(diagnostics.text,
                        "tests/bad_scenarios/there-is-none.yaml: error: cannot read it: No such file or directory\n");
    diagnostics_clear(&diagnostics);
    assert_int_equal(load("tests/bad_scenarios", &diagnostics), -1);
    assert_int_equal(diagnostics.status, STATUS_NO_INPUT);
    assert_string_equal(diagnostics.text, "tests/bad_scenarios: error: cannot read it: Is a directory\n");
    diagnostics_clear(&diagnostics);
}

static void hundred_thousand_mistakes_are_counted(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fputs("clocksim: 1\n", out);
    for (int i = 0; i < 100000; i++)
        fprintf(out, "wrong_%d: {a: 1, a: 2}\n", i);
    fclose(out);
    struct scenario *scenario = NULL;
    struct diagnostics diagnostics = {0};
    assert_int_equal(scenario_load_text("it.yaml", text, size, folder, NULL, &scenario, &diagnostics), -1);
    assert_int_equal(diagnostics.count, SCENARIO_DIAGNOSTICS_MAX);
    assert_true(diagnostics.unsaid >= 100000 - SCENARIO_DIAGNOSTICS_MAX);
    assert_non_null(strstr(diagnostics.text, "more mistakes not shown\n"));
    diagnostics_clear(&diagnostics);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bad_file_is_refused_with_its_message),
        cmocka_unit_test(hundred_thousand_nested_brackets_are_refused_at_once),
        cmocka_unit_test(hundred_thousand_nested_lists_are_refused_at_once),
        cmocka_unit_test(file_over_64_mib_is_refused_unread),
        cmocka_unit_test(nul_bytes_and_rubbish_are_no_text),
        cmocka_unit_test(random_bytes_are_refused),
        cmocka_unit_test(missing_file_is_another_status),
        cmocka_unit_test(hundred_thousand_mistakes_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
