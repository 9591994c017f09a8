/* entropy.c -- z >= h(a) = a ln a + (1-a) ln(1-a) with the barrier -ln(z - h) - ln a - ln(1-a) of
 * degree 3: the conjugate of the logistic loss. */
#include "algorithms/ipm/blocks/graph.h"

#include "core/fastmath.h"
#include "losses/total.h"

static double degree(const fed_span *s)
{
    return 3.0 * (double)s->n;
}

static void centre(const fed_span *s)
{
    for (size_t i = 0; i < s->n; i++)
        s->a[i] = 0.5;
}

static double graph(double a)
{
    return a * log(a) + (1.0 - a) * log1p(-a);
}

/* With F2 = h''/D + 1/a^2 + 1/(1-a)^2: w = 1/F2 */
static void local(const fed_span *s, const fed_local *l)
{
    for (size_t i = 0; i < s->n; i++) {
        const double D = s->slack[i], a = s->a[i], b = 1.0 - a, f1 = log(a / b);
        const double w = a * a * b * b * D / (a * b + D * (a * a + b * b));

        l->ga[i] = f1 / D - 1.0 / a + 1.0 / b;
        fed_graph_local(l, i, D, f1, w);
    }
}

static void move(const fed_span *from, const double *da, const double *dz, double step,
                 const fed_span *to)
{
    for (size_t i = 0; i < from->n; i++) {
        const double a = from->a[i], next = a + step * da[i];

        to->a[i] = next;
        to->slack[i] = next > 0.0 && next < 1.0
                           ? from->slack[i] + (step * dz[i] - (graph(next) - graph(a)))
                           : -INFINITY;
    }
}

static void height(const fed_span *s, double *z)
{
    for (size_t i = 0; i < s->n; i++)
        z[i] = graph(s->a[i]) + s->slack[i];
}

static double merit(const fed_span *s, const double *sa, double t, double *value)
{
    double sum = 0.0;

    for (size_t i = 0; i < s->n; i++) {
        const double a = s->a[i], b = 1.0 - a, D = s->slack[i];

        value[i] = INFINITY;
        if (D > 0.0 && a > 0.0 && b > 0.0) {
            const double la = log(a), lb = log1p(-a);

            value[i] = (sa[i] * a + s->cz[i] * (a * la + b * lb + D)) / t - log(D) - la - lb;
        }
        sum += value[i];
    }
    return sum;
}

/* -cz log(1 + exp(-sa/cz)) */
FED_INLINE void least_of(size_t n, const double *cz, const double *sa, double *value,
                         const bool plain)
{
    const double most = fed_opaque(708.0);

#pragma omp simd
    for (size_t i = 0; i < n; i++) {
        const double cost = plain ? 1.0 : cz[i];
        const double eta = fed_saturate(-sa[i] / cost), up = eta > 0.0 ? eta : 0.0;
        double top; /* log(1 + e) = 2 atanh(e/(2 + e)) */
        const double bottom = fed_exp_ratio(fed_at_most(fabs(eta), most), &top);

        value[i] = -cost * (up + fed_twice_atanh(top / (2.0 * bottom + top)));
    }
}

FED_CLONES static void least(const fed_span *s, const double *sa, double *value)
{
    if (s->plain)
        least_of(s->n, s->cz, sa, value, true);
    else
        least_of(s->n, s->cz, sa, value, false);
}

/* Adds log(1 + exp(-sa)) of eight units. */
FED_INLINE void add_eight(const double *restrict sa, double most, fed_total *restrict to)
{
#pragma omp simd
    for (size_t l = 0; l < FED_LANES; l++) {
        const double eta = fed_saturate(-sa[l]);
        double top;
        const double bottom = fed_exp_ratio(fed_at_most(fabs(eta), most), &top);

        to->sum[l] += eta > 0.0 ? eta : 0.0;
        to->more[l] = to->more[l] * (bottom + top) + to->less[l] * top;
        to->less[l] *= bottom;
    }
}

/* Logarithms are taken of eight products. */
FED_CLONES static double least_sum(const fed_span *s, const double *sa)
{
    const double most = fed_opaque(708.0);
    double last[FED_LANES];
    fed_total total = {.factors = 0}, to;
    size_t i = 0;

    fed_total_room(&total, s->n);
    to = total;
    for (; i + FED_LANES <= s->n; i += FED_LANES)
        add_eight(sa + i, most, &to);
    for (size_t l = 0; l < FED_LANES; l++) /* what there is not adds nothing */
        last[l] = i + l < s->n ? sa[i + l] : 708.0;
    if (i < s->n)
        add_eight(last, most, &to);
    return -fed_total_take(&to);
}

/* f' = ln(a/b) and f'' = 1/(ab), as a + b = 1, with one division and one logarithm: a = 2^k m, b =
 * 2^l n, ln(a/b) = (k - l) ln 2 + 2 atanh((m - n)/(m + n)). What is left of f, without
 * cancellation: less |f'| |a or b, whichever is less| + ln of the other, `big`. */
FED_INLINE double curve_at(double a, double b, double *big, double *f1, double *f2)
{
    double ma, mb;
    const double k = fed_log_parts(a, &ma) - fed_log_parts(b, &mb), sum = ma + mb,
                 both = 1.0 / (sum * (a * b));

    *f1 = fed_log_whole(k, (ma - mb) * (a * b * both));
    *f2 = sum * both;
    *big = a > b ? a : b;
    return -(a > b ? b : a) * fabs(*f1);
}

/* Where only the sum of f is wanted, the logarithm of eight products of `big` is in the first. */
FED_CLONES static void curve(const fed_span *s, const double *gl, const double *gu, double *f,
                             double *f1, double *f2)
{
    double product[FED_LANES] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}, big[FED_LANES];
    size_t i = 0;

    for (; s->plain && i + FED_LANES <= s->n; i += FED_LANES)
#pragma omp simd
        for (size_t l = 0; l < FED_LANES; l++) {
            f[i + l] = curve_at(gl[i + l], gu[i + l], &big[l], &f1[i + l], &f2[i + l]);
            product[l] *= big[l];
        }
    for (; i < s->n; i++) {
        f[i] = curve_at(gl[i], gu[i], big, &f1[i], &f2[i]);
        f[i] += fed_log(*big);
    }
    for (size_t l = 0; s->plain && l < FED_LANES && s->n > 0; l++)
        f[0] += fed_log(product[l]);
}

/* a = 1/(1 + exp(sa/cz)) */
FED_CLONES static void best(const fed_span *s, const double *sa, double *weight)
{
    const double *cz = s->cz;
    double *a = s->a;

#pragma omp simd
    for (size_t i = 0; i < s->n; i++) {
        const double eta = -sa[i] / cz[i], e = fed_exp(-fabs(eta)), up = 1.0 / (1.0 + e),
                     down = e * up;

        a[i] = eta < 0.0 ? down : up;
        weight[i] = up * down / cz[i];
    }
}

static double interior(const fed_span *s)
{
    double smallest = INFINITY;

    for (size_t i = 0; i < s->n; i++)
        smallest = fmin(smallest, fmin(s->slack[i], fmin(s->a[i], 1.0 - s->a[i])));
    return smallest;
}

const fed_block fed_block_entropy = {
    .entry = {"entropy", "z >= a ln a + (1-a) ln(1-a)", NULL},
    FED_PAIR_PARTS,
    .relax = fed_graph_relax,
    .least_sum = least_sum,
    .curve = curve,
    .best = best,
};
