/* penalty.h -- what l2 and l1 add, over the parameters the model lets be penalised. */
#ifndef FED_PENALTY_H
#define FED_PENALTY_H

#include "problem/problem.h"

/* l2/2 |theta|^2: value, gradient (written); the gradient and the Hessian (added) for any l2. */
double fed_penalty_value(const fed_problem *problem, const double *theta);
void fed_penalty_gradient(const fed_problem *problem, const double *theta, double *out);
void fed_penalty_scaled(const fed_problem *problem, double l2, const double *theta, double *out);
void fed_penalty_hessian(const fed_problem *problem, double l2, double *hessian, size_t ld);
/* |theta|_1 */
double fed_penalty_norm(const fed_problem *problem, const double *theta);

#endif
