/* logistic.c -- logistic regression: phi = log(1 + exp(eta)) - y eta, y in [0,1]. */
#include "core/fastmath.h"
#include "core/simd.h"
#include "losses/loss.h"

/* With e = exp(-|eta|) nothing overflows, and both tails keep their relative precision. */
FED_CLONES static void logistic_link(const void *keys, size_t outputs, size_t n,
                                     const double *restrict eta, const double *restrict y,
                                     double *restrict value, double *restrict d1,
                                     double *restrict d2)
{
    (void)keys, (void)outputs;
    if (value != NULL && d1 != NULL) { /* the same bits with one exponential */
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double t = fed_saturate(eta[i]), right = t > 0.0 ? t : 0.0, left = t < 0.0 ? -t : 0.0;
            double e = fed_exp(-fabs(t)), s = 1.0 / (1.0 + e), es = e * s;
            double up = t < 0.0 ? es : s, down = t < 0.0 ? s : es;

            value[i] = (1.0 - y[i]) * right + y[i] * left + fed_log1p(e);
            d1[i] = (1.0 - y[i]) * up - y[i] * down;
        }
        value = d1 = NULL;
    }
    if (value != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double t = fed_saturate(eta[i]), up = t > 0.0 ? t : 0.0, down = t < 0.0 ? -t : 0.0;

            value[i] = (1.0 - y[i]) * up + y[i] * down + fed_log1p(fed_exp(-fabs(t)));
        }
    if (d1 != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double e = fed_exp(-fabs(eta[i])), s = 1.0 / (1.0 + e), es = e * s;
            /* sigma(eta), sigma(-eta) */
            double up = eta[i] < 0.0 ? es : s, down = eta[i] < 0.0 ? s : es;

            d1[i] = (1.0 - y[i]) * up - y[i] * down;
        }
    if (d2 != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double e = fed_exp(-fabs(eta[i])), s = 1.0 / (1.0 + e);

            d2[i] = e * s * s;
        }
}

const fed_loss fed_loss_logistic = {
    .entry = {"logistic", "logistic regression: log(1 + exp(x'theta)) - y x'theta", NULL},
    .labels = FED_LABELS_SOFT,
    .smooth = true,
    .asymptotic = true,
    .curvature = 0.25,
    .link = logistic_link,
};
