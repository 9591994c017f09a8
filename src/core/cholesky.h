/* cholesky.h -- A = LL' by tiles, for matrices of up to some hundred rows. */
#ifndef FED_CHOLESKY_H
#define FED_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

/* L over the lower triangle by rows; the other is not read. False if A is not positive definite. */
bool fed_cholesky_tiles(size_t n, double *a, size_t lda);

#endif
