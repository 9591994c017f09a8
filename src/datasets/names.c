/* names.c -- words numbered in the order they come, found again by hashing (FNV-1a, linear
 * probing). */
#include "datasets/names.h"

#include <stdint.h>
#include <string.h>

fed_status fed_names_init(fed_arena *arena, size_t most, fed_names *names, fed_error *error)
{
    names->count = 0;
    for (names->slots = 16; names->slots < 2 * most + 2;)
        names->slots *= 2;
    names->word = FED_ARRAY(arena, most + 1, const char *);
    names->slot = FED_ARRAY(arena, names->slots, size_t);
    return names->word == NULL || names->slot == NULL ? fed_nomem(error) : FED_OK;
}

/* The word's slot, or the empty one where it belongs. */
static size_t slot_of(const fed_names *names, const char *word)
{
    uint64_t hash = 14695981039346656037u;
    size_t at;

    for (const char *c = word; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    for (at = (size_t)hash & (names->slots - 1); names->slot[at] != 0;
         at = (at + 1) & (names->slots - 1))
        if (strcmp(names->word[names->slot[at] - 1], word) == 0)
            break;
    return at;
}

bool fed_names_find(const fed_names *names, const char *word, size_t *number)
{
    const size_t at = slot_of(names, word);

    if (names->slot[at] == 0)
        return false;
    *number = names->slot[at] - 1;
    return true;
}

fed_status fed_names_add(fed_names *names, const char *word, size_t *number, bool *is_new,
                         fed_error *error)
{
    const size_t at = slot_of(names, word);

    *is_new = names->slot[at] == 0;
    if (*is_new) {
        if (2 * names->count + 2 > names->slots)
            return fed_fail(error, FED_INTERNAL, "more names than there is room for");
        names->word[names->count] = word;
        names->slot[at] = ++names->count;
    }
    *number = names->slot[at] - 1;
    return FED_OK;
}
