/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/scenario/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 64 * 1024 };

struct block {
    struct block *older;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

struct scenario_arena {
    struct block *newest;
};

struct scenario_arena *arena_create(void)
{
    struct scenario_arena *arena = calloc(1, sizeof *arena);
    ensure(arena != NULL);
    return arena;
}

void arena_destroy(struct scenario_arena *arena)
{
    if (arena == NULL)
        return;
    for (struct block *block = arena->newest, *older; block != NULL; block = older) {
        older = block->older;
        free(block);
    }
    free(arena);
}

void *arena_allocate(struct scenario_arena *arena, size_t size)
{
    ensure(size <= SIZE_MAX / 2);
    size = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    struct block *block = arena->newest;
    if (block == NULL || block->size - block->used < size) {
        size_t block_size = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        block = calloc(1, sizeof *block + block_size);
        ensure(block != NULL);
        block->size = block_size;
        block->older = arena->newest;
        arena->newest = block;
    }
    void *memory = block->bytes + block->used;
    block->used += size;
    return memory;
}

void *arena_copy(struct scenario_arena *arena, const void *bytes, size_t size)
{
    void *copy = arena_allocate(arena, size);
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

char *arena_text(struct scenario_arena *arena, const char *text, size_t length)
{
    char *copy = arena_allocate(arena, length + 1);
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *arena_format_list(struct scenario_arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    ensure(length >= 0);
    char *text = arena_allocate(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *arena_format(struct scenario_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = arena_format_list(arena, format, arguments);
    va_end(arguments);
    return text;
}

void *arena_copy_items(struct scenario_arena *arena, const void *items, size_t count, size_t item_size)
{
    size_t room = 1;
    while (room < count)
        room *= 2;
    void *copy = arena_allocate(arena, room * item_size);
    if (count > 0)
        memcpy(copy, items, count * item_size);
    return copy;
}

void *arena_grow(struct scenario_arena *arena, void *items, size_t count, size_t item_size)
{
    /* Capacities are 1, 2, 4, ...: full exactly when the count is 0 or a power of two. */
    if ((count & (count - 1)) != 0)
        return items;
    void *larger = arena_allocate(arena, (count == 0 ? 1 : 2 * count) * item_size);
    if (count > 0)
        memcpy(larger, items, count * item_size);
    return larger;
}
