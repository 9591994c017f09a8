/* logistic.c -- logistic regression: phi = log(1 + exp(eta)) - y eta, y in [0,1]. */
#include "core/fastmath.h"
#include "core/simd.h"
#include "losses/glm.h"

/* With e = exp(-|eta|) nothing overflows, and both tails keep their relative precision. */
FED_CLONES static void logistic_link(const fed_problem *problem, size_t n, const double *restrict eta,
                                     const double *restrict y, double *restrict value, double *restrict d1,
                                     double *restrict d2)
{
    (void)problem;
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
            double up = eta[i] < 0.0 ? es : s, down = eta[i] < 0.0 ? s : es; /* sigma(eta), sigma(-eta) */

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
    .curvature = 0.25,
    .link = logistic_link,
    .eval = fed_glm_eval,
    .hvp = fed_glm_hvp,
    .hessian = fed_glm_hessian,
};
