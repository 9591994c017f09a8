/* prox.h -- proximal steps: x <- argmin L(theta) + |theta - x|^2 / (2 eta) for the loss L of a
 * batch. */
#ifndef FED_PROX_H
#define FED_PROX_H

#include "algorithms/local/local.h"

typedef enum fed_prox_kind {
    FED_PROX_FACTOR,   /* one Hessian: I + eta H is factored once for each batch and rate */
    FED_PROX_CHOLESKY, /* Newton, p x p */
    FED_PROX_CG        /* Newton by conjugate gradients */
} fed_prox_kind;

typedef struct fed_prox {
    fed_prox_kind kind;
    const size_t *first;  /* clients+1: number of a client's first batch */
    const size_t *offset; /* of a batch's factor in store, */
    double *store;        /*   p x p, or n x n when the batch is smaller (Woodbury), */
    double *rate;         /*   and the eta it was made for; 0: none yet */
    size_t work;          /* doubles of scratch beside problem->work */
} fed_prox;

fed_status fed_prox_setup(fed_run *run, fed_prox *prox);

/* Solves batch k of a client, starting from and anchored at x, until the gradient of the proximal
 * problem is below 1e-12 (1 + |x|) or the steps are below the resolution of doubles. What is
 * returned is the norm of that gradient when the solution was not found, else 0. *computed grows by
 * the sample gradients and Hessian products it takes, a matrix of side k being k of them. */
double fed_prox_step(const fed_run *run, const fed_prox *prox, const fed_batch *batch, size_t k,
                     double *x, double *computed, double *work);

#endif
