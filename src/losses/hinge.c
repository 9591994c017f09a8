/* hinge.c -- support vector machine: phi = max(0, 1 - (2y - 1) eta), y 0 or 1. */
#include "core/simd.h"
#include "losses/loss.h"

FED_CLONES static void hinge_link(const void *keys, size_t outputs, size_t n,
                                  const double *restrict eta, const double *restrict y,
                                  double *restrict value, double *restrict d1, double *restrict d2)
{
    (void)keys, (void)outputs;
    if (value != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double slack = 1.0 - (2.0 * y[i] - 1.0) * eta[i];

            value[i] = slack < 0.0 ? 0.0 : slack;
        }
    if (d1 != NULL) /* a subgradient: 0 at the kink */
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double sign = 2.0 * y[i] - 1.0;

            d1[i] = sign * eta[i] < 1.0 ? -sign : 0.0;
        }
    if (d2 != NULL)
        for (size_t i = 0; i < n; i++)
            d2[i] = 0.0;
}

const fed_loss fed_loss_hinge = {
    .entry = {"hinge", "support vector machine: max(0, 1 - (2y - 1) x'theta)", NULL},
    .labels = FED_LABELS_BINARY,
    .curvature = INFINITY,
    .link = hinge_link,
};
