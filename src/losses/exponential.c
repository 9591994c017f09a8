/* exponential.c -- the exponential loss of AdaBoost: phi = exp(-(2y - 1) eta), y 0 or 1. */
#include "core/fastmath.h"
#include "core/simd.h"
#include "losses/loss.h"

/* As Poisson's, derivatives saturate at the largest number. */
FED_CLONES static void exponential_link(const void *keys, size_t outputs, size_t n,
                                        const double *restrict eta, const double *restrict y,
                                        double *restrict value, double *restrict d1,
                                        double *restrict d2)
{
    (void)keys, (void)outputs;
    if (value != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            value[i] = fed_exp((1.0 - 2.0 * y[i]) * eta[i]);
    if (d1 != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double side = 1.0 - 2.0 * y[i];

            d1[i] = side * fed_saturate(fed_exp(side * eta[i]));
        }
    if (d2 != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            d2[i] = fed_saturate(fed_exp((1.0 - 2.0 * y[i]) * eta[i]));
}

const fed_loss fed_loss_exponential = {
    .entry = {"exponential", "AdaBoost's loss: exp(-(2y - 1) x'theta)", NULL},
    .labels = FED_LABELS_BINARY,
    .smooth = true,
    .asymptotic = true,
    .curvature = INFINITY,
    .link = exponential_link,
};
