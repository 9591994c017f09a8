/* pivots.h -- samples and probes chosen one after the other, each the farthest from what those
 * before it span. */
#ifndef FED_PIVOTS_H
#define FED_PIVOTS_H

#include "algorithms/lowrank/weights.h"

/* Rows of A (n x m, overwritten) by Gram-Schmidt with pivoting: at most `most`, until what is left
 * of every row is no longer than `tolerance` times the longest at the start. Returns how many. */
size_t fed_pivots(size_t n, size_t m, double *a, size_t most, double tolerance, size_t *chosen);

/* With algorithm.adapt the server's samples, and with them the rank; with design = "pivoted" the
 * probes among those drawn. low->tried counts those. */
fed_status fed_lowrank_pivot(fed_run *run, fed_lowrank *low);

#endif
