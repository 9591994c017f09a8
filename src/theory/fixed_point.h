/* fixed_point.h -- fixed points of the rounds' map, and its high powers. */
#ifndef FED_THEORY_FIXED_POINT_H
#define FED_THEORY_FIXED_POINT_H

#include "theory/affine.h"

/* x = a^+ v, with start's part in the null space of a; the eigenvalues of a, which becomes its
 * eigenvectors, are left in `values`, increasing. */
bool fed_affine_solve(size_t p, double *a, const double *v, const double *start, double *values,
                      double *x);
/* Where the iterates go: *converges is false where they go nowhere. a and values: as
 * fed_affine_solve leaves them. */
fed_status fed_affine_limit(fed_run *run, const fed_affine *affine, double *a, double *values,
                            double *x, bool *converges);
/* The iterate after 2^doublings rounds from `start`, by squaring the map. */
fed_status fed_affine_power(fed_run *run, const fed_affine *affine, int doublings,
                            const double *start, double *x);

#endif
