/* hessian.h -- the Hessian of all samples. */
#ifndef FED_HESSIAN_H
#define FED_HESSIAN_H

#include "problem/problem.h"

/* The Hessian of the smooth part, p x p; eta is NULL or what fed_problem_keep kept at theta. */
void fed_problem_hessian(const fed_problem *problem, fed_team *team, const double *theta,
                         const double *eta, double *hessian);

#endif
