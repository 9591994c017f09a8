/* functions.h -- federated descent in a reproducing kernel Hilbert space: f = sum_j alpha_j k(.,
 * x_j), and a client's steps change the coefficients of its own samples only. */
#ifndef FED_FUNCTIONS_H
#define FED_FUNCTIONS_H

#include "run/run.h"

typedef struct fed_functions {
    fed_cohort cohort;
    const size_t *offset; /* clients: where a client's block begins, */
    double *block;        /*   k(x_i, x_i) among its own samples, n_i x n_i */
    double *delta;        /* samples, client after client: the change of their coefficients */
    size_t largest;       /* samples of a client */
    double cost;          /* flops of one f(x_i), mean over clients */
} fed_functions;

/* Refuses what the recursion does not cover: batches, penalties, an intercept, several outputs. */
fed_status fed_functions_setup(fed_run *run, fed_functions *functions);
/* value = f(x_i), response = y_i for the samples of a client, in the partition's order */
void fed_functions_at(const fed_run *run, size_t client, double *value, double *response);
/* alpha += sum_i w_i delta_i; what passes is the function one way, n_i coefficients the other. */
void fed_functions_merge(fed_run *run, fed_functions *functions, double passes);

#endif
