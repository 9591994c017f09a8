/* arena.c -- a chain of blocks; small requests share one, each zeroed when it is given out, large
 * ones have their own. */
#include "core/arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef FED_ASAN /* sees what a request has not asked for */
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif
#ifndef FED_ARENA_CHUNK /* 0: a block for every request, so that each of them can fail */
#define FED_ARENA_CHUNK (1 << 16)
#endif

enum { ALIGN = 64, CHUNK = FED_ARENA_CHUNK, HUGE_PAGE = 1 << 21 };

typedef struct fed_arena_block {
    struct fed_arena_block *next;
    void *room;        /* what malloc gave */
    size_t size, used; /* bytes after the header */
    bool shared;       /* by small requests */
} fed_arena_block;

static char *block_data(fed_arena_block *block)
{
    return (char *)block + ALIGN;
}

/* Whole huge pages of a block are asked for: a walk through gigabytes then misses no translations,
 * and a thousandth of the page faults is left. */
static void widen(char *room, size_t size)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t first = ((uintptr_t)room + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    const uintptr_t last = ((uintptr_t)room + size) / HUGE_PAGE * HUGE_PAGE;

    if (first < last)
        (void)madvise((void *)first, last - first, MADV_HUGEPAGE); /* it is only advice */
#else
    (void)room, (void)size;
#endif
}

/* A large block comes zeroed, and untouched, from the system. */
static fed_arena_block *block_new(size_t size, bool shared)
{
    const size_t whole = size + 2 * ALIGN;
    char *room = whole < size ? NULL : shared ? malloc(whole) : calloc(1, whole);
    fed_arena_block *block;

    if (room == NULL)
        return NULL;
    if (size >= 2 * (size_t)HUGE_PAGE)
        widen(room, whole);
    block = (fed_arena_block *)(void *)(room + (ALIGN - (uintptr_t)room % ALIGN));
    *block = (fed_arena_block){.room = room, .size = size, .shared = shared};
    ASAN_POISON_MEMORY_REGION(block_data(block), size);
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
        const bool large = bytes > CHUNK / 4;
        fed_arena_block *fresh = block_new(large ? bytes : CHUNK, !large);

        if (fresh == NULL)
            return NULL;
        if (block != NULL && large) { /* keep filling the shared block */
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
    ASAN_UNPOISON_MEMORY_REGION(room, bytes);
    if (block->shared)
        memset(room, 0, bytes);
    ASAN_POISON_MEMORY_REGION(room + count * size, bytes - count * size);
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
    char *text = NULL, most[256];
    int length;

    va_start(args, format);
    va_copy(again, args);
    length = vsnprintf(most, sizeof most, format, args);
    if (length >= 0 && (text = fed_alloc(arena, (size_t)length + 1, 1)) != NULL) {
        if ((size_t)length < sizeof most)
            memcpy(text, most, (size_t)length + 1);
        else
            vsnprintf(text, (size_t)length + 1, format, again);
    }
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
