/* cholesky.h -- A = LL' by tiles, for matrices of up to some hundred rows. */
#ifndef FED_CHOLESKY_H
#define FED_CHOLESKY_H

#include "core/team.h"

#include <stddef.h>

/* L over the lower triangle by rows; the other is not read. False if A is not positive definite.
 * The bits are the same with a team and without, which is NULL. */
bool fed_cholesky_tiles(fed_team *team, size_t n, double *a, size_t lda);

#endif
