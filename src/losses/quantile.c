/* quantile.c -- quantile regression: phi = max(tau r, (tau - 1) r), r = y - eta. */
#include "core/simd.h"
#include "losses/keys.h"
#include "losses/loss.h"

FED_CLONES static void quantile_link(const void *keys, size_t outputs, size_t n,
                                     const double *restrict eta, const double *restrict y,
                                     double *restrict value, double *restrict d1,
                                     double *restrict d2)
{
    const fed_quantile_keys *own = keys;
    const double tau = own->tau, below = tau - 1.0, up = 1.0 - tau, down = -tau;

    (void)outputs;
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

static fed_status quantile_read(const fed_loss *loss, fed_arena *arena, const fed_config *config,
                                fed_loss_keys *keys, fed_error *error)
{
    fed_quantile_keys *own = FED_NEW(arena, fed_quantile_keys);

    (void)loss;
    if (own == NULL)
        return fed_nomem(error);
    own->tau = fed_config_float(config, "loss.tau");
    if (!(own->tau > 0.0 && own->tau < 1.0))
        return fed_config_fault(config, error, FED_CONFIG, "loss.tau",
                                "found %g, expected a number strictly between 0 and 1", own->tau);
    *keys = (fed_loss_keys){.values = own};
    return FED_OK;
}

static const fed_param quantile_params[] = {
    {"tau", FED_FLOAT, "0.5", 0, 1, NULL, "quantile level, strictly between 0 and 1"}, FED_END};

const fed_loss fed_loss_quantile = {
    .entry = {"quantile", "quantile regression: max(tau r, (tau - 1) r), r = y - x'theta",
              quantile_params},
    .labels = FED_LABELS_ANY,
    .curvature = INFINITY,
    .read = quantile_read,
    .link = quantile_link,
};
