/* objective.h -- the parts of a problem its own files share. */
#ifndef FED_OBJECTIVE_H
#define FED_OBJECTIVE_H

#include "problem/pass.h"

/* fed_problem_value by a pass over the data, whatever other form there is. */
double fed_objective_pass(const fed_problem *problem, fed_team *team, const double *theta,
                          double *grad);

/* The objective: sum w_m L_m (+ the server's samples) + l1 |theta|_1; grad (of the smooth part) may
 * be NULL. The bits do not depend on the team. */
double fed_problem_value(const fed_problem *problem, fed_team *team, const double *theta,
                         double *grad);
/* The same at several points, with the fraction of misclassified training samples, in one pass; NAN
 * for regression. The bits of each are those it has alone. */
void fed_problem_measure(const fed_problem *problem, fed_team *team, size_t count,
                         const double *const *theta, double *const *grad, double *value,
                         double *wrong);
/* The same, and the outputs at theta, which the Hessian there can use: fed_outputs_kept of them,
 * which may be 0. */
double fed_problem_keep(const fed_problem *problem, fed_team *team, const double *theta,
                        double *grad, double *eta);
size_t fed_outputs_kept(const fed_problem *problem);

#endif
