/* arena.c -- a chain of zeroed blocks; small requests share one, large ones have their own. */
#include "core/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64, CHUNK = 1 << 16 };

typedef struct fed_arena_block {
    struct fed_arena_block *next;
    void *room;        /* what calloc gave: zeroed, and untouched when it is large */
    size_t size, used; /* bytes after the header */
} fed_arena_block;

static char *block_data(fed_arena_block *block)
{
    return (char *)block + ALIGN;
}

static fed_arena_block *block_new(size_t size)
{
    char *room = size > SIZE_MAX - 2 * ALIGN ? NULL : calloc(1, size + 2 * ALIGN);
    fed_arena_block *block;

    if (room == NULL)
        return NULL;
    block = (fed_arena_block *)(void *)(room + (ALIGN - (uintptr_t)room % ALIGN));
    block->room = room;
    block->size = size;
    return block;
}

void *fed_alloc(fed_arena *arena, size_t count, size_t size)
{
    fed_arena_block *block = arena->blocks;
    size_t bytes;
    char *room;

    if (size != 0 && count > (SIZE_MAX - 4 * ALIGN) / size)
        return NULL;
    bytes = (count * size + 2 * ALIGN - 1) / ALIGN * ALIGN; /* at least one line of padding */
    if (block == NULL || block->size - block->used < bytes) {
        fed_arena_block *fresh = block_new(bytes > CHUNK / 4 ? bytes : CHUNK);

        if (fresh == NULL)
            return NULL;
        if (block != NULL && bytes > CHUNK / 4) { /* keep filling the shared block */
            fresh->next = block->next;
            block->next = fresh;
        } else {
            fresh->next = block;
            arena->blocks = fresh;
        }
        block = fresh;
    }
    room = block_data(block) + block->used;
    block->used += bytes;
    return room;
}

void *fed_grow(fed_arena *arena, void *items, size_t count, size_t size)
{
    void *more;

    if ((count & (count + 1)) != 0) /* full when 0, 1, 3, 7, ... are there */
        return items;
    more = fed_alloc(arena, 2 * count + 1, size);
    if (more != NULL && items != NULL)
        memcpy(more, items, count * size);
    return more;
}

char *fed_strdup(fed_arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = fed_alloc(arena, size, 1);

    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

char *fed_sprintf(fed_arena *arena, const char *format, ...)
{
    va_list args, again;
    char *text = NULL;
    int length;

    va_start(args, format);
    va_copy(again, args);
    length = vsnprintf(NULL, 0, format, args);
    if (length >= 0 && (text = fed_alloc(arena, (size_t)length + 1, 1)) != NULL)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(args);
    return text;
}

size_t fed_arena_bytes(const fed_arena *arena)
{
    size_t bytes = 0;

    for (const fed_arena_block *block = arena->blocks; block != NULL; block = block->next)
        bytes += block->size;
    return bytes;
}

void fed_arena_free(fed_arena *arena)
{
    fed_arena_block *block, *next;

    if (arena == NULL)
        return;
    for (block = arena->blocks; block != NULL; block = next) {
        next = block->next;
        free(block->room);
    }
    arena->blocks = NULL;
}
