/* logistic.c -- logistic regression: phi = log(1 + exp(eta)) - y eta, y in [0,1]. */
#include "core/fastmath.h"
#include "core/simd.h"
#include "losses/loss.h"

/* With e = exp(-|eta|) nothing overflows, and both tails keep their relative precision. It waits
 * where a result will be, so that every result has one loop, whatever else is asked for. */
FED_CLONES static void logistic_link(const void *keys, size_t outputs, size_t n, const double *eta,
                                     const double *y, double *value, double *d1, double *d2)
{
    double *e = d1 != NULL ? d1 : value != NULL ? value : d2;

    (void)keys, (void)outputs;
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        e[i] = fed_exp_minus(fabs(eta[i]));
    if (d2 != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            const double s = 1.0 / (1.0 + e[i]);

            d2[i] = e[i] * s * s;
        }
    if (value != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            const double t = fed_saturate(eta[i]), up = t > 0.0 ? t : 0.0,
                         down = t < 0.0 ? -t : 0.0;

            value[i] = (1.0 - y[i]) * up + y[i] * down + fed_log1p(e[i]);
        }
    if (d1 != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++) { /* sigma(eta) and sigma(-eta), both times 1 + e */
            const double up = eta[i] < 0.0 ? e[i] : 1.0, down = eta[i] < 0.0 ? 1.0 : e[i];

            d1[i] = ((1.0 - y[i]) * up - y[i] * down) / (1.0 + e[i]);
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
