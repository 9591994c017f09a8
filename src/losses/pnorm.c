/* pnorm.c -- p-norm regression: phi = |eta - y|^p / p, p > 1. */
#include "core/fastmath.h"
#include "losses/glm.h"

#include <math.h>

static void pnorm_link(const fed_problem *problem, size_t n, const double *eta, const double *y, double *value,
                       double *d1, double *d2)
{
    const double p = problem->power;

    for (size_t i = 0; i < n; i++) {
        double r = eta[i] - y[i], size = fabs(r);

        if (value != NULL)
            value[i] = pow(size, p) / p;
        if (d1 != NULL)
            d1[i] = copysign(fed_saturate(pow(size, p - 1.0)), r);
        if (d2 != NULL) /* unbounded at r = 0 for p < 2 */
            d2[i] = fed_saturate((p - 1.0) * pow(p < 2.0 ? fmax(size, 1e-100) : size, p - 2.0));
    }
}

static const fed_param pnorm_params[] = {
    {"p", FED_FLOAT, "3.0", 1, INFINITY, NULL, "the exponent, above 1"}, FED_END};

const fed_loss fed_loss_pnorm = {
    .entry = {"pnorm", "p-norm regression: |x'theta - y|^p / p", pnorm_params},
    .labels = FED_LABELS_ANY,
    .smooth = true,
    .curvature = INFINITY,
    .link = pnorm_link,
    .eval = fed_glm_eval,
    .hvp = fed_glm_hvp,
    .hessian = fed_glm_hessian,
};
