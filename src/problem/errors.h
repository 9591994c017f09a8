/* errors.h -- misclassified samples of many models at once: blocks of samples against all of them.
 */
#ifndef FED_PROBLEM_ERRORS_H
#define FED_PROBLEM_ERRORS_H

#include "problem/objective.h"
#include "problem/problem.h"

/* Doubles of scratch */
size_t fed_errors_work(const fed_problem *problem);
/* How many of n samples' outputs, FED_BLOCK apart, predict another class than theirs. */
double fed_misclassified(const fed_problem *problem, size_t n, const double *eta, const double *y);
/* Fraction of misclassified samples, training or test, mean over the models (models x p); NAN for
 * regression or without a test set. */
double fed_problem_errors(const fed_problem *problem, fed_team *team, bool test,
                          const double *theta, size_t models);

/* The same of a client's own training samples and one model; work: problem->work doubles. */
double fed_client_error(const fed_problem *problem, size_t client, const double *theta,
                        double *work);

#endif
