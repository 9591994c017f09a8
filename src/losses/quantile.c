/* quantile.c -- quantile regression: phi = max(tau r, (tau - 1) r), r = y - eta. */
#include "core/simd.h"
#include "losses/glm.h"

FED_CLONES static void quantile_link(const fed_problem *problem, size_t n, const double *restrict eta,
                                     const double *restrict y, double *restrict value, double *restrict d1,
                                     double *restrict d2)
{
    const double tau = problem->tau, below = tau - 1.0, up = 1.0 - tau, down = -tau;

    if (value != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double r = y[i] - eta[i];

            value[i] = (r < 0.0 ? below : tau) * r;
        }
    if (d1 != NULL) /* a subgradient: 0 at the kink */
#pragma omp simd
        for (size_t i = 0; i < n; i++) {
            double r = y[i] - eta[i], slope = r > 0.0 ? down : r;

            d1[i] = r < 0.0 ? up : slope;
        }
    if (d2 != NULL)
        for (size_t i = 0; i < n; i++)
            d2[i] = 0.0;
}

static const fed_param quantile_params[] = {
    {"tau", FED_FLOAT, "0.5", 0, 1, NULL, "the level, strictly between 0 and 1"}, FED_END};

const fed_loss fed_loss_quantile = {
    .entry = {"quantile", "quantile regression: max(tau r, (tau - 1) r), r = y - x'theta", quantile_params},
    .labels = FED_LABELS_ANY,
    .curvature = INFINITY,
    .link = quantile_link,
    .eval = fed_glm_eval,
    .hvp = fed_glm_hvp,
    .hessian = fed_glm_hessian,
};
