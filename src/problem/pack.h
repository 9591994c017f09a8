/* pack.h -- small dense data by columns, client after client, for passes without horizontal sums.
 */
#ifndef FED_PACK_H
#define FED_PACK_H

#include "core/columns_few.h"
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

/* Whether the loss passes over the columns at once. */
static inline bool fed_pack_is_few(const fed_problem *problem)
{
    return problem->pack != NULL && problem->p <= FED_FEW && problem->loss->few != NULL;
}

/* Such a client's gradient, FED_FEW long, without the penalty. Inline: it is part of innermost
 * loops. */
FED_INLINE void fed_pack_slope(const fed_problem *problem, size_t client, const double *theta,
                               double *restrict grad, double *work)
{
    const size_t p = problem->p, at = problem->pack->start[client],
                 ld = problem->pack->start[client + 1] - at, n = fed_held(problem->part, client);
    const double *x = problem->pack->x + at * p, *y = problem->pack->y + at;

    for (size_t j = 0; j < FED_FEW; j++)
        grad[j] = 0.0;
    for (size_t i = 0; i < ld; i += FED_BLOCK) {
        const size_t whole = ld - i < FED_BLOCK ? ld - i : FED_BLOCK;

        problem->loss->few(&(fed_few){p, whole, n - i < whole ? n - i : whole, ld, x + i, y + i},
                           theta, problem->scale / (double)n, NULL, NULL, grad, work);
    }
}

#endif
