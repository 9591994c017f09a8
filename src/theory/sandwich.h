/* sandwich.h -- the covariance of an M-estimator, H^-1 J H^-1. */
#ifndef FED_SANDWICH_H
#define FED_SANDWICH_H

#include "problem/problem.h"

/* covariance (p x p): H the objective's Hessian at theta, J the sum over samples of their score's
 * outer product, each score times the sample's weight in the objective. *regular is false when H is
 * not positive definite. */
fed_status fed_sandwich(const fed_problem *problem, const double *theta, double *covariance,
                        bool *regular, fed_error *error);

#endif
