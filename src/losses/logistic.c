/* logistic.c -- logistic regression: phi = log(1 + exp(eta)) - y eta, y in [0,1]. */
#include "core/columns_few.h"
#include "core/fastmath.h"
#include "losses/loss.h"

#include <string.h>

/* With exp(-|eta|) = top/bottom nothing overflows, and both tails keep their relative precision:
 * (1 - y) sigma(eta) - y sigma(-eta), the two sigmas times top + bottom. */
FED_INLINE double weigh(double eta, double y, double top, double bottom)
{
    const double rest = 1.0 - y;
    const double near = eta < 0.0 ? -y : rest, far = eta < 0.0 ? rest : -y;

    return near * bottom + far * top;
}

FED_INLINE double slope(double eta, double y)
{
    double top, bottom = fed_exp_ratio(fabs(eta), &top);

    return weigh(eta, y, top, bottom) / (bottom + top);
}

/* e = exp(-|eta|) waits where a result will be, so that every result has one loop. */
FED_CLONES static void logistic_link(const void *keys, size_t outputs, size_t n, const double *eta,
                                     const double *y, double *value, double *d1, double *d2)
{
    double *e = value != NULL ? value : d2;

    (void)keys, (void)outputs;
    if (d1 != NULL)
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            d1[i] = slope(eta[i], y[i]);
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

/* Eight samples, of which those count whose bits are kept: product becomes (1 + product)(1 + e) -
 * 1, in which small numbers lose nothing. */
FED_INLINE void add_eight(const double *eta, const double *y, const double *e, const int64_t *kept,
                          double *restrict sum, double *restrict product)
{
#pragma omp simd
    for (size_t l = 0; l < FED_LANES; l++) {
        const double most = 0x1.fffffffffffffp1023, size = fabs(eta[l]);
        const double linear = (eta[l] > 0.0 ? 1.0 - y[l] : y[l]) * (size < most ? size : most);
        const double counted = kept != NULL ? fed_from_bits(fed_bits(e[l]) & kept[l]) : e[l];

        sum[l] += kept != NULL ? fed_from_bits(fed_bits(linear) & kept[l]) : linear;
        product[l] = product[l] * (1.0 + counted) + counted;
    }
}

/* One division for e and the slope: by bottom (top + bottom). */
FED_INLINE void add(size_t n, const double *eta, const double *y, fed_total *total, double *d1)
{
    static const int64_t kept[2 * FED_LANES] = {-1, -1, -1, -1, -1, -1, -1, -1};
    const size_t whole = FED_ROUND_UP(n, FED_LANES);
    double sum[FED_LANES], product[FED_LANES], e[FED_BLOCK];
    size_t i = 0;

    if (total->factors + FED_BLOCK / FED_LANES > FED_FACTORS)
        fed_total_close(total);
    total->factors += FED_BLOCK / FED_LANES;
    memcpy(sum, total->sum, sizeof sum);
    memcpy(product, total->product, sizeof product);
#pragma omp simd
    for (size_t k = 0; k < whole; k++) /* two loops: more of a short one are under way at once */
        d1[k] = fed_exp_ratio(fabs(eta[k]), &e[k]);
#pragma omp simd
    for (size_t k = 0; k < whole; k++) {
        const double top = e[k], bottom = d1[k], both = bottom + top, over = 1.0 / (bottom * both);

        e[k] = top * both * over;
        d1[k] = weigh(eta[k], y[k], top, bottom) * bottom * over;
    }
    for (; i + FED_LANES <= n; i += FED_LANES)
        add_eight(eta + i, y + i, e + i, NULL, sum, product);
    if (i < n)
        add_eight(eta + i, y + i, e + i, kept + FED_LANES - (n - i), sum, product);
    memcpy(total->sum, sum, sizeof sum);
    memcpy(total->product, product, sizeof product);
}

FED_CLONES static void logistic_add(const void *keys, size_t n, const double *eta, const double *y,
                                    fed_total *total, double *d1)
{
    (void)keys;
    add(n, eta, y, total, d1);
}

FED_INLINE void slopes(const size_t p, const fed_few *few, const double *theta, double factor,
                       double *restrict grad, double *restrict d)
{
    fed_few_forward(p, few->n, few->x, few->ld, theta, d);
#pragma omp simd
    for (size_t i = 0; i < few->n; i++)
        d[i] = slope(d[i], few->y[i]);
    fed_few_backward(p, few->n, few->x, few->ld, d, factor, grad);
}

FED_INLINE void measures(const size_t p, const fed_few *few, const double *theta, double factor,
                         fed_total *total, double *wrong, double *grad, double *restrict eta)
{
    double *d1 = eta + FED_BLOCK, lane[FED_LANES] = {0.0};

    fed_few_forward(p, few->n, few->x, few->ld, theta, eta);
    add(few->count, eta, few->y, total, d1);
    for (size_t i = 0; wrong != NULL && i < few->n; i += FED_LANES) /* the padding is right */
#pragma omp simd
        for (size_t l = 0; l < FED_LANES; l++)
            lane[l] += (eta[i + l] > 0.0 ? 1.0 : 0.0) == few->y[i + l] ? 0.0 : 1.0;
    if (wrong != NULL)
        *wrong += ((lane[0] + lane[4]) + (lane[2] + lane[6])) +
                  ((lane[1] + lane[5]) + (lane[3] + lane[7]));
    if (grad != NULL)
        fed_few_backward(p, few->n, few->x, few->ld, d1, factor, grad);
}

FED_CLONES static bool logistic_few(const fed_few *few, const double *theta, double factor,
                                    fed_total *total, double *wrong, double *grad, double *work)
{
    if (total == NULL && (wrong != NULL || grad == NULL))
        return false;
#define CALL(P)                                                               \
    total != NULL ? measures(P, few, theta, factor, total, wrong, grad, work) \
                  : slopes(P, few, theta, factor, grad, work)
    FED_FOR_FEW(few->p, CALL)
#undef CALL
    return true;
}

const fed_loss fed_loss_logistic = {
    .entry = {"logistic", "logistic regression: log(1 + exp(x'theta)) - y x'theta", NULL},
    .labels = FED_LABELS_SOFT,
    .smooth = true,
    .asymptotic = true,
    .curvature = 0.25,
    .link = logistic_link,
    .add = logistic_add,
    .few = logistic_few,
};
