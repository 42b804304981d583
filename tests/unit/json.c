/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/report/json.h"

#include "tests/unit/aborts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct written {
    char *text;
    size_t length;
    FILE *out;
    struct json json;
};

static void begin(struct written *written)
{
    written->out = open_memstream(&written->text, &written->length);
    assert_non_null(written->out);
    written->json = json_begin(written->out);
}

static void expect(struct written *written, const char *expected)
{
    json_end(&written->json);
    assert_int_equal(fclose(written->out), 0);
    assert_string_equal(written->text, expected);
    free(written->text);
}

static void containers_nest(void **state)
{
    (void)state;
    struct written written;
    begin(&written);
    json_open_object(&written.json);
    json_key(&written.json, "a");
    json_open_array(&written.json);
    json_integer(&written.json, -1);
    json_unsigned(&written.json, UINT64_MAX);
    json_close(&written.json);
    json_key(&written.json, "b");
    json_open_object(&written.json);
    json_close(&written.json);
    json_close(&written.json);
    expect(&written, "{\n  \"a\": [\n    -1,\n    18446744073709551615\n  ],\n  \"b\": {}\n}\n");
}

static void strings_are_escaped(void **state)
{
    (void)state;
    struct written written;
    begin(&written);
    json_string(&written.json, "a\"b\\c\nd\te\x01\x7f \xc2\xb5 \xf0\x9f\x95\x90");
    expect(&written, "\"a\\\"b\\\\c\\nd\\te\\u0001\\u007f \xc2\xb5 \xf0\x9f\x95\x90\"\n");
}

static void bytes_that_are_not_utf8_are_replaced(void **state)
{
    (void)state;
    struct written written;
    begin(&written);
    json_string(&written.json, "\xff"
                               "a"
                               "\xc0\x80"
                               "b"
                               "\xed\xa0\x80"
                               "c"
                               "\xe2\x82");
    expect(&written, "\"\\ufffda\\ufffd\\ufffdb\\ufffd\\ufffd\\ufffdc\\ufffd\\ufffd\"\n");
}

static void what_is_no_number_is_null(void **state)
{
    (void)state;
    struct written written;
    begin(&written);
    json_open_array(&written.json);
    json_number(&written.json, NAN);
    json_number(&written.json, INFINITY);
    json_string(&written.json, NULL);
    json_boolean(&written.json, true);
    json_close(&written.json);
    expect(&written, "[\n  null,\n  null,\n  null,\n  true\n]\n");
}

static void numbers_read_back_as_they_were(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {-1.5, "-1.5"},
        {0.1, "0.1"},
        {646515, "646515"},
        {2.5e9, "2500000000"},
        {1.0 / 3, "0.3333333333333333"},
        {5.647e-07, "5.647e-07"},
        {1e300, "1e+300"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[JSON_NUMBER_SIZE];
        json_number_text(cases[i].value, text);
        assert_string_equal(text, cases[i].text);
        assert_true(strtod(text, NULL) == cases[i].value);
    }
}

static void value_without_key(void *context)
{
    json_integer(context, 1);
}

static void key_in_array(void *context)
{
    json_key(context, "a");
}

static void pieces_out_of_order_abort(void **state)
{
    (void)state;
    struct written object, array;
    begin(&object);
    json_open_object(&object.json);
    assert_true(aborts(value_without_key, &object.json));
    json_close(&object.json);
    expect(&object, "{}\n");
    begin(&array);
    json_open_array(&array.json);
    assert_true(aborts(key_in_array, &array.json));
    json_close(&array.json);
    expect(&array, "[]\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(containers_nest),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(bytes_that_are_not_utf8_are_replaced),
        cmocka_unit_test(what_is_no_number_is_null),
        cmocka_unit_test(numbers_read_back_as_they_were),
        cmocka_unit_test(pieces_out_of_order_abort),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
