/* affine.h -- rounds of local methods where gradients are affine, S_i theta - b_i: as maps
 * theta <- theta - server sum_i w_i Q_i (S_i theta - b_i), and their limits in closed form. */
#ifndef FED_AFFINE_H
#define FED_AFFINE_H

#include "run/run.h"

typedef struct fed_affine {
    const fed_problem *problem;
    size_t p, steps; /* K(Theta); 1 for FedProx */
    fed_theta_shape shape;
    const double *weights; /* theta_1 .. theta_K; NULL for FedProx */
    double rate,
        server; /* gamma of the steps, or eta of the proximal term; what the server multiplies by */
    double *s, *q, *spare; /* scratch: p x p each, */
    double *b, *values;    /*   p each, */
    double *work;          /*   and the loss's own */
} fed_affine;

/* Whether the method is one of those below. */
bool fed_affine_known(const fed_run *run);
/* Refuses other methods, local steps that are not a fixed number of plain ones, and losses whose
 * gradients are not affine, in the name of an analysis. */
fed_status fed_affine_check(const fed_run *run, const char *analysis);
/* Full batches, all clients, a server that only steps: the map is the round itself. */
bool fed_affine_plain(const fed_run *run);
/* And the same map in every round. */
bool fed_affine_steady(const fed_run *run);
/* What fedavg, fedprox or local-update does in its last round. */
fed_status fed_affine_read(fed_run *run, const char *analysis, fed_affine *affine);

/* The eigenvalue of Q_i = sum_k theta_k (I - gamma S_i)^(k-1), or (I + gamma S_i)^-1, that goes
 * with lambda of S_i. */
double fed_affine_distortion(const fed_affine *affine, double rate, double lambda);

/* affine->s = S_i, affine->b = b_i */
void fed_affine_client(const fed_affine *affine, size_t client);
/* affine->values: the eigenvalues of S_i, increasing; its eigenvectors are the rows of
 * affine->s. */
bool fed_affine_eigen(const fed_affine *affine, size_t client);
/* a = sum w_i Q_i S_i (p x p, symmetric), v = sum w_i Q_i b_i; false when LAPACK fails. */
bool fed_affine_sum(const fed_affine *affine, double rate, double *a, double *v);

#endif
