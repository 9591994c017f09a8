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

/* Doubles of scratch. */
size_t fed_pack_work(const fed_problem *problem);

/* Whether the loss has gradients of whole clients in a few columns. */
static inline bool fed_pack_is_few(const fed_problem *problem)
{
    return problem->pack != NULL && problem->p <= FED_FEW && problem->loss->slopes != NULL;
}

/* Clients from the first on, `most` at most, that are passed over together: at least one. */
size_t fed_pack_group(const fed_problem *problem, size_t first, size_t most);
/* Their gradients, each at its own theta, to rows of FED_FEW, without the penalty. work: FED_MANY
 */
void fed_pack_slopes(const fed_problem *problem, size_t first, size_t clients,
                     const double *const *theta, double *grad, double *work);
/* The same sums as fed_pack_eval's over a group of whole clients, if the loss has them at once. */
static inline bool fed_pack_has_measures(const fed_problem *problem)
{
    return problem->p <= FED_FEW && problem->loss->measures != NULL;
}
void fed_pack_measures(const fed_problem *problem, size_t first, size_t clients, double factor,
                       const double *theta, fed_total *total, double *grad, double *wrong,
                       double *work);

#endif
