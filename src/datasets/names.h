/* names.h -- words numbered in the order they come, found again by hashing. */
#ifndef FED_NAMES_H
#define FED_NAMES_H

#include "core/arena.h"
#include "core/status.h"

#include <stdbool.h>

typedef struct fed_names {
    size_t count, slots; /* slots: a power of two, at least twice the most */
    const char **word;   /* by number; the caller's text */
    size_t *slot;        /* number + 1, 0 when empty */
} fed_names;

fed_status fed_names_init(fed_arena *arena, size_t most, fed_names *names, fed_error *error);
bool fed_names_find(const fed_names *names, const char *word, size_t *number);
fed_status fed_names_add(fed_names *names, const char *word, size_t *number, bool *is_new,
                         fed_error *error);

#endif
