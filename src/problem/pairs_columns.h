/* pairs_columns.h -- the last step of X'WX by codes: from rows of codes to rows of columns. */
#ifndef FED_PAIRS_COLUMNS_H
#define FED_PAIRS_COLUMNS_H

#include "problem/pairs.h"

/* Numbers from a row of G X to the next: whole cache lines, an odd number of them, so that what
 * stands below each other is not in the same places of the cache. */
size_t fed_pairs_stride(size_t p);
/* out = unit (M + M'), p x p, M = E'half. half: of every code, p numbers and finite ones behind; it
 * is overwritten */
void fed_pairs_columns(const fed_pairs *pairs, fed_team *team, size_t count, double *half,
                       double unit, double *out);

#endif
