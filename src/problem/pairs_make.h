/* pairs_make.h -- for every code its samples, those with fewer codes before it first. */
#ifndef FED_PAIRS_MAKE_H
#define FED_PAIRS_MAKE_H

#include "problem/codes.h"
#include "problem/codes_find.h"

/* From the codes as they were found and the rows as they are written; false without memory. */
bool fed_pairs_make(fed_arena *arena, fed_arena *scratch, const fed_code_search *s,
                    const fed_codes *codes, fed_pairs *pairs);

#endif
