/* solver.h -- Cholesky of a normal matrix, dependent rows left out. */
#ifndef FED_IPM_SOLVER_H
#define FED_IPM_SOLVER_H

#include "core/arena.h"
#include "core/status.h"

#include <stdbool.h>

typedef struct fed_normal {
    size_t d, rank;  /* rank 0: not known yet */
    double *matrix;  /* d x d, lower triangle; after fed_normal_factor its factor */
    double *scale;   /* d: 1/sqrt of the diagonal */
    double *scratch; /* d x d */
    bool *dropped;   /* d: rows that depend on others */
} fed_normal;

fed_status fed_normal_alloc(fed_arena *arena, size_t d, fed_normal *normal, fed_error *error);
/* Factors the matrix in place, scaled to a unit diagonal. The first time (rank 0) rows that depend on
 * others are found; they are left out then and later. False: not positive definite even with a small
 * diagonal added. */
bool fed_normal_factor(fed_normal *normal);
/* x = matrix^-1 b, 0 where a row is left out; x may be b */
void fed_normal_solve(const fed_normal *normal, const double *b, double *x);
/* x = L'b and x = L b, matrix = LL' */
void fed_normal_root(const fed_normal *normal, bool transposed, const double *b, double *x);

#endif
