/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/study/published.h"

#include "tests/unit/folder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define HEADER "id,seed,machine,experiment,clock,quantity,value,unit,sd,n,se,bound,role,note\n"
#define ROW "A,003,m,e,tsc,throughput,646515,jobs/min,,,,,fit,as it was\n"

static struct published *read_good(const char *path)
{
    struct published *published = NULL;
    struct error error;
    if (published_read(path, &published, &error))
        fail_msg("%s", error.message);
    return published;
}

/* `words` follows the file's name. */
static void assert_refused(void **state, const char *text, enum exit_status status, const char *words)
{
    char *path = folder_path(state, "p.csv"), *expected = NULL;
    folder_write(path, text);
    struct published *published = NULL;
    struct error error = {.status = STATUS_OK};
    assert_int_equal(published_read(path, &published, &error), -1);
    assert_null(published);
    assert_int_equal(error.status, status);
    assert_true(asprintf(&expected, "%s%s", path, words) > 0);
    assert_string_equal(error.message, expected);
    free(expected);
    free(path);
}

static void our_own_file_is_good(void **state)
{
    (void)state;
    struct published *published = read_good(TEST_SOURCE_DIR "/scenarios/published.csv");
    assert_int_equal(published->count, 46);
    const struct published_row *row = published_find(published, "S003-240-hpet");
    assert_non_null(row);
    assert_string_equal(row->machine, "ivybridge-ex-240");
    assert_true(row->value == 1108537 && isnan(row->sd) && row->n == 0);
    assert_int_equal(row->role, ROLE_PREDICT);
    row = published_find(published, "S003-240-share-hpet");
    assert_int_equal(row->bound, BOUND_LOWER);
    row = published_find(published, "S004-precise");
    assert_true(row->sd == 0.035 && row->n == 10 && row->role == ROLE_FIT);
    assert_null(published_find(published, "S003-240"));
    published_destroy(published);
}

/* What the seed prints beside its numbers, from its numbers. */
static void losses_follow_from_the_rows(void **state)
{
    (void)state;
    struct published *published = read_good(TEST_SOURCE_DIR "/scenarios/published.csv");
    static const struct {
        const char *id;
        double loss_percent;
    } known[] = {{"S003-72-hpet", 12.34},
                 {"S003-72-combined", 1.19},
                 {"S003-240-hpet", 64.76},
                 {"S003-240-combined", 3.99},
                 {"S003-72-tsc", 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct published_row *row = published_find(published, known[i].id);
        const struct published_row *baseline = published_of_clock(published, row, "tsc");
        assert_non_null(baseline);
        assert_true(fabs(100 * (1 - row->value / baseline->value) - known[i].loss_percent) < 0.01);
    }
    /* a share has no row of the TSC, and other machines' rows do not count */
    assert_null(published_of_clock(published, published_find(published, "S003-72-share-hpet"), "tsc"));
    assert_null(published_of_clock(published, published_find(published, "P010-hpet-raw"), "tsc"));
    published_destroy(published);
}

static void fields_may_be_quoted(void **state)
{
    char *path = folder_path(state, "p.csv");
    folder_write(path, HEADER "\"A\",-,m,\"one, \"\"two\"\"\",,q,-1.5e-3,ns,,,,,check,\"\"\r\n"
                              "B,-,m,e,\"\",q,2,ns,0.5,3,0,upper,predict,last line without an end");
    struct published *published = read_good(path);
    assert_int_equal(published->count, 2);
    assert_string_equal(published->row[0].id, "A");
    assert_string_equal(published->row[0].experiment, "one, \"two\"");
    assert_true(published->row[0].value == -1.5e-3);
    assert_string_equal(published->row[0].note, "");
    assert_true(published->row[1].sd == 0.5 && published->row[1].n == 3 && published->row[1].se == 0);
    assert_int_equal(published->row[1].bound, BOUND_UPPER);
    assert_string_equal(published->row[1].note, "last line without an end");
    assert_int_equal(published->row[1].line, 3);
    published_destroy(published);
    free(path);
}

static void the_header_must_be_ours(void **state)
{
    assert_refused(state, "", STATUS_BAD_INPUT, ": there are no rows");
    assert_refused(state, HEADER, STATUS_BAD_INPUT, ": there are no rows");
    assert_refused(state, "id;seed\n", STATUS_BAD_INPUT, ":1: 1 fields; there must be 14");
    assert_refused(state, "id,seed,machine,experiment,clock,quantity,value,unit,n,sd,se,bound,role,note\n" ROW,
                   STATUS_BAD_INPUT, ":1: column 9 is called `n`; it must be `sd`");
}

static void a_row_that_is_wrong_is_told_by_its_line(void **state)
{
    static const struct {
        const char *row, *words;
    } wrong[] = {
        {"B,003,m,e,tsc,q,1,ns,,,,,fit\n", ":3: 13 fields; there must be 14"},
        {"B,003,m,e,tsc,q,1,ns,,,,,fit,a,b\n", ":3: 15 fields; there must be 14"},
        {"\n", ":3: 1 fields; there must be 14"},
        {"# a remark\n", ":3: 1 fields; there must be 14"},
        {"B,003,m,e,tsc,q,12abc,ns,,,,,fit,\n", ":3: `value` is not a number: `12abc`"},
        {"B,003,m,e,tsc,q,1.,ns,,,,,fit,\n", ":3: `value` is not a number: `1.`"},
        {"B,003,m,e,tsc,q,0x10,ns,,,,,fit,\n", ":3: `value` is not a number: `0x10`"},
        {"B,003,m,e,tsc,q,nan,ns,,,,,fit,\n", ":3: `value` is not a number: `nan`"},
        {"B,003,m,e,tsc,q,1e,ns,,,,,fit,\n", ":3: `value` is not a number: `1e`"},
        {"B,003,m,e,tsc,q,1e999,ns,,,,,fit,\n", ":3: `value` is out of range: `1e999`"},
        {"B,003,m,e,tsc,q,,ns,,,,,fit,\n", ":3: `value` is empty"},
        {"B,003,m,e,tsc,q,1,,,,,,fit,\n", ":3: `unit` is empty"},
        {",003,m,e,tsc,q,1,ns,,,,,fit,\n", ":3: `id` is empty"},
        {"B,003,m,e,tsc,q,1,ns,-1,,,,fit,\n", ":3: `sd` is out of range: `-1`"},
        {"B,003,m,e,tsc,q,1,ns,,2.5,,,fit,\n", ":3: `n` is not a count: `2.5`"},
        {"B,003,m,e,tsc,q,1,ns,,0,,,fit,\n", ":3: `n` is out of range: `0`"},
        {"B,003,m,e,tsc,q,1,ns,,,,least,fit,\n", ":3: `bound` is `least`; it must be empty, lower or upper"},
        {"B,003,m,e,tsc,q,1,ns,,,,,fits,\n", ":3: `role` is `fits`; it must be fit, predict or check"},
        {"A,003,m,e,tsc,q,1,ns,,,,,fit,\n", ":3: `id` is `A`, like that of line 2"},
        {"B,003,m,\"e,tsc,q,1,ns,,,,,fit,\n", ":3: a quote is not closed on this line"},
        {"B,003,m,\"e\"f,tsc,q,1,ns,,,,,fit,\n", ":3: something follows a quoted field"},
        {"B,003,m,e\x1b[31m,tsc,q,1,ns,,,,,fit,\n", ":3: a control character"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *text = NULL;
        assert_true(asprintf(&text, HEADER ROW "%s", wrong[i].row) > 0);
        assert_refused(state, text, STATUS_BAD_INPUT, wrong[i].words);
        free(text);
    }
}

static void files_that_are_something_else_are_refused(void **state)
{
    struct published *published = NULL;
    struct error error;
    char *path = folder_path(state, "none.csv");
    assert_int_equal(published_read(path, &published, &error), -1);
    assert_int_equal(error.status, STATUS_NO_INPUT);
    assert_non_null(strstr(error.message, "none.csv: cannot be read: No such file or directory"));
    assert_int_equal(published_read(*state, &published, &error), -1);
    assert_int_equal(error.status, STATUS_NO_INPUT);
    FILE *file = fopen(path, "w");
    assert_int_equal(fwrite(HEADER ROW "\0", 1, sizeof HEADER ROW, file), sizeof HEADER ROW);
    fclose(file);
    assert_int_equal(published_read(path, &published, &error), -1);
    assert_non_null(strstr(error.message, "holds a NUL byte"));
    file = fopen(path, "w");
    for (int i = 0; i <= 1 << 20; i++)
        putc('a', file);
    fclose(file);
    assert_int_equal(published_read(path, &published, &error), -1);
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_non_null(strstr(error.message, "larger than 1 MiB"));
    free(path);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_own_file_is_good),
        cmocka_unit_test(losses_follow_from_the_rows),
        IN_FOLDER(fields_may_be_quoted),
        IN_FOLDER(the_header_must_be_ours),
        IN_FOLDER(a_row_that_is_wrong_is_told_by_its_line),
        IN_FOLDER(files_that_are_something_else_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
