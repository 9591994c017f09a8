/* contraction.h -- the spectral radius of the operator by which Network Gradient Descent contracts.
 */
#ifndef FED_THEORY_CONTRACTION_H
#define FED_THEORY_CONTRACTION_H

#include "theory/efficiency.h"

/* *radius is NAN where the operator takes everything to zero or beyond all numbers; false when
 * LAPACK finds no eigenvalues. */
bool fed_contraction_radius(const fed_graph *graph, size_t p, double alpha, const double *hessian,
                            double *room, double *radius);

#endif
