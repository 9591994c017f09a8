/* linear.c -- least squares: phi = (eta - y)^2 / 2. */
#include "core/simd.h"
#include "losses/loss.h"

FED_CLONES static void linear_link(const void *keys, size_t outputs, size_t n,
                                   const double *restrict eta, const double *restrict y,
                                   double *restrict value, double *restrict d1, double *restrict d2)
{
    (void)keys, (void)outputs;
    if (value != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            value[i] = 0.5 * (eta[i] - y[i]) * (eta[i] - y[i]);
    if (d1 != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            d1[i] = eta[i] - y[i];
    if (d2 != NULL)
        for (size_t i = 0; i < n; i++)
            d2[i] = 1.0;
}

const fed_loss fed_loss_linear = {
    .entry = {"linear", "least squares: (x'theta - y)^2 / 2", NULL},
    .labels = FED_LABELS_ANY,
    .smooth = true,
    .affine = true,
    .curvature = 1.0,
    .link = linear_link,
};
