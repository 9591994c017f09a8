/* gram.h -- affine gradients without the data: grad L_m(u) = S_m u - b_m, scale and l2 inside. */
#ifndef FED_GRAM_H
#define FED_GRAM_H

#include "core/simd.h"
#include "problem/problem.h"

typedef struct fed_gram {
    size_t ld, stride;   /* p rounded up to a multiple of 4; doubles of one client's block */
    const double *block; /* clients x (p+1) x ld: the rows of S_m, then b_m, padded with zeros */
    const double *c;     /* clients: L_m(0) */
    const double *all_s, *all_b; /* of the smooth objective: p x ld, ld */
    double all_c;
} fed_gram;

FED_INLINE const double *fed_gram_s(const fed_gram *gram, size_t client)
{
    return gram->block + client * gram->stride;
}

FED_INLINE const double *fed_gram_b(const fed_gram *gram, size_t client)
{
    return gram->block + (client + 1) * gram->stride - gram->ld;
}

/* grad = S u - b for few columns: the sums stay in registers, two chains, as additions take four
 * cycles */
FED_INLINE void fed_gram_fixed(const size_t p, const size_t ld, const double *s, const double *u,
                               double *restrict grad)
{
#pragma omp simd
    for (size_t k = 0; k < ld; k++) {
        double even = 0.0 + u[0] * s[k], odd = -s[p * ld + k]; /* one way to contract */
        size_t j = 1;

        for (; j + 2 <= p; j += 2) {
            odd += u[j] * s[j * ld + k];
            even += u[j + 1] * s[(j + 1) * ld + k];
        }
        if (j < p)
            odd += u[j] * s[j * ld + k];
        grad[k] = even + odd;
    }
}

/* The same for any p. */
void fed_gram_wide(const fed_problem *problem, const double *s, const double *u, double *grad);

/* grad L_m(u). u and grad have room for ld doubles and do not overlap; grad's padding becomes 0. */
FED_INLINE void fed_gram_gradient(const fed_problem *problem, size_t client, const double *u,
                                  double *grad)
{
    const fed_gram *gram = problem->gram;
    const double *s = fed_gram_s(gram, client);

    switch (gram->ld) {
    case 4: fed_gram_fixed(problem->p, 4, s, u, grad); break;
    case 8:
        if (problem->p == 8)
            fed_gram_fixed(8, 8, s, u, grad);
        else
            fed_gram_fixed(problem->p, 8, s, u, grad);
        break;
    case 12: fed_gram_fixed(problem->p, 12, s, u, grad); break;
    case 16: fed_gram_fixed(problem->p, 16, s, u, grad); break;
    default: fed_gram_wide(problem, s, u, grad);
    }
}

/* Whether the Gram form costs less than a few hundred passes over the data, and fits in memory: a
 * matter of the data and the loss, not of how long a run is. */
bool fed_gram_pays(const fed_problem *problem);
fed_status fed_gram_make(fed_arena *arena, fed_team *team, const fed_problem *problem,
                         const fed_gram **gram, fed_error *error);

/* theta'S theta/2 - b'theta + c; scratch: p */
double fed_gram_value(size_t p, size_t ld, const double *s, const double *b, double c,
                      const double *theta, double *scratch);

#endif
