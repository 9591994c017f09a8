/* interval.c -- lower <= a <= upper with -ln(a - lower) - ln(upper - a); an infinite bound has no
 * logarithm. A half-line has a small linear term besides, so that its barrier has a minimum. A unit
 * without bounds has a small curvature instead of a barrier, about where it is; a unit whose bounds
 * are equal does not move. */
#include "algorithms/ipm/blocks/block.h"

static const double free_weight = 1e8; /* W of a unit without bounds */
/* Towards the bound of a half-line: it gives every path an end, and costs t pull a. */
static const double pull = 1e-4;

static double slope(double lower, double upper)
{
    return isfinite(lower) == isfinite(upper) ? 0.0 : isfinite(lower) ? pull : -pull;
}

static double degree(const fed_span *s)
{
    double sum = 0.0;

    for (size_t i = 0; i < s->n; i++)
        if (s->lower[i] < s->upper[i])
            sum += (isfinite(s->lower[i]) ? 1.0 : 0.0) + (isfinite(s->upper[i]) ? 1.0 : 0.0);
    return sum;
}

static void centre(const fed_span *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const double l = s->lower[i], u = s->upper[i];

        if (isfinite(l) && isfinite(u))
            s->a[i] = l + 0.5 * (u - l);
        else
            s->a[i] = isfinite(l) ? l + 1.0 : isfinite(u) ? u - 1.0 : 0.0;
    }
}

static void local(const fed_span *s, const fed_local *l)
{
    for (size_t i = 0; i < s->n; i++) {
        const double p = 1.0 / (s->a[i] - s->lower[i]),
                     q = 1.0 / (s->upper[i] - s->a[i]); /* 0 when infinite */
        const double h = p * p + q * q;
        const bool fixed = s->lower[i] == s->upper[i];

        l->ga[i] = fixed ? 0.0 : q - p + slope(s->lower[i], s->upper[i]);
        l->waa[i] = fixed ? 0.0 : h > 0.0 ? 1.0 / h : free_weight;
        l->gz[i] = l->waz[i] = l->wzz[i] = 0.0;
    }
}

static void move(const fed_span *from, const double *da, const double *dz, double step,
                 const fed_span *to)
{
    (void)dz;
    for (size_t i = 0; i < from->n; i++)
        to->a[i] = from->a[i] + step * da[i];
}

static void height(const fed_span *s, double *z)
{
    for (size_t i = 0; i < s->n; i++)
        z[i] = 0.0;
}

static double merit(const fed_span *s, const double *sa, double t, double *value)
{
    double sum = 0.0;

    for (size_t i = 0; i < s->n; i++) {
        const double p = s->a[i] - s->lower[i], q = s->upper[i] - s->a[i];

        value[i] = s->lower[i] < s->upper[i] ? INFINITY : 0.0;
        if (p > 0.0 && q > 0.0)
            value[i] = (sa[i] / t + slope(s->lower[i], s->upper[i])) * s->a[i] -
                       (isfinite(p) ? log(p) : 0.0) - (isfinite(q) ? log(q) : 0.0);
        sum += value[i];
    }
    return sum;
}

/* Where a bound is infinite s has a sign to keep, which it does up to the pull and rounding. */
static void least(const fed_span *s, const double *sa, double *value)
{
    for (size_t i = 0; i < s->n; i++) {
        const double bound = sa[i] > 0.0 ? s->lower[i] : s->upper[i];

        if (isfinite(bound) || sa[i] == 0.0)
            value[i] = sa[i] == 0.0 ? 0.0 : sa[i] * bound;
        else
            value[i] = fabs(sa[i]) <= 1e-6 ? sa[i] * s->a[i] : -INFINITY;
    }
}

static double interior(const fed_span *s)
{
    double smallest = INFINITY;

    for (size_t i = 0; i < s->n; i++)
        if (s->lower[i] < s->upper[i])
            smallest = fmin(smallest, fmin(s->a[i] - s->lower[i], s->upper[i] - s->a[i]));
    return smallest;
}

const fed_block fed_block_interval = {
    .entry = {"interval", "lower <= a <= upper", NULL},
    FED_BLOCK_PARTS,
};
