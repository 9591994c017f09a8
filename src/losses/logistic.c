/* logistic.c -- logistic regression: phi = log(1 + exp(eta)) - y eta, y in [0,1]. */
#include "core/fastmath.h"
#include "losses/loss.h"
#include "losses/measures.h"

static const double MOST = 708.0; /* what exp is taken of */

/* (1 - y) sigma(eta) - y sigma(-eta), where exp(-eta) = top/bottom: nothing overflows, and both
 * tails keep their relative precision. */
FED_INLINE double slope(double eta, double y, double most)
{
    double top, bottom = fed_exp_ratio(fed_within(eta, most), &top);

    return ((1.0 - y) * bottom - y * top) / (bottom + top);
}

/* e = exp(-|eta|) waits where a result will be, so that every result has one loop. */
FED_CLONES static void logistic_link(const void *keys, size_t outputs, size_t n, const double *eta,
                                     const double *y, double *value, double *d1, double *d2)
{
    const double most = fed_opaque(MOST);
    double *e = value != NULL ? value : d2;

    (void)keys, (void)outputs;
    if (d1 != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            d1[i] = slope(eta[i], y[i], most);
    if (e != NULL)
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
}

/* exp(-|eta|) = top/bottom; near = (eta > 0) - y is 0 where nothing is wrong, and eta may be
 * infinite. */
FED_INLINE void eight(const double *restrict eta, const double *restrict y, double most,
                      const int64_t *kept, double *restrict d1, fed_total *restrict to,
                      int64_t *restrict wrong)
{
#pragma omp simd
    for (size_t l = 0; l < FED_LANES; l++) {
        double top, bottom = fed_exp_ratio(fed_at_most(fabs(eta[l]), most), &top), both;
        const double above = eta[l] > 0.0 ? 1.0 : 0.0, near = above - y[l],
                     far = (1.0 - above) - y[l];
        int64_t off = -(int64_t)(near != 0.0);

        both = bottom + top;
        d1[l] = (near * bottom + far * top) * (1.0 / both);
        if (kept != NULL) {
            top = fed_from_bits(fed_bits(top) & kept[l]);
            bottom = fed_from_bits((fed_bits(bottom) & kept[l]) | (fed_bits(1.0) & ~kept[l]));
            both = bottom + top;
            off &= kept[l];
        }
        to->sum[l] += fed_from_bits(fed_bits(near * eta[l]) & off);
        wrong[l] -= off;
        to->more[l] = to->more[l] * both + to->less[l] * top;
        to->less[l] *= bottom;
    }
}

FED_CLONES static void logistic_add(const void *keys, size_t n, const double *eta, const double *y,
                                    fed_total *total, double *d1)
{
    int64_t wrong[FED_LANES] = {0};
    fed_total to;

    (void)keys;
    fed_total_room(total, n);
    to = *total;
    fed_eights(eight, n, eta, y, fed_opaque(MOST), d1, &to, wrong);
    *total = to;
}

FED_CLONES static void logistic_slopes(const fed_few *few, const double *const *theta, double *grad,
                                       double *work)
{
    const double most = fed_opaque(MOST);

#define CALL(P) fed_few_slopes(P, few, theta, slope, most, grad, work)
    FED_FOR_FEW(few->p, CALL)
#undef CALL
}

FED_CLONES static void logistic_measures(const fed_few *few, const double *theta, double factor,
                                         fed_total *total, double *grad, double *wrong,
                                         double *work)
{
    const double most = fed_opaque(MOST);

    fed_total_room(total, few->n);
#define CALL(P) fed_few_measures(P, few, theta, factor, eight, most, total, grad, wrong, work)
    FED_FOR_FEW(few->p, CALL)
#undef CALL
}

const fed_loss fed_loss_logistic = {
    .entry = {"logistic", "logistic regression: log(1 + exp(x'theta)) - y x'theta", NULL},
    .labels = FED_LABELS_SOFT,
    .smooth = true,
    .asymptotic = true,
    .curvature = 0.25,
    .link = logistic_link,
    .add = logistic_add,
    .slopes = logistic_slopes,
    .measures = logistic_measures,
};
