/* words.h -- the distinct words of a column, in increasing order of their bytes. */
#ifndef FED_WORDS_H
#define FED_WORDS_H

#include "core/arena.h"
#include "core/status.h"

#include <stdbool.h>

typedef struct fed_words {
    const char **word;
    size_t count, room;
    bool full; /* more than were asked for are there */
} fed_words;

/* Puts a word in, unless it is there or `most` are; the word is copied to arena. */
fed_status fed_words_add(fed_arena *arena, fed_words *words, const char *text, size_t length,
                         size_t most, fed_error *error);

/* Its number; words->count when it is not there. */
size_t fed_words_find(const fed_words *words, const char *text, size_t length);

#endif
