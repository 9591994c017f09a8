/* bags.h -- bags of words: of every sample the share of each word, sparse. */
#ifndef FED_BAGS_H
#define FED_BAGS_H

#include "core/arena.h"
#include "core/status.h"
#include "datasets/matrix.h"

/* Sample i has the words word[start[i]] .. word[start[i + 1]], which are sorted, of 0 .. words - 1;
 * UINT32_MAX is no word. A row's entries are counts divided by their sum. */
fed_status fed_bags_make(fed_arena *arena, size_t n, const size_t *start, uint32_t *word,
                         size_t words, fed_matrix *x, fed_error *error);

/* Leaves the `most` most frequent words, numbered anew in their order; of equally frequent ones
 * the first. Others become UINT32_MAX. *words: how many are left. */
fed_status fed_bags_cut(fed_arena *scratch, size_t count, uint32_t *word, size_t most,
                        size_t *words, fed_error *error);

#endif
