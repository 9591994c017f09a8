/* alias.c -- Walker's table, filled by Vose's method: cells that weigh less than the mean are
 * topped up by one that weighs more. */
#include "core/alias.h"

#include <stdlib.h>

/* The next cell from `at` on that weighs less than the mean, or does not; items when there is none.
 */
static size_t next(const fed_alias *alias, size_t at, bool less)
{
    while (at < alias->items && (alias->cell[at].own < 1.0) != less)
        at++;
    return at;
}

/* small: the cell to be topped up, large: what it is topped up from; when that sinks below the mean
 * and stands before the next small one, it is the next. What rounding leaves over keeps its cell.
 */
static void top_up(fed_alias *alias)
{
    const size_t items = alias->items;
    size_t at = next(alias, 0, true), small = at, large = next(alias, 0, false);

    while (small < items && large < items) {
        fed_alias_cell *filled = &alias->cell[small], *giver = &alias->cell[large];

        filled->other = large;
        giver->own -= 1.0 - filled->own;
        if (giver->own >= 1.0) {
            small = at = next(alias, at + 1, true);
        } else if (large < at) {
            small = large;
            large = next(alias, large + 1, false);
        } else {
            small = at = next(alias, at + 1, true);
            large = next(alias, large + 1, false);
        }
    }
    for (; large < items; large = next(alias, large + 1, false))
        alias->cell[large].own = 1.0;
}

bool fed_alias_fill(fed_alias *alias, fed_arena *arena, size_t items, const double *weight)
{
    *alias = (fed_alias){items, 0.0, true, FED_ARRAY(arena, items, fed_alias_cell)};
    if (alias->cell == NULL)
        return false;
    for (size_t i = 0; i < items; i++)
        alias->total += weight[i];
    for (size_t i = 0; i < items && alias->total > 0.0; i++)
        alias->cell[i] = (fed_alias_cell){weight[i] / alias->total * (double)items, i};
    if (alias->total > 0.0)
        top_up(alias);
    for (size_t i = 0; i < items; i++)
        alias->plain = alias->plain && (alias->cell[i].own >= 1.0 || alias->cell[i].other == i);
    return true;
}

void fed_alias_draw(const fed_alias *alias, fed_rng *rng, size_t item[FED_ALIAS_DRAWS])
{
    double chance[FED_ALIAS_DRAWS];

    for (size_t k = 0; k < FED_ALIAS_DRAWS; k++) {
        item[k] = (size_t)fed_rng_below(rng, alias->items);
        chance[k] = fed_rng_uniform(rng);
        if (!alias->plain)
            __builtin_prefetch(&alias->cell[item[k]]);
    }
    for (size_t k = 0; !alias->plain && k < FED_ALIAS_DRAWS; k++) {
        const fed_alias_cell *cell = &alias->cell[item[k]];

        item[k] = chance[k] < cell->own ? item[k] : cell->other;
    }
}
