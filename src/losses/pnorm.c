/* pnorm.c -- p-norm regression: phi = |eta - y|^p / p, p > 1. */
#include "core/fastmath.h"
#include "losses/keys.h"
#include "losses/loss.h"

#include <math.h>

static void pnorm_link(const void *keys, size_t outputs, size_t n, const double *eta,
                       const double *y, double *value, double *d1, double *d2)
{
    const fed_pnorm_keys *own = keys;
    const double p = own->power;

    (void)outputs;
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

static fed_status pnorm_read(const fed_loss *loss, fed_arena *arena, const fed_config *config,
                             fed_loss_keys *keys, fed_error *error)
{
    fed_pnorm_keys *own = FED_NEW(arena, fed_pnorm_keys);

    (void)loss;
    if (own == NULL)
        return fed_nomem(error);
    own->power = fed_config_float(config, "loss.p");
    if (!(own->power > 1.0))
        return fed_config_fault(config, error, FED_CONFIG, "loss.p",
                                "found %g, expected a number above 1", own->power);
    *keys = (fed_loss_keys){own, own->power<2.0, own->power> 2.0};
    return FED_OK;
}

static const fed_param pnorm_params[] = {
    {"p", FED_FLOAT, "3.0", 1, INFINITY, NULL, "exponent, above 1"}, FED_END};

const fed_loss fed_loss_pnorm = {
    .entry = {"pnorm", "p-norm regression: |x'theta - y|^p / p", pnorm_params},
    .labels = FED_LABELS_ANY,
    .smooth = true,
    .curvature = INFINITY,
    .read = pnorm_read,
    .link = pnorm_link,
};
