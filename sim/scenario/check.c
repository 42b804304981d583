/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What no single key can tell: checks across keys, sections and layers. */
#include "sim/scenario/loader.h"

#include <string.h>

enum { CPUS_MAX = 16384 };

void cost_finish(struct loader *loader, const struct object *cost, const void *before)
{
    struct cost_text *now = cost->base;
    const struct cost_text *earlier = before;
    if (earlier != NULL && object_given(cost, "time") && !object_given(cost, "source"))
        now->source = source_of_change(loader, earlier->source);
}

void task_finish(struct loader *loader, const struct object *task, const void *before)
{
    struct task_text *text = task->base;
    (void)loader, (void)before;
    text->path.name = text->name;
}

static int64_t cpu_count(const struct machine_params *machine)
{
    return machine->sockets * machine->cores_per_socket * machine->threads_per_core;
}

static void check_machine(struct loader *loader)
{
    const struct object *section = &loader->section[SECTION_MACHINE];
    struct machine_params *machine = &loader->scenario->machine;
    if (section->broken || machine->sockets == 0 || cpu_count(machine) == 0)
        return;
    if (cpu_count(machine) > CPUS_MAX)
        mistake_add(loader->mistakes, object_place(section, "cores_per_socket"),
                    "sockets x cores_per_socket x threads_per_core", "%lld logical CPUs are more than %d",
                    (long long)cpu_count(machine), CPUS_MAX);
    if (!object_given(section, "sockets_per_node"))
        machine->sockets_per_node = machine->sockets;
    if (machine->sockets_per_node > machine->sockets)
        mistake_add(loader->mistakes, object_place(section, "sockets_per_node"), NULL,
                    "`sockets_per_node` is more than the machine's %lld sockets", (long long)machine->sockets);
    if (machine->hpet_socket >= machine->sockets)
        mistake_add(loader->mistakes, object_place(section, "hpet_socket"),
                    arena_format(loader->scratch, "sockets are numbered 0 to %lld", (long long)machine->sockets - 1),
                    "the machine has no socket %lld", (long long)machine->hpet_socket);
    bool yield_given = object_given(section, "thread_yield");
    if (!yield_given)
        machine->thread_yield_e6 = 1000000;
    if (!yield_given && machine->threads_per_core == 2)
        mistake_add(loader->mistakes, section->place, object_row(&machine_object, "thread_yield")->help,
                    "`machine.thread_yield` is missing: it is required with two threads per core");
}

/* Places of items are kept as text; the section is the nearest place that mistakes can be shown at. */
static void check_lines(struct loader *loader, enum section owner, const char *key, const struct word_text *word,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i && word[i].line != NULL; k++) {
            if (word[k].line == NULL || strcmp(word[k].line, word[i].line) != 0)
                continue;
            if (word[k].scope != word[i].scope)
                mistake_add(loader->mistakes, object_place(&loader->section[owner], key), NULL,
                            "words `%s` and `%s` share the line `%s` but not the scope", word[k].name, word[i].name,
                            word[i].line);
            break;
        }
    }
}

static void check_tasks(struct loader *loader)
{
    const struct object *section = &loader->section[SECTION_WORKLOAD];
    const struct workload_params *workload = &loader->scenario->workload;
    struct place place = object_place(section, "tasks");
    if (workload->kind != WORKLOAD_TASKS || section->broken || !object_given(section, "tasks"))
        return;
    const struct node *list = section->given[object_row(&workload_object, "tasks") - workload_object.row];
    if (list->kind == NODE_SEQUENCE && list->count == 0)
        mistake_add(loader->mistakes, place, NULL, "there are no tasks");
    int64_t cpus = cpu_count(&loader->scenario->machine);
    for (size_t i = 0; i < workload->task_count; i++) {
        const struct task_text *task = &workload->task[i];
        const struct node *item = list->item[i].value;
        if (task->cpu >= cpus && cpus > 0)
            mistake_add(loader->mistakes, node_find(item, "cpu", NULL)->place,
                        arena_format(loader->scratch, "CPUs are numbered 0 to %lld", (long long)cpus - 1),
                        "the machine has no CPU %lld", (long long)task->cpu);
        for (size_t k = 0; k < i; k++) {
            if (strcmp(workload->task[k].name, task->name) == 0)
                mistake_add(loader->mistakes, node_find(item, "name", NULL)->place, NULL, "a second task `%s`",
                            task->name);
        }
    }
}

static void add_words(struct loader *loader, struct names *names, const struct word_text *word, size_t count,
                      bool only_locks)
{
    for (size_t i = 0; i < count; i++) {
        if (!only_locks || word[i].lock != LOCK_NONE)
            names_add(loader->scratch, names, word[i].name);
    }
}

/* Everything that a reference may name: its owner's, then the kernel's. */
static struct names known_names(struct loader *loader, enum section owner, enum reference_kind kind)
{
    const struct kernel_profile *kernel = &loader->scenario->kernel;
    const struct workload_params *workload = &loader->scenario->workload;
    struct names names = {NULL, 0};
    bool own = owner == SECTION_WORKLOAD;
    switch (kind) {
    case REFERENCE_WORD:
    case REFERENCE_LOCK:
        if (own)
            add_words(loader, &names, workload->word, workload->word_count, kind == REFERENCE_LOCK);
        add_words(loader, &names, kernel->word, kernel->word_count, kind == REFERENCE_LOCK);
        break;
    case REFERENCE_PATH:
        for (size_t i = 0; own && i < workload->task_count; i++)
            names_add(loader->scratch, &names, workload->task[i].name);
        for (size_t i = 0; i < kernel->path_count; i++)
            names_add(loader->scratch, &names, kernel->path[i].name);
        break;
    case REFERENCE_CHANNEL:
        for (size_t i = 0; own && i < workload->channel_count; i++)
            names_add(loader->scratch, &names, workload->channel[i].name);
        for (size_t i = 0; i < kernel->channel_count; i++)
            names_add(loader->scratch, &names, kernel->channel[i].name);
        break;
    case REFERENCE_COST:
        for (size_t i = 0; i < kernel->cost_count; i++)
            names_add(loader->scratch, &names, kernel->cost[i].name);
        break;
    }
    return names;
}

static void check_references(struct loader *loader)
{
    static const char *const what[] = {"word", "lock", "path", "channel", "cost"};
    struct names known[SECTION_COUNT][REFERENCE_COST + 1];
    if (loader->section[SECTION_KERNEL].broken || loader->section[SECTION_KERNEL].place.source == NULL)
        return;
    for (int owner = 0; owner < SECTION_COUNT; owner++) {
        for (int kind = 0; kind <= REFERENCE_COST; kind++)
            known[owner][kind] = known_names(loader, owner, kind);
    }
    for (size_t i = 0; i < loader->reference_count; i++) {
        const struct reference *reference = &loader->reference[i];
        const struct names *names = &known[reference->owner][reference->kind];
        bool found = false;
        for (size_t k = 0; k < names->count && !found; k++)
            found = strcmp(names->name[k], reference->name) == 0;
        if (found)
            continue;
        const char *label = reference->kind == REFERENCE_LOCK ? "words with a `lock`" : "known";
        mistake_add(loader->mistakes, reference->place, suggest_hint(loader->scratch, reference->name, names, label),
                    "there is no %s `%s`", what[reference->kind], reference->name);
    }
}

void scenario_cross_check(struct loader *loader)
{
    const struct scenario *scenario = loader->scenario;
    check_machine(loader);
    check_tasks(loader);
    check_references(loader);
    check_lines(loader, SECTION_KERNEL, "words", scenario->kernel.word, scenario->kernel.word_count);
    check_lines(loader, SECTION_WORKLOAD, "words", scenario->workload.word, scenario->workload.word_count);
}

static void check_neighbour(struct loader *loader, const struct node *set, bool deep)
{
    struct scenario copy = *loader->scenario;
    struct loader trial = *loader;
    trial.scenario = &copy;
    copy.value_source =
        arena_copy_items(loader->scratch, copy.value_source, copy.value_source_count, sizeof *copy.value_source);
    for (size_t i = 0; i < SECTION_COUNT; i++) {
        struct object *section = &trial.section[i];
        section->base = &copy;
        section->given = arena_copy(loader->scratch, section->given, section->type->row_count * sizeof *section->given);
    }
    size_t mistakes = loader->mistakes->all;
    size_t count = set->kind == NODE_SEQUENCE ? set->count : 1;
    for (size_t i = 0; i < count; i++) {
        const struct node *node = set->kind == NODE_SEQUENCE ? set->item[i].value : set;
        if (node->kind == NODE_SCALAR && node->text[0] != '\0')
            setting_apply(&trial, node->text, node->text, node->place);
    }
    /* Looking up every name again is worth its time only when one may have gone. */
    if (copy.kernel.word == loader->scenario->kernel.word && copy.workload.word == loader->scenario->workload.word)
        trial.reference_count = 0;
    if (deep && loader->mistakes->all == mistakes)
        scenario_cross_check(&trial);
}

void neighbours_check(struct loader *loader, const struct node *node, bool deep)
{
    for (size_t i = 0; node != NULL && node->kind == NODE_SEQUENCE && i < node->count; i++) {
        const struct node *claim = node->item[i].value;
        const struct node *list = claim->kind == NODE_MAPPING ? node_find(claim, "neighbours", NULL) : NULL;
        for (size_t k = 0; list != NULL && list->kind == NODE_SEQUENCE && k < list->count; k++) {
            const struct node *neighbour = list->item[k].value;
            const struct node *set = neighbour->kind == NODE_MAPPING ? node_find(neighbour, "set", NULL) : NULL;
            if (set != NULL && set->kind != NODE_MAPPING)
                check_neighbour(loader, set, deep);
        }
    }
}
