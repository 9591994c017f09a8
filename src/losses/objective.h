/* objective.h -- the parts of a problem its own files share. */
#ifndef FED_OBJECTIVE_H
#define FED_OBJECTIVE_H

#include "losses/loss.h"

/* l2/2 |theta|^2 without the intercepts: value, gradient (written), Hessian (added, p x p). */
double fed_penalty_value(const fed_problem *problem, const double *theta);
void fed_penalty_gradient(const fed_problem *problem, const double *theta, double *out);
void fed_penalty_hessian(const fed_problem *problem, double *hessian);

/* fed_problem_value by a pass over the data, whatever other form there is. */
double fed_objective_pass(const fed_problem *problem, const double *theta, double *grad, double *const *work,
                          int threads);

/* labels.c: the responses as the loss wants them, and how many classes they are. */
fed_status fed_labels_map(fed_arena *arena, const fed_dataset *data, fed_problem *problem, fed_error *error);

/* optimum.c: sets optimum and optimum_value where the minimiser exists, is unique and can be found. */
fed_status fed_optimum_find(fed_arena *arena, fed_problem *problem, double *const *work, int threads,
                            fed_error *error);

/* errors.c: doubles of scratch */
size_t fed_errors_work(const fed_problem *problem);

#endif
