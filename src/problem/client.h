/* client.h -- a client's loss and its derivatives, by whichever form of the data is there. */
#ifndef FED_PROBLEM_CLIENT_H
#define FED_PROBLEM_CLIENT_H

#include "problem/problem.h"

/* L_m(theta) with scale and l2 (the smooth part), its gradient, Hessian-vector product, Hessian. */
double fed_client_value(const fed_problem *problem, size_t client, const double *theta,
                        double *work);
void fed_client_gradient(const fed_problem *problem, size_t client, const double *theta,
                         double *grad, double *work);
void fed_client_hvp(const fed_problem *problem, size_t client, const double *theta, const double *v,
                    double *out, double *work);
/* Asks for what a client's gradient reads first: it may lie anywhere. */
void fed_client_fetch(const fed_problem *problem, size_t client);
void fed_client_hessian(const fed_problem *problem, size_t client, const double *theta,
                        double *hessian, double *work);
/* scale/divisor times the summed gradients of the rows, plus l2 theta. */
void fed_batch_gradient(const fed_problem *problem, const size_t *rows, size_t n, double divisor,
                        const double *theta, double *grad, double *work);

#endif
