/* quadratic.c -- z >= a^2/(2c) with the barrier -ln(z - a^2/(2c)) of degree 1. */
#include "algorithms/ipm/blocks/graph.h"

static double degree(const fed_span *s)
{
    return (double)s->n;
}

static void centre(const fed_span *s)
{
    for (size_t i = 0; i < s->n; i++)
        s->a[i] = 0.0;
}

static void local(const fed_span *s, const fed_local *l)
{
    for (size_t i = 0; i < s->n; i++) {
        const double D = s->slack[i], f1 = s->a[i] / s->shape, w = D * s->shape; /* 1/(f''/D) */

        l->ga[i] = f1 / D;
        fed_graph_local(l, i, D, f1, w);
    }
}

/* f(a + h) - f(a) = h (2a + h)/(2c) */
static void move(const fed_span *from, const double *da, const double *dz, double step,
                 const fed_span *to)
{
    for (size_t i = 0; i < from->n; i++) {
        const double h = step * da[i];

        to->slack[i] =
            from->slack[i] + (step * dz[i] - h * (2.0 * from->a[i] + h) / (2.0 * from->shape));
        to->a[i] = from->a[i] + h;
    }
}

static void height(const fed_span *s, double *z)
{
    for (size_t i = 0; i < s->n; i++)
        z[i] = s->a[i] * s->a[i] / (2.0 * s->shape) + s->slack[i];
}

static double merit(const fed_span *s, const double *sa, double t, double *value)
{
    double sum = 0.0;

    for (size_t i = 0; i < s->n; i++) {
        const double z = s->a[i] * s->a[i] / (2.0 * s->shape) + s->slack[i];

        value[i] =
            s->slack[i] > 0.0 ? (sa[i] * s->a[i] + s->cz[i] * z) / t - log(s->slack[i]) : INFINITY;
        sum += value[i];
    }
    return sum;
}

static void least(const fed_span *s, const double *sa, double *value)
{
    for (size_t i = 0; i < s->n; i++)
        value[i] = -sa[i] * sa[i] * s->shape / (2.0 * s->cz[i]);
}

static void curve(const fed_span *s, const double *gl, const double *gu, double *f, double *f1,
                  double *f2)
{
    (void)gl, (void)gu;
    for (size_t i = 0; i < s->n; i++) {
        f1[i] = s->a[i] / s->shape;
        f[i] = 0.5 * s->a[i] * f1[i];
        f2[i] = 1.0 / s->shape;
    }
}

static void best(const fed_span *s, const double *sa, double *weight)
{
    for (size_t i = 0; i < s->n; i++) {
        weight[i] = s->shape / s->cz[i];
        s->a[i] = -sa[i] * weight[i];
    }
}

static double interior(const fed_span *s)
{
    double smallest = INFINITY;

    for (size_t i = 0; i < s->n; i++)
        smallest = fmin(smallest, s->slack[i]);
    return smallest;
}

const fed_block fed_block_quadratic = {
    .entry = {"quadratic", "z >= a^2/(2c)", NULL},
    FED_PAIR_PARTS,
    .relax = fed_graph_relax,
    .curve = curve,
    .best = best,
};
