/* alias.h -- items drawn in proportion to their weights, with replacement, in a constant number of
 * steps: Walker's table. */
#ifndef FED_ALIAS_H
#define FED_ALIAS_H

#include "core/arena.h"
#include "core/rng.h"

#include <stdbool.h>

typedef struct fed_alias_cell {
    double own;   /* the chance of the cell's own item, */
    size_t other; /*   and the item of the rest */
} fed_alias_cell;

typedef struct fed_alias {
    size_t items;
    double total; /* of the weights; nothing is drawn unless it is above 0 */
    bool plain;   /* every draw is the cell's own item: weights are all the same */
    fed_alias_cell *cell;
} fed_alias;

/* false without memory */
bool fed_alias_fill(fed_alias *alias, fed_arena *arena, size_t items, const double *weight);
/* As many at once as do not wait for one another. */
enum { FED_ALIAS_DRAWS = 16 };
void fed_alias_draw(const fed_alias *alias, fed_rng *rng, size_t item[FED_ALIAS_DRAWS]);

#endif
