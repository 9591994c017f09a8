/* tiles.h -- products of rows, four by four, which stay in registers. */
#ifndef FED_TILES_H
#define FED_TILES_H

#include "core/simd.h"

enum { FED_TILE = 4 };

/* sum[c][r]: over the columns before j, a multiple of 4, of row i + r times row j + c. */
void fed_tile_sum(const double *a, size_t lda, size_t i, size_t j, fed_v4 *sum);
/* The same, bit for bit, of the rows i..i+3 and of the four behind, sum[4..7]. */
void fed_tile_sum_two(const double *a, size_t lda, size_t i, size_t j, fed_v4 *sum);

#endif
