/* factor.h -- proximal steps where the gradient is affine: (I + eta H) step = -eta grad(x), with
 * the factor kept from round to round. */
#ifndef FED_ALGORITHMS_LOCAL_FACTOR_H
#define FED_ALGORITHMS_LOCAL_FACTOR_H

#include "algorithms/local/prox.h"

/* The step of an affine gradient. side: fed_prox_side(problem, n). */
size_t fed_prox_side(const fed_problem *problem, size_t n);
bool fed_prox_affine(const fed_run *run, const fed_batch *batch, double *factor, double *made_for,
                     double *x, double *computed, double *work);

#endif
