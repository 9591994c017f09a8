/* ngd_eight.c -- a step costs a few nanoseconds, most of them for reading S_m: runs that hear the
 * same graph take it side by side, with S_m in registers and the graph looked up once. */
#include "algorithms/ngd_eight.h"

#include "problem/gram.h"
#include "run/exchange.h"

/* next_r = u_r - rate_r (S u_r - b) of every run r, in the order of fed_gram_fixed. The lanes of a
 * vector are outermost, so that it is S that stays in registers. */
FED_INLINE void descend(const size_t abreast, const double *s, const double *const *u,
                        const double *rate, double *const *next)
{
#pragma omp simd
    for (size_t k = 0; k < 8; k++) {
        const double s0 = s[k], s1 = s[8 + k], s2 = s[16 + k], s3 = s[24 + k], s4 = s[32 + k],
                     s5 = s[40 + k], s6 = s[48 + k], s7 = s[56 + k], b = s[64 + k];

#pragma GCC unroll 4
        for (size_t r = 0; r < abreast; r++) {
            const double *v = u[r];
            double even = 0.0 + v[0] * s0, odd = v[1] * s1 - b;

            even += v[2] * s2;
            odd += v[3] * s3;
            even += v[4] * s4;
            odd += v[5] * s5;
            even += v[6] * s6;
            odd += v[7] * s7;
            next[r][k] = v[k] - rate[r] * (even + odd);
        }
    }
}

FED_INLINE void steps(const size_t abreast, fed_run *const *runs, const size_t *clients,
                      size_t count, double *work)
{
    const fed_graph *graph = runs[0]->graph;
    const fed_gram *gram = runs[0]->problem->gram;
    const double *theta[FED_ABREAST], *u[FED_ABREAST];
    double *next[FED_ABREAST], rate[FED_ABREAST], mean[FED_ABREAST][8];

    for (size_t r = 0; r < abreast; r++) {
        theta[r] = runs[r]->theta;
        rate[r] = runs[r]->rate;
    }
    for (size_t k = 0; k < count; k++) {
        const size_t m = clients[k];

        if (abreast == 1)
            u[0] = fed_hear(runs[0], m, 8, work);
        else
            fed_hear_eight(abreast, graph, m, theta, u, mean);
#pragma GCC unroll 4
        for (size_t r = 0; r < abreast; r++)
            next[r] = runs[r]->next + 8 * m;
        descend(abreast, fed_gram_s(gram, m), u, rate, next);
    }
}

FED_CLONES void fed_ngd_eight(fed_run *const *runs, size_t abreast, const size_t *clients,
                              size_t count, double *work)
{
    switch (abreast) {
    case 1: steps(1, runs, clients, count, work); break;
    case 2: steps(2, runs, clients, count, work); break;
    case 3: steps(3, runs, clients, count, work); break;
    default: steps(FED_ABREAST, runs, clients, count, work);
    }
}
