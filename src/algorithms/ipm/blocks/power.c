/* power.c -- z >= |a|^q/q with the barrier -ln(g - a^2) - 2 ln z, g = (q z)^(2/q), of degree 4: the
 * conjugate of the p-norm loss, 1/p + 1/q = 1. The slack is D = g - a^2, so z = (a^2 + D)^(q/2)/q.
 */
#include "algorithms/ipm/blocks/block.h"

enum { NEWTON_STEPS = 60 };

static double degree(const fed_span *s)
{
    return 4.0 * (double)s->n;
}

static void centre(const fed_span *s)
{
    for (size_t i = 0; i < s->n; i++)
        s->a[i] = 0.0;
}

/* cz z/t = 2a^2/(q D) + 2/q + 2, by Newton's method for u = ln D: the left side rises, the right
 * falls. */
static double slack_of(double q, double a, double cost)
{
    const double rest = 2.0 / q + 2.0, aa = a * a;
    double u = (2.0 / q) * log(q * rest / cost); /* the solution for a = 0 */

    if (aa > 1e-250) /* smaller ones are 0 to D, and their logarithms far from exact */
        u = fmin(u, log(2.0 / cost) + (1.0 - 0.5 * q) * log(aa)); /* and for a far from 0 */
    for (int k = 0; k < NEWTON_STEPS; k++) {
        const double D = exp(u), g = aa + D, head = 2.0 * aa / (q * D);
        const double f = log(cost / q) + 0.5 * q * log(g) - log(head + rest);
        double step = f / (0.5 * q * D / g + head / (head + rest));

        step = fmin(fmax(step, -4.0), 4.0);
        u -= step;
        if (fabs(step) <= 1e-14 * (1.0 + fabs(u)))
            break;
    }
    return exp(u);
}

static void relax(const fed_span *s, double t)
{
    for (size_t i = 0; i < s->n; i++)
        s->slack[i] = slack_of(s->shape, s->a[i], s->cz[i] / t);
}

static void local(const fed_span *s, const fed_local *l)
{
    const double q = s->shape;

    for (size_t i = 0; i < s->n; i++) {
        const double a = s->a[i], D = s->slack[i], g = a * a + D, z = pow(g, 0.5 * q) / q;
        const double g1 = 2.0 * g / (q * z), sum = g + a * a, k = a * g1 / sum;
        const double S = (2.0 + g * (2.0 * q - 4.0 * a * a / sum) / (q * q * D)) / (z * z);

        l->ga[i] = 2.0 * a / D;
        l->gz[i] = -g1 / D - 2.0 / z;
        l->wzz[i] = 1.0 / S;
        l->waz[i] = k / S;
        l->waa[i] = D * D / (2.0 * sum) + k * k / S;
    }
}

static void move(const fed_span *from, const double *da, const double *dz, double step,
                 const fed_span *to)
{
    const double q = from->shape;

    for (size_t i = 0; i < from->n; i++) {
        const double a = from->a[i], next = a + step * da[i];
        const double z = pow(a * a + from->slack[i], 0.5 * q) / q + step * dz[i];

        to->a[i] = next;
        to->slack[i] = z > 0.0 ? pow(q * z, 2.0 / q) - next * next : -INFINITY;
    }
}

static void height(const fed_span *s, double *z)
{
    for (size_t i = 0; i < s->n; i++)
        z[i] = pow(s->a[i] * s->a[i] + s->slack[i], 0.5 * s->shape) / s->shape;
}

static double merit(const fed_span *s, const double *sa, double t, double *value)
{
    const double q = s->shape;
    double sum = 0.0;

    for (size_t i = 0; i < s->n; i++) {
        value[i] = INFINITY;
        if (s->slack[i] > 0.0) {
            const double lg = log(s->a[i] * s->a[i] + s->slack[i]), z = exp(0.5 * q * lg) / q;

            value[i] =
                (sa[i] * s->a[i] + s->cz[i] * z) / t - log(s->slack[i]) - q * lg + 2.0 * log(q);
        }
        sum += value[i];
    }
    return sum;
}

/* -cz |sa/cz|^p/p */
static void least(const fed_span *s, const double *sa, double *value)
{
    const double p = s->shape / (s->shape - 1.0);

    for (size_t i = 0; i < s->n; i++)
        value[i] = -s->cz[i] * pow(fabs(sa[i] / s->cz[i]), p) / p;
}

static double interior(const fed_span *s)
{
    double smallest = INFINITY;

    for (size_t i = 0; i < s->n; i++)
        smallest = fmin(smallest, s->slack[i]);
    return smallest;
}

const fed_block fed_block_power = {
    .entry = {"power", "z >= |a|^q/q", NULL},
    FED_PAIR_PARTS,
    .relax = relax,
};
