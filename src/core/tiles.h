/* tiles.h -- products of rows, four by four, which stay in registers. */
#ifndef FED_TILES_H
#define FED_TILES_H

#include "core/simd.h"

enum { FED_TILE = 4 };

/* sum[c][r]: over the columns before j, a multiple of 4, of row i + r times row j + c. Of two tiles
 * the second, whose rows are the four behind, goes to sum[4..7], bit for bit as if it were alone.
 */
void fed_tile_sum(const double *a, size_t lda, size_t i, size_t j, size_t tiles, fed_v4 *sum);

#endif
