/* poisson.c -- Poisson regression: phi = exp(eta) - y eta. */
#include "core/fastmath.h"
#include "losses/loss.h"
#include "losses/measures.h"

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

FED_INLINE double slope(double eta, double y, double most)
{
    (void)most;
    return fed_saturate(fed_exp(eta)) - y;
}

FED_CLONES static void poisson_slopes(const fed_few *few, const double *const *theta, double *grad,
                                      double *work){
#define CALL(P) fed_few_slopes(P, few, theta, slope, 0.0, grad, work)
    FED_FOR_FEW(few->p, CALL)
#undef CALL
}

FED_INLINE void eight(const double *restrict eta, const double *restrict y, double most,
                      const int64_t *kept, double *restrict d1, fed_total *restrict to,
                      int64_t *restrict wrong)
{
    (void)most, (void)wrong;
#pragma omp simd
    for (size_t l = 0; l < FED_LANES; l++) {
        const double t = fed_saturate(eta[l]), e = fed_exp(t), count = t > 710.0 ? 0.0 : y[l];
        const double value = e - count * t;

        d1[l] = fed_saturate(e) - y[l];
        to->sum[l] += kept != NULL ? fed_from_bits(fed_bits(value) & kept[l]) : value;
    }
}

FED_CLONES static void poisson_measures(const fed_few *few, const double *theta, double factor,
                                        fed_total *total, double *grad, double *wrong, double *work)
{
#define CALL(P) fed_few_measures(P, few, theta, factor, eight, 0.0, total, grad, wrong, work)
    FED_FOR_FEW(few->p, CALL)
#undef CALL
}

const fed_loss fed_loss_poisson = {
    .entry = {"poisson", "Poisson regression: exp(x'theta) - y x'theta", NULL},
    .labels = FED_LABELS_COUNTS,
    .smooth = true,
    .curvature = INFINITY,
    .link = poisson_link,
    .slopes = poisson_slopes,
    .measures = poisson_measures,
};
