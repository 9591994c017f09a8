/* pass.h -- a pass over all samples in fixed chunks. */
#ifndef FED_PASS_H
#define FED_PASS_H

#include "problem/problem.h"

enum { FED_POINTS_MOST = 16 }; /* that a pass has */

/* The objective at several points, its gradients, and the fractions of misclassified samples; grad
 * and wrong may be NULL, eta too: the outputs by sample, of one point. */
void fed_pass_at(const fed_problem *problem, fed_team *team, size_t count,
                 const double *const *theta, double *const *grad, double *value, double *wrong,
                 double *eta);

#endif
