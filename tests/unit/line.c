/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One cache line: hits, transfers from the nearest copy, who is next. */
#include "models/hardware/line.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

enum { SOCKETS = 4, CORES_PER_SOCKET = 4, CORES = SOCKETS * CORES_PER_SOCKET };

static struct machine_params machine_of(enum arbitration arbitration)
{
    return (struct machine_params){
        .sockets = SOCKETS,
        .cores_per_socket = CORES_PER_SOCKET,
        .line_in_socket_ps = 47000,
        .line_between_sockets_ps = 350000,
        .line_arbitration = arbitration,
    };
}

struct bench {
    struct line line;
    uint64_t copies[1];
    struct line_socket socket[SOCKETS];
    struct line_request request[CORES];
    struct machine_params machine;
};

static void set_up(struct bench *bench, enum arbitration arbitration)
{
    *bench = (struct bench){.machine = machine_of(arbitration)};
    bench->line = (struct line){.copies = bench->copies, .socket = bench->socket, .holder_socket = LINE_NOBODY};
    for (int32_t i = 0; i < CORES; i++)
        bench->request[i] = (struct line_request){.cpu = i, .core = i, .socket = i / CORES_PER_SOCKET};
}

static bool ask(struct bench *bench, int core, bool own)
{
    bench->request[core].own = own;
    return line_arrive(&bench->line, &bench->request[core]);
}

/* Ends the service under way, of which it returns the time; all local reads are then answered. */
static int64_t serve(struct bench *bench, int core)
{
    assert_ptr_equal(bench->line.serving, &bench->request[core]);
    int64_t ps = line_transfer_ps(&bench->line, &bench->machine);
    line_complete(&bench->line, &bench->machine);
    for (struct line_request *read; (read = line_take_local(&bench->line));)
        assert_true(line_complete_local(&bench->line, read));
    line_next(&bench->line, &bench->machine);
    return ps;
}

static void transfer_comes_from_the_nearest_copy(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench, ARBITRATION_FIRST_COME);
    assert_true(ask(&bench, 0, true));
    serve(&bench, 0);
    assert_true(line_hit(&bench.line, 0, true));
    assert_false(line_hit(&bench.line, 1, false));
    /* Socket 1 fetches it from socket 0; then core 5 finds it in its own socket. */
    ask(&bench, 4, false);
    assert_int_equal(serve(&bench, 4), 350000);
    bench.request[5].own = false;
    assert_true(line_is_local(&bench.line, &bench.request[5]));
    assert_true(line_complete_local(&bench.line, &bench.request[5]));
    /* Core 0 has a copy still, but is not alone: to write it must take the others' away, from socket 1 too. */
    assert_true(line_hit(&bench.line, 0, false));
    assert_false(line_hit(&bench.line, 0, true));
    ask(&bench, 0, true);
    assert_int_equal(serve(&bench, 0), 350000);
    assert_false(line_hit(&bench.line, 4, false));
    /* Now socket 0 alone has it: a write by its core 1 stays inside. */
    ask(&bench, 1, true);
    assert_int_equal(serve(&bench, 1), 47000);
}

static void reads_of_a_socket_share_one_transfer(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench, ARBITRATION_FIRST_COME);
    ask(&bench, 0, true);
    serve(&bench, 0);
    assert_true(ask(&bench, 4, false));
    for (int core = 5; core < 8; core++)
        assert_false(ask(&bench, core, false));
    assert_false(ask(&bench, 8, false));
    serve(&bench, 4); /* answers 5 to 7 */
    for (int core = 4; core < 8; core++)
        assert_true(line_hit(&bench.line, core, false));
    assert_ptr_equal(bench.line.serving, &bench.request[8]);
}

static void local_read_that_lost_its_copy_starts_anew(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench, ARBITRATION_FIRST_COME);
    ask(&bench, 4, true);
    serve(&bench, 4);
    bench.request[5].own = false;
    assert_true(line_is_local(&bench.line, &bench.request[5])); /* on its way ... */
    ask(&bench, 0, true);
    serve(&bench, 0); /* ... when socket 0 takes the line */
    assert_false(line_complete_local(&bench.line, &bench.request[5]));
}

static void writes_go_before_reads_and_each_kind_in_order(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench, ARBITRATION_FIRST_COME);
    ask(&bench, 0, true);
    ask(&bench, 4, false);
    ask(&bench, 8, false);
    ask(&bench, 12, true);
    ask(&bench, 1, true);
    serve(&bench, 0);
    serve(&bench, 12);
    serve(&bench, 1);
    serve(&bench, 4);
    serve(&bench, 8);
    assert_null(bench.line.serving);
}

static void same_socket_first_when_asked_for(void **state)
{
    (void)state;
    struct bench bench;
    set_up(&bench, ARBITRATION_SAME_SOCKET);
    ask(&bench, 0, true);
    ask(&bench, 12, true);
    ask(&bench, 1, true);
    serve(&bench, 0);
    serve(&bench, 1); /* before 12, which came first */
    serve(&bench, 12);
    assert_null(bench.line.serving);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transfer_comes_from_the_nearest_copy),
        cmocka_unit_test(reads_of_a_socket_share_one_transfer),
        cmocka_unit_test(local_read_that_lost_its_copy_starts_anew),
        cmocka_unit_test(writes_go_before_reads_and_each_kind_in_order),
        cmocka_unit_test(same_socket_first_when_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
