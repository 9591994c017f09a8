/* curvature.h -- bounds mu <= curvature <= L of the clients' losses, for rates and their
 * conditions. */
#ifndef FED_CURVATURE_H
#define FED_CURVATURE_H

#include "problem/problem.h"

/* Of all clients together: the least and the largest eigenvalue of their Hessians, exactly for
 * affine gradients; otherwise phi'' lies between 0 and the loss's bound (L is infinite without
 * one), and only the penalty bounds from below. mu may be NULL, which spares most of the
 * eigenvalues. */
fed_status fed_problem_curvature(const fed_problem *problem, fed_team *team, double *mu,
                                 double *smoothness, fed_error *error);

/* At the price of a pass over the data: the client whose samples are longest and the largest
 * eigenvalue of its Hessian, of a loss of products x'theta with bounded phi''. */
fed_status fed_problem_steepest(const fed_problem *problem, fed_team *team, size_t *client,
                                double *most, fed_error *error);

#endif
