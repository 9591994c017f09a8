/* logistic.c -- logistic regression: phi = log(1 + exp(eta)) - y eta, y in [0,1]. */
#include "core/columns_few.h"
#include "core/fastmath.h"
#include "losses/loss.h"

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

/* Slopes, and what values are made of: e = exp(-|eta|) and the rest, which is linear; and, unless
 * wrong is NULL, which outputs are on the wrong side of 0. One division for e and the slope: by
 * bottom (top + bottom). near = (eta > 0) - y is 0 where nothing is wrong, and eta may be infinite.
 */
FED_INLINE void split(size_t n, const double *restrict eta, const double *restrict y,
                      double *restrict d1, double *restrict e, double *restrict rest,
                      double *restrict wrong)
{
    const double most = fed_opaque(MOST);

#pragma omp simd
    for (size_t i = 0; i < n; i++) {
        double top, bottom = fed_exp_ratio(fed_at_most(fabs(eta[i]), most), &top);
        const double both = bottom + top, over = 1.0 / (bottom * both);
        const double above = eta[i] > 0.0 ? 1.0 : 0.0, near = above - y[i],
                     far = (1.0 - above) - y[i];

        e[i] = top * both * over;
        d1[i] = (near * bottom + far * top) * (bottom * over);
        rest[i] = near != 0.0 ? near * eta[i] : 0.0;
        if (wrong != NULL)
            wrong[i] = near != 0.0 ? 1.0 : 0.0;
    }
}

/* The values of n samples, in two times four lanes: a product becomes (1 + product)(1 + e) - 1, in
 * which small numbers lose nothing. */
FED_INLINE void add(size_t n, const double *e, const double *rest, fed_v4 sum[2], fed_v4 product[2])
{
    static const long long kept[2 * FED_LANES] = {-1, -1, -1, -1, -1, -1, -1, -1};
    const size_t whole = n / FED_LANES * FED_LANES;

    for (size_t i = 0; i < whole; i += FED_LANES)
        for (size_t h = 0; h < 2; h++) {
            const fed_v4 now = *(const fed_v4 *)(e + i + 4 * h);

            sum[h] += *(const fed_v4 *)(rest + i + 4 * h);
            product[h] = product[h] * (1.0 + now) + now;
        }
    for (size_t h = 0; whole < n && h < 2; h++) {
        const fed_v4_bits mask = *(const fed_v4_bits *)(kept + FED_LANES - (n - whole) + 4 * h);
        const fed_v4 now = (fed_v4)((fed_v4_bits) * (const fed_v4 *)(e + whole + 4 * h) & mask);

        sum[h] += (fed_v4)((fed_v4_bits) * (const fed_v4 *)(rest + whole + 4 * h) & mask);
        product[h] = product[h] * (1.0 + now) + now;
    }
}

FED_INLINE void make_room(fed_total *total, size_t n)
{
    const size_t factors = (n + FED_LANES - 1) / FED_LANES;

    if (total->factors + factors > FED_FACTORS)
        fed_total_close(total);
    total->factors += factors;
}

FED_CLONES static void logistic_add(const void *keys, size_t n, const double *eta, const double *y,
                                    fed_total *total, double *d1)
{
    double e[FED_BLOCK], rest[FED_BLOCK];
    fed_v4 *sum = (fed_v4 *)total->sum, *product = (fed_v4 *)total->product;

    (void)keys;
    make_room(total, n);
    split(FED_ROUND_UP(n, FED_LANES), eta, y, d1, e, rest, NULL);
    add(n, e, rest, sum, product);
}

FED_CLONES static void logistic_slopes(const fed_few *few, const double *const *theta, double *grad,
                                       double *work)
{
    const double most = fed_opaque(MOST);

#define CALL(P) fed_few_slopes(P, few, theta, slope, most, grad, work)
    FED_FOR_FEW(few->p, CALL)
#undef CALL
}

FED_INLINE void measures(const size_t p, const fed_few *few, const double *theta, double factor,
                         fed_total *total, double *grad, double *wrong, double *eta)
{
    enum { APART = FED_MANY + 40 }; /* places that are 4096 bytes apart would wait for each other */
    _Static_assert(5 * APART <= 6 * FED_MANY, "the room that measures have");
    double *d1 = eta + APART, *e = d1 + APART, *rest = e + APART, *off = rest + APART;
    fed_v4 *to = (fed_v4 *)total->sum, *factors = (fed_v4 *)total->product;
    fed_v4 sum[2] = {to[0], to[1]}, product[2] = {factors[0], factors[1]}, errors[2] = {{0.0}};

    for (size_t k = 0, at = 0; k < few->pieces; at += few->piece[k++].n)
        fed_few_forward(p, few->piece[k].n, few->piece[k].x, few->piece[k].ld, theta, eta + at);
    split(few->n, eta, few->y, d1, e, rest, off);
    for (size_t k = 0, at = 0; k < few->pieces; at += few->piece[k++].n)
        add(few->piece[k].count, e + at, rest + at, sum, product);
    for (size_t k = 0, at = 0; grad != NULL && k < few->pieces; at += few->piece[k++].n)
        fed_few_backward(p, few->piece[k].n, few->piece[k].x, few->piece[k].ld, d1 + at, factor,
                         grad);
    for (size_t i = 0; i < few->n; i += FED_LANES) /* the padding is right */
        for (size_t h = 0; h < 2; h++)
            errors[h] += *(const fed_v4 *)(off + i + 4 * h);
    for (size_t h = 0; h < 2; h++) {
        to[h] = sum[h];
        factors[h] = product[h];
    }
    errors[0] += errors[1];
    if (wrong != NULL)
        *wrong += (errors[0][0] + errors[0][2]) + (errors[0][1] + errors[0][3]);
}

FED_CLONES static void logistic_measures(const fed_few *few, const double *theta, double factor,
                                         fed_total *total, double *grad, double *wrong,
                                         double *work)
{
    make_room(total, few->n);
#define CALL(P) measures(P, few, theta, factor, total, grad, wrong, work)
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
