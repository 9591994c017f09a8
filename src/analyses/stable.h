/* stable.h -- where Network Gradient Descent of constant rate settles when gradients are affine. */
#ifndef FED_STABLE_H
#define FED_STABLE_H

#include "graphs/graph.h"
#include "losses/loss.h"

/* theta (clients x p) solves theta_m = u_m - alpha grad L_m(u_m), u = W theta. *unique is false, and
 * theta undefined, when the system is singular to working precision. Fails with FED_CONFIG when the
 * network is neither a cycle nor a star and clients x p is beyond FED_STABLE_MOST. */
enum { FED_STABLE_MOST = 6000 };
fed_status fed_stable_solve(const fed_problem *problem, const fed_graph *graph, double alpha, double *theta,
                            bool *unique, fed_error *error);

#endif
