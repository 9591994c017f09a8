/* efficiency.h -- what decides how near Network Gradient Descent comes to the global estimator: the
 * quantities of Theorems 1 to 3 of Wu, Huang and Wang, both sides of their conditions. */
#ifndef FED_EFFICIENCY_H
#define FED_EFFICIENCY_H

#include "graphs/graph.h"
#include "problem/problem.h"

/* A condition left < right. */
typedef struct fed_condition {
    double left, right; /* NAN where it makes no sense */
} fed_condition;

typedef struct fed_efficiency {
    double se_w, sigma_max, sigma_min, rho; /* of W; NAN beyond 2000 clients, but for the first */
    bool connected;
    double kappa1, kappa2; /* least eigenvalue of the clients' mean Hessian; their largest */
    double kappa3;         /* the least of all clients; kappa4 is kappa2 */
    double se_hessian;     /* SE(Sigma_xx): root of the clients' mean |H_m - H|_F^2 */
    double se_b;           /* SE(Sigma_xy): of |b_m - b|^2, affine gradients; else NAN */
    double se_gradient;    /* root of the mean |grad L_m|^2 at the truth; NAN without one */
    double radius;         /* of Delta (W x I), the contraction operator; or NAN */
    fed_condition first, second, third; /* of Theorems 1, 2 (3) and 3 (C2) */
} fed_efficiency;

/* Hessians are taken at `at` (p): the global estimator, as Corollary 1 has it; for affine gradients
 * they are the same everywhere. */
fed_status fed_efficiency_make(const fed_problem *problem, const fed_graph *graph, double alpha,
                               const double *at, fed_efficiency *result, fed_error *error);

/* contraction.c: the spectral radius of Delta (W x I), Delta_m = I - alpha H_m (hessian: clients x
 * p x p), by power iteration and a small Krylov space over whole turns of the network; NAN when it
 * is beyond the range of a double. room: (FED_CONTRACTION_BASIS + 2) clients p + p */
enum { FED_CONTRACTION_BASIS = 4 };

#endif
