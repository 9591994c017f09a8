/* words.c -- a sorted set of words. */
#include "datasets/words.h"

#include <string.h>

static int compare(const char *word, const char *text, size_t length)
{
    const int order = strncmp(word, text, length);

    return order != 0 ? order : strlen(word) > length; /* it may be shorter: the text has a zero */
}

/* Where the word is or would be. */
static size_t place(const fed_words *words, const char *text, size_t length)
{
    size_t low = 0, high = words->count;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (compare(words->word[middle], text, length) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t fed_words_find(const fed_words *words, const char *text, size_t length)
{
    const size_t at = place(words, text, length);

    return at < words->count && compare(words->word[at], text, length) == 0 ? at : words->count;
}

fed_status fed_words_add(fed_arena *arena, fed_words *words, const char *text, size_t length,
                         size_t most, fed_error *error)
{
    const size_t at = place(words, text, length);
    const char *copy;

    if (at < words->count && compare(words->word[at], text, length) == 0)
        return FED_OK;
    if (words->count == most) {
        words->full = true;
        return FED_OK;
    }
    if (words->count == words->room) {
        const size_t room = words->room == 0 ? 8 : 2 * words->room;
        const char **word = FED_ARRAY(arena, room, const char *);

        if (word == NULL)
            return fed_nomem(error);
        if (words->count > 0)
            memcpy(word, words->word, words->count * sizeof *word);
        words->word = word;
        words->room = room;
    }
    if ((copy = fed_sprintf(arena, "%.*s", (int)length, text)) == NULL)
        return fed_nomem(error);
    memmove(words->word + at + 1, words->word + at, (words->count - at) * sizeof *words->word);
    words->word[at] = copy;
    words->count++;
    return FED_OK;
}
