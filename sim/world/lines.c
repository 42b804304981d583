/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests for cache lines, and those who spin on a copy.
 *
 * The CPU being served carries the event; its end picks the next. A spinner has no event: when somebody has owned the line, its
 * copy is stale and it asks for a new one, in drawn order among those of the writer's socket first, then the others.
 */
#include "sim/world/world_private.h"

static void come_after(struct world *world, struct cpu *cpu, int64_t transfer_ps)
{
    charge(world, cpu);
    set_activity(cpu, ACTIVITY_LINE, CAUSE_LINE);
    if (world->watched)
        watch_transfer(world, cpu, transfer_ps != world->machine->line_in_socket_ps);
    agenda_schedule(world->agenda, cpu->slot + SLOT_STEP, true_time_after(world->now, transfer_ps));
}

/* Requests that go before one that has just been put last; later writes may yet come before a read. */
static int64_t requests_before(const struct line *line, const struct line_request *request)
{
    int64_t count = line->serving != NULL;
    for (const struct line_request *at = line->writes.first; at; at = at->next)
        count += at != request;
    for (const struct line_request *at = line->reads.first; !request->own && at && at != request; at = at->next)
        count++;
    return count;
}

void line_request(struct world *world, struct cpu *cpu, struct line_state *line, bool own)
{
    cpu->line = line;
    cpu->request.own = own;
    cpu->line_local = line_is_local(&line->line, &cpu->request);
    if (cpu->line_local) {
        come_after(world, cpu, world->machine->line_in_socket_ps);
    } else if (line_arrive(&line->line, &cpu->request)) {
        come_after(world, cpu, line_transfer_ps(&line->line, world->machine));
    } else {
        charge(world, cpu);
        set_activity(cpu, ACTIVITY_LINE_WAIT, CAUSE_LINE_WAIT);
        agenda_cancel(world->agenda, cpu->slot + SLOT_STEP);
        if (world->watched)
            watch_wait(world, cpu, TRACE_WAIT_LINE, requests_before(&line->line, &cpu->request), 0);
    }
}

/* Starts what has become possible now that a request has been served. */
static void serve_others(struct world *world, struct line_state *line)
{
    struct line_request *request;
    while ((request = line_take_local(&line->line))) {
        struct cpu *cpu = &world->cpu[request->cpu];
        cpu->line_local = true;
        come_after(world, cpu, world->machine->line_in_socket_ps);
    }
    request = line_next(&line->line, world->machine);
    if (request)
        come_after(world, &world->cpu[request->cpu], line_transfer_ps(&line->line, world->machine));
}

bool line_arrived(struct world *world, struct cpu *cpu)
{
    struct line_state *line = cpu->line;
    if (!line)
        return true;
    if (cpu->line_local) {
        if (line_complete_local(&line->line, &cpu->request))
            return true;
        line_request(world, cpu, line, false);
        return false;
    }
    line_complete(&line->line, world->machine);
    serve_others(world, line);
    return true;
}

void spinner_add(struct world *world, struct cpu *cpu, struct line_state *line)
{
    cpu->line = line;
    cpu->next_spinner = line->spinner;
    line->spinner = cpu;
    set_activity(cpu, ACTIVITY_SPIN, CAUSE_SPIN);
    agenda_cancel(world->agenda, cpu->slot + SLOT_STEP);
}

void spinner_remove(struct cpu *cpu)
{
    struct cpu **at = &cpu->line->spinner;
    while (*at != cpu)
        at = &(*at)->next_spinner;
    *at = cpu->next_spinner;
}

static void shuffle(struct cpu **cpus, size_t count, struct stream *stream)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = (size_t)stream_below(stream, i);
        struct cpu *swap = cpus[i - 1];
        cpus[i - 1] = cpus[k];
        cpus[k] = swap;
    }
}

/* Moves the spinners of the writer's socket, or all others, from the list to the scratch array; those whose copy is still
 * good stay when nothing was written. */
static size_t gather(struct line_state *line, int32_t socket, bool same, bool written, struct cpu **into)
{
    size_t count = 0;
    struct cpu **at = &line->spinner;
    while (*at) {
        struct cpu *cpu = *at;
        bool looks = written || !line_hit(&line->line, cpu->core, false);
        if (looks && (cpu->socket == socket) == same) {
            *at = cpu->next_spinner;
            into[count++] = cpu;
        } else {
            at = &cpu->next_spinner;
        }
    }
    return count;
}

static void spinners_look(struct world *world, const struct cpu *writer, struct line_state *line, bool written)
{
    struct stream stream;
    stream_init(&stream, world->key, entity_id(ENTITY_LINE, line->number), PURPOSE_SPINNER_ORDER, line->occasion++);
    size_t near = gather(line, writer->socket, true, written, world->scratch);
    size_t far = gather(line, writer->socket, false, written, world->scratch + near);
    shuffle(world->scratch, near, &stream);
    shuffle(world->scratch + near, far, &stream);
    for (size_t i = 0; i < near + far; i++) {
        struct cpu *cpu = world->scratch[i];
        if (!line_hit(&line->line, cpu->core, false)) {
            line_request(world, cpu, line, false);
            continue;
        }
        /* The writer's own sibling: it sees the store in the core they share. */
        charge(world, cpu);
        cpu->line = NULL;
        set_activity(cpu, ACTIVITY_LINE, CAUSE_LINE);
        agenda_schedule(world->agenda, cpu->slot + SLOT_STEP, world->now);
    }
}

/* After a write, spinners look at once. After a request to own that wrote nothing they only want their copies back, and when
 * the next write is being served already, they would lose them again before they could read anything new. */
void spinners_after_own(struct world *world, const struct cpu *owner, struct line_state *line, bool written)
{
    if (line->spinner && (written || !line->line.serving || !line->line.serving->own))
        spinners_look(world, owner, line, written);
}
