/* logistic.c -- logistic regression: phi = log(1 + exp(eta)) - y eta, y in [0,1]. */
#include "core/fastmath.h"
#include "core/simd.h"
#include "losses/loss.h"

#include <string.h>

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

/* Eight samples, of which those count whose bits are kept: product becomes (1 + product)(1 + e) -
 * 1, in which small numbers lose nothing. */
FED_INLINE void add_eight(const double *eta, const double *y, const int64_t *kept,
                          double *restrict sum, double *restrict product, double *restrict d1)
{
#pragma omp simd
    for (size_t l = 0; l < FED_LANES; l++) {
        const double most = 0x1.fffffffffffffp1023, size = fabs(eta[l]);
        const double e = fed_exp_minus(size), rest = 1.0 - y[l];
        const double linear = (eta[l] > 0.0 ? rest : y[l]) * (size < most ? size : most);
        const double up = eta[l] < 0.0 ? e : 1.0, down = eta[l] < 0.0 ? 1.0 : e;

        sum[l] += kept != NULL ? fed_from_bits(fed_bits(linear) & kept[l]) : linear;
        product[l] +=
            (kept != NULL ? fed_from_bits(fed_bits(e) & kept[l]) : e) * (1.0 + product[l]);
        d1[l] = (rest * up - y[l] * down) / (1.0 + e);
    }
}

FED_CLONES static void logistic_add(const void *keys, size_t n, const double *eta, const double *y,
                                    fed_total *total, double *d1)
{
    static const int64_t kept[2 * FED_LANES] = {-1, -1, -1, -1, -1, -1, -1, -1};
    double sum[FED_LANES], product[FED_LANES];
    size_t i = 0;

    (void)keys;
    if (total->factors + FED_BLOCK / FED_LANES > FED_FACTORS)
        fed_total_close(total);
    total->factors += FED_BLOCK / FED_LANES;
    memcpy(sum, total->sum, sizeof sum);
    memcpy(product, total->product, sizeof product);
    for (; i + FED_LANES <= n; i += FED_LANES)
        add_eight(eta + i, y + i, NULL, sum, product, d1 + i);
    if (i < n)
        add_eight(eta + i, y + i, kept + FED_LANES - (n - i), sum, product, d1 + i);
    memcpy(total->sum, sum, sizeof sum);
    memcpy(total->product, product, sizeof product);
}

const fed_loss fed_loss_logistic = {
    .entry = {"logistic", "logistic regression: log(1 + exp(x'theta)) - y x'theta", NULL},
    .labels = FED_LABELS_SOFT,
    .smooth = true,
    .asymptotic = true,
    .curvature = 0.25,
    .link = logistic_link,
    .add = logistic_add,
};
