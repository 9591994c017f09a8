/* stable.h -- where Network Gradient Descent of constant rate settles. */
#ifndef FED_STABLE_H
#define FED_STABLE_H

#include "graphs/graph.h"
#include "problem/problem.h"

/* theta (clients x p) solves theta_m = u_m - alpha grad L_m(u_m), u = W theta, for a smooth loss:
 * by Newton's method from the theta handed in, exactly where gradients are affine. *unique is
 * false, and theta undefined, when the system is singular to working precision or no solution was
 * found. The linear systems are solved along a cycle, around a star, as one matrix up to
 * FED_STABLE_DENSE unknowns, by their products with vectors beyond. */
enum { FED_STABLE_DENSE = 6000 };
fed_status fed_stable_solve(const fed_problem *problem, const fed_graph *graph, double alpha,
                            double *theta, bool *unique, fed_error *error);

#endif
