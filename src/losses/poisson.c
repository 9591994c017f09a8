/* poisson.c -- Poisson regression: phi = exp(eta) - y eta. */
#include "core/columns_few.h"
#include "core/fastmath.h"
#include "losses/loss.h"

/* Derivatives saturate at the largest number, so that a zero feature does not make NaN of an
 * overflow. */
FED_CLONES static void poisson_link(const void *keys, size_t outputs, size_t n,
                                    const double *restrict eta, const double *restrict y,
                                    double *restrict value, double *restrict d1,
                                    double *restrict d2)
{
    (void)keys, (void)outputs;
    if (value != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double t = fed_saturate(eta[i]), count = t > 710.0 ? 0.0 : y[i];

            value[i] = fed_exp(t) - count * t; /* not infinity minus infinity */
        }
    if (d1 != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            d1[i] = fed_saturate(fed_exp(eta[i])) - y[i];
    if (d2 != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            d2[i] = fed_saturate(fed_exp(eta[i]));
}

FED_INLINE void slopes(const size_t p, size_t n, const double *x, size_t ld, const double *y,
                       const double *theta, double factor, double *restrict d,
                       double *restrict grad)
{
    fed_few_forward(p, n, x, ld, theta, d);
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        d[i] = fed_saturate(fed_exp(d[i])) - y[i];
    fed_few_backward(p, n, x, ld, d, factor, grad);
}

FED_CLONES static void poisson_few(size_t p, size_t n, const double *x, size_t ld, const double *y,
                                   const double *theta, double factor, double *d, double *grad)
{
#define CALL(P) slopes(P, n, x, ld, y, theta, factor, d, grad)
    FED_FOR_FEW(p, CALL)
#undef CALL
}

const fed_loss fed_loss_poisson = {
    .entry = {"poisson", "Poisson regression: exp(x'theta) - y x'theta", NULL},
    .labels = FED_LABELS_COUNTS,
    .smooth = true,
    .curvature = INFINITY,
    .link = poisson_link,
    .few = poisson_few,
};
