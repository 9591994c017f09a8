/* weights.h -- what each of the server's samples must count for in each coordinate of the gradient,
 * so that together they stand for all samples. */
#ifndef FED_WEIGHTS_H
#define FED_WEIGHTS_H

#include "run/run.h"

typedef struct fed_lowrank {
    size_t rank;              /* r: samples of the server that stand for all */
    size_t held;              /* samples the server holds, those r first */
    const size_t *rows;       /* held: their numbers */
    size_t probes;            /* K */
    size_t tried;             /* probes at which the server computed derivatives, K or more */
    const double *probe;      /* K x p */
    double cut;               /* singular values below this part of the largest are left out */
    size_t moved;             /* coordinates of theta that the descent moves, increasing */
    const size_t *coordinate; /* moved */
    double *weight;           /* moved x r: w_ij; times x_ji where products do */
    bool products;            /* eta = x'theta of dense rows, one output */
    size_t *kept;             /* moved: rank kept of G_i */
    size_t *lost;             /* moved: rows of G_i that are zero, for the feature is */
    double *largest;          /* moved: the largest derivative in G_i */
    double *inverse;          /* moved: |G_i^+|, the inverse of the least singular value kept */
} fed_lowrank;

/* Room for the weights and what is told of them, which last. */
fed_status fed_lowrank_keep(fed_run *run, fed_lowrank *low);
/* Doubles of scratch per task that what follows needs. */
size_t fed_lowrank_work(const fed_run *run, const fed_lowrank *low);
/* Epochs 1 to r+1: G_i and G_i^+ at the server, v_i = h_i G_i^+ at every client, their weighted
 * sums over the clients, in client order, back at the server. */
fed_status fed_lowrank_weights(fed_run *run, fed_lowrank *low);

#endif
