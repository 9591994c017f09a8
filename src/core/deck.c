/* deck.c -- draw k exchanges place k with a place from k on; the table of places that changed is
 * hashed and never more than half full. */
#include "core/deck.h"

#include <string.h>

bool fed_deck_make(fed_deck *deck, fed_arena *arena, size_t cards, size_t most)
{
    *deck = (fed_deck){.cards = cards, .entries = 2, .shift = 63};
    while (deck->entries < 2 * most) {
        deck->entries *= 2;
        deck->shift--;
    }
    deck->changed = FED_ARRAY(arena, deck->entries, fed_deck_place);
    return deck->changed != NULL;
}

void fed_deck_gather(fed_deck *deck)
{
    memset(deck->changed, 0, deck->entries * sizeof *deck->changed);
    deck->drawn = 0;
}

/* The entry of a place, or the empty one that would be it. */
static fed_deck_place *find(const fed_deck *deck, size_t place)
{
    size_t at = (size_t)((uint64_t)place * UINT64_C(0x9E3779B97F4A7C15) >> deck->shift);

    while (deck->changed[at].number != 0 && deck->changed[at].number != place + 1)
        at = (at + 1) & (deck->entries - 1);
    return &deck->changed[at];
}

static size_t card_of(const fed_deck_place *entry, size_t place)
{
    return entry->number != 0 ? entry->card : place;
}

size_t fed_deck_draw(fed_deck *deck, fed_rng *rng)
{
    const size_t k = deck->drawn++, place = k + (size_t)fed_rng_below(rng, deck->cards - k);
    const size_t first = card_of(find(deck, k), k); /* place k is not looked at again */
    fed_deck_place *entry = find(deck, place);
    const size_t card = card_of(entry, place);

    *entry = (fed_deck_place){(uint32_t)place + 1, (uint32_t)first};
    return card;
}
