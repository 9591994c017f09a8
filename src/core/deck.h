/* deck.h -- cards 0, 1, ..., n-1, of which a few are drawn without replacement: a shuffle by Fisher
 * and Yates that remembers only the places that changed. */
#ifndef FED_DECK_H
#define FED_DECK_H

#include "core/arena.h"
#include "core/rng.h"

#include <stdbool.h>

/* A place that does not hold the card of its number. */
typedef struct fed_deck_place {
    uint32_t number; /* + 1; 0: this entry is empty */
    uint32_t card;
} fed_deck_place;

typedef struct fed_deck {
    size_t cards, drawn;
    size_t entries; /* of the table of changed places, a power of two */
    unsigned shift; /* 64 - log2(entries) */
    fed_deck_place *changed;
} fed_deck;

/* Room for `most` draws from less than 2^32 - 1 cards; false without memory. */
bool fed_deck_make(fed_deck *deck, fed_arena *arena, size_t cards, size_t most);
/* All cards are back, in order. */
void fed_deck_gather(fed_deck *deck);
/* The next card, `most` times at most. */
size_t fed_deck_draw(fed_deck *deck, fed_rng *rng);

#endif
