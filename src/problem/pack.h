/* pack.h -- small dense data by columns, client after client, for passes without horizontal sums.
 */
#ifndef FED_PACK_H
#define FED_PACK_H

#include "problem/problem.h"

typedef struct fed_pack {
    /* clients+1: first sample of a client, each rounded up to a multiple of 8 */
    const size_t *start;
    /* client m: p columns of start[m+1]-start[m] samples from start[m] p, padded with zeros */
    const double *x;
    const double *y; /* as start */
} fed_pack;

bool fed_pack_pays(const fed_problem *problem);
fed_status fed_pack_make(fed_arena *arena, const fed_problem *problem, const fed_pack **pack,
                         fed_error *error);

/* For the samples lo..hi-1 of a client, each unless it is NULL: adds their values to total, factor
 * times their gradients to grad, and how many of them are misclassified to *wrong. */
void fed_pack_eval(const fed_problem *problem, size_t client, size_t lo, size_t hi, double factor,
                   const double *theta, fed_total *total, double *grad, double *wrong,
                   double *work);

#endif
