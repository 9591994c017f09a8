/* solver.h -- Cholesky of the server's normal matrix, dependent rows left out. */
#ifndef FED_IPM_SOLVER_H
#define FED_IPM_SOLVER_H

#include "ipm/ipm.h"

/* Factors ipm->matrix (lower triangle) in place, scaled to a unit diagonal; the first time rows that
 * depend on others are found and dropped: their multipliers stay as they are. False: not positive
 * definite even with a small diagonal added. */
bool fed_normal_factor(fed_ipm *ipm);
/* x = (A W A')^-1 b; x may be b */
void fed_normal_solve(const fed_ipm *ipm, const double *b, double *x);

#endif
