/* sparse.h -- sparse A W A' and its Cholesky factor, row by row along the elimination tree, in the
 * order of AMD. */
#ifndef FED_ALGORITHMS_IPM_SPARSE_H
#define FED_ALGORITHMS_IPM_SPARSE_H

#include "algorithms/ipm/solver.h"

/* The pattern of A A' for sparse columns (n+1 starts, rows); leaves *sparse NULL when a dense
 * factor is cheaper. */
fed_status fed_sparse_analyse(fed_arena *arena, size_t d, size_t n, const size_t *start,
                              const uint32_t *row, fed_sparse **sparse, fed_error *error);
/* Numeric factor of the scaled matrix with `ridge` on its diagonal, and the solve with it; a pivot
 * not above `least` is replaced by one so large that its unknown is 0, and told in dropped where
 * that is not NULL. */
void fed_sparse_factor(fed_sparse *sparse, const double *matrix, const double *scale, double ridge,
                       double least, bool *dropped);
void fed_sparse_solve(const fed_sparse *sparse, const double *b, double *x);
/* out = scaled matrix times v */
void fed_sparse_times(const fed_sparse *sparse, const double *matrix, const double *scale,
                      const double *v, double *out);

#endif
