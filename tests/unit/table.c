/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/table.h"
#include "sim/report/wrap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct table_column columns[] = {
    {.head = "name", .unit = "", .left = true},
    {.head = "value", .unit = "µs"},
    {.head = "", .unit = "", .left = true, .joined = true},
    {.head = "unused", .unit = "s"},
};

static void expect_table(const struct table *table, bool bold, const char *expected)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    assert_int_equal(table_print(table, bold, out), 0);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(text);
}

static void add(struct table *table, const char *name, const char *value, const char *interval)
{
    table_cell(table, "%s", name);
    table_cell(table, "%s", value);
    table_cell(table, "%s", interval);
    table_cell(table, "%s", "");
}

static void columns_are_aligned_and_empty_ones_left_out(void **state)
{
    (void)state;
    struct table *table = table_create(columns, 4);
    add(table, "a", "1.5", "± 0.1");
    add(table, "µµµµµµ", "100000", "");
    add(table, "", "2", "");
    expect_table(table, false,
                 "name     value\n"
                 "            µs\n"
                 "a          1.5 ± 0.1\n"
                 "µµµµµµ  100000\n"
                 "             2\n");
    table_destroy(table);
}

static void notes_widen_no_column(void **state)
{
    (void)state;
    struct table *table = table_create(columns, 2);
    table_note(table, "this is wider than any of the %s", "columns");
    table_cell(table, "a");
    table_cell(table, "1");
    expect_table(table, true,
                 "\033[1mname  value\n"
                 "         µs\n\033[0m"
                 "this is wider than any of the columns\n"
                 "a         1\n");
    table_destroy(table);
}

static void long_cells_are_cut_between_characters(void **state)
{
    (void)state;
    struct table *table = table_create(columns, 1);
    char text[200] = "a", expected[200] = "name\na";
    for (int i = 0; i < 60; i++)
        strcat(text, "µ");
    for (int i = 0; i < 47; i++)
        strcat(expected, "µ");
    strcat(expected, "\n");
    table_cell(table, "%s", text);
    expect_table(table, false, expected);
    table_destroy(table);
}

static void a_table_without_memory_is_refused(void **state)
{
    (void)state;
    table_cell(NULL, "x");
    table_note(NULL, "x");
    table_destroy(NULL);
    assert_int_equal(table_print(NULL, false, stderr), -1);
}

static void text_is_wrapped_at_words(void **state)
{
    (void)state;
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    wrap_print(" one two\nthree  µµµµ\n\nfive sixseveneightnine\n", 4, 2, 12, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, "one two\n  three µµµµ\n\n  five\n  sixseveneightnine\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_aligned_and_empty_ones_left_out),
        cmocka_unit_test(notes_widen_no_column),
        cmocka_unit_test(long_cells_are_cut_between_characters),
        cmocka_unit_test(a_table_without_memory_is_refused),
        cmocka_unit_test(text_is_wrapped_at_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
