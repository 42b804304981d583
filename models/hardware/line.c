/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/hardware/line.h"

#include <stddef.h>
#include <string.h>

static void queue_add(struct line_queue *queue, struct line_request *request)
{
    request->next = NULL;
    if (queue->last)
        queue->last->next = request;
    else
        queue->first = request;
    queue->last = request;
}

static struct line_request *queue_take(struct line_queue *queue, struct line_request *before,
                                       struct line_request *request)
{
    if (before)
        before->next = request->next;
    else
        queue->first = request->next;
    if (queue->last == request)
        queue->last = before;
    return request;
}

bool line_arrive(struct line *line, struct line_request *request)
{
    struct line_socket *socket = &line->socket[request->socket];
    if (!request->own && socket->asks) {
        queue_add(&socket->reads, request);
        return false;
    }
    socket->asks |= !request->own;
    if (!line->serving) {
        line->serving = request;
        return true;
    }
    queue_add(request->own ? &line->writes : &line->reads, request);
    return false;
}

/* From the requester's own socket when the content is there; an owner must also take away all copies elsewhere. */
static bool in_socket(const struct line *line, const struct line_request *request)
{
    int32_t here = line->socket[request->socket].copies;
    if (line->copy_count == 0)
        return line->holder_socket == LINE_NOBODY || line->holder_socket == request->socket;
    return request->own ? here == line->copy_count : here > 0;
}

int64_t line_transfer_ps(const struct line *line, const struct machine_params *machine)
{
    return in_socket(line, line->serving) ? machine->line_in_socket_ps : machine->line_between_sockets_ps;
}

static void add_copy(struct line *line, const struct line_request *request)
{
    if (line_has_copy(line, request->core))
        return;
    line->copies[request->core / 64] |= (uint64_t)1 << (request->core % 64);
    line->socket[request->socket].copies++;
    line->copy_count++;
}

static void drop_copies(struct line *line, const struct machine_params *machine)
{
    size_t words = (size_t)(machine->sockets * machine->cores_per_socket + 63) / 64;
    memset(line->copies, 0, words * sizeof *line->copies);
    for (int64_t i = 0; i < machine->sockets; i++)
        line->socket[i].copies = 0;
    line->copy_count = 0;
}

/* The socket's read that waits among the others joins those that wait for its answer: a write has brought the line. */
static void answer_waiting_read(struct line *line, int32_t number)
{
    struct line_request *before = NULL;
    for (struct line_request *at = line->reads.first; at; before = at, at = at->next)
        if (at->socket == number) {
            queue_add(&line->socket[number].reads, queue_take(&line->reads, before, at));
            return;
        }
}

void line_complete(struct line *line, const struct machine_params *machine)
{
    const struct line_request *request = line->serving;
    struct line_socket *socket = &line->socket[request->socket];
    if (request->own)
        drop_copies(line, machine);
    add_copy(line, request);
    line->holder_socket = request->socket;
    line->serving = NULL;
    if (request->own && socket->asks)
        answer_waiting_read(line, request->socket);
    socket->asks = false;
}

struct line_request *line_take_local(struct line *line)
{
    struct line_queue *reads = &line->socket[line->holder_socket].reads;
    return reads->first ? queue_take(reads, NULL, reads->first) : NULL;
}

static struct line_request *pick_next(struct line *line, enum arbitration arbitration)
{
    struct line_queue *queue = line->writes.first ? &line->writes : &line->reads;
    struct line_request *before = NULL;
    if (arbitration == ARBITRATION_SAME_SOCKET)
        for (struct line_request *at = queue->first; at; before = at, at = at->next)
            if (at->socket == line->holder_socket)
                return queue_take(queue, before, at);
    return queue->first ? queue_take(queue, NULL, queue->first) : NULL;
}

struct line_request *line_next(struct line *line, const struct machine_params *machine)
{
    line->serving = pick_next(line, machine->line_arbitration);
    return line->serving;
}

bool line_complete_local(struct line *line, const struct line_request *request)
{
    if (line->socket[request->socket].copies == 0)
        return false;
    add_copy(line, request);
    return true;
}
