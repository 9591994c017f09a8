/* arena.h -- memory that lives and dies together: each stage carves its arrays from one arena. */
#ifndef FED_ARENA_H
#define FED_ARENA_H

#include <stddef.h>

typedef struct fed_arena {
    struct fed_arena_block *blocks; /* newest first */
} fed_arena;

/* Zeroed, 64-byte aligned room for count elements of size bytes; NULL when there is none (or the
 * product overflows). Every block is padded by 64 bytes so that vector loads may run past the end.
 */
void *fed_alloc(fed_arena *arena, size_t count, size_t size);
char *fed_strdup(fed_arena *arena, const char *text);
char *fed_sprintf(fed_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* An array of count elements with room for one more: the same, or a copy twice as large. Every
 * element is added through this; NULL with count 0 is an empty array. */
void *fed_grow(fed_arena *arena, void *items, size_t count, size_t size);

/* Bytes that it has taken. */
size_t fed_arena_bytes(const fed_arena *arena);

/* Frees everything; the arena may be used again. NULL and empty are fine. */
void fed_arena_free(fed_arena *arena);

#define FED_NEW(arena, type) ((type *)fed_alloc(arena, 1, sizeof(type)))
#define FED_ARRAY(arena, count, type) ((type *)fed_alloc(arena, count, sizeof(type)))

#endif
