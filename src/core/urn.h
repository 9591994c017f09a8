/* urn.h -- items with weights, drawn in proportion to them without replacement and put back: a tree
 * of sums, whose bits are the same after every round of that. */
#ifndef FED_URN_H
#define FED_URN_H

#include "core/arena.h"
#include "core/rng.h"

#include <stdbool.h>

enum { FED_URN_FAN = 16, FED_URN_LEVELS = 16 };

typedef struct fed_urn {
    size_t levels; /* sum[0] holds the items, sum[levels-1] the total alone */
    size_t count[FED_URN_LEVELS];
    double *sum[FED_URN_LEVELS]; /* each of FED_URN_FAN below it */
} fed_urn;

/* false without memory */
bool fed_urn_fill(fed_urn *urn, fed_arena *arena, size_t items, const double *weight);
/* An item, which is then out; SIZE_MAX when no weight is left. */
size_t fed_urn_draw(fed_urn *urn, fed_rng *rng);
void fed_urn_return(fed_urn *urn, size_t item, double weight);

#endif
