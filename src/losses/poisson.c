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

FED_INLINE void slopes(const size_t p, const fed_few *few, const double *theta, double factor,
                       double *restrict grad, double *restrict d)
{
    fed_few_forward(p, few->n, few->x, few->ld, theta, d);
#pragma omp simd
    for (size_t i = 0; i < few->n; i++)
        d[i] = fed_saturate(fed_exp(d[i])) - few->y[i];
    fed_few_backward(p, few->n, few->x, few->ld, d, factor, grad);
}

FED_CLONES static bool poisson_few(const fed_few *few, const double *theta, double factor,
                                   fed_total *total, double *wrong, double *grad, double *work)
{
    if (total != NULL || wrong != NULL || grad == NULL)
        return false;
#define CALL(P) slopes(P, few, theta, factor, grad, work)
    FED_FOR_FEW(few->p, CALL)
#undef CALL
    return true;
}

const fed_loss fed_loss_poisson = {
    .entry = {"poisson", "Poisson regression: exp(x'theta) - y x'theta", NULL},
    .labels = FED_LABELS_COUNTS,
    .smooth = true,
    .curvature = INFINITY,
    .link = poisson_link,
    .few = poisson_few,
};
