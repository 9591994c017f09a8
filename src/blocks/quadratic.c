/* quadratic.c -- z >= a^2/(2c) with the barrier -ln(z - a^2/(2c)) of degree 1. */
#include "blocks/block.h"

static double degree(const fed_span *s)
{
    return (double)s->n;
}

static void centre(const fed_span *s)
{
    for (size_t i = 0; i < s->n; i++)
        s->a[i] = 0.0;
}

/* cz/t = 1/slack */
static void relax(const fed_span *s, double t)
{
    for (size_t i = 0; i < s->n; i++)
        s->slack[i] = t / s->cz[i];
}

static void local(const fed_span *s, const fed_local *l)
{
    for (size_t i = 0; i < s->n; i++) {
        const double D = s->slack[i], f1 = s->a[i] / s->shape, w = D * s->shape; /* 1/(f''/D) */

        l->ga[i] = f1 / D;
        l->gz[i] = -1.0 / D;
        l->waa[i] = w;
        l->waz[i] = f1 * w;
        l->wzz[i] = D * D + f1 * f1 * w;
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

static double interior(const fed_span *s)
{
    double smallest = INFINITY;

    for (size_t i = 0; i < s->n; i++)
        smallest = fmin(smallest, s->slack[i]);
    return smallest;
}

const fed_block fed_block_quadratic = {
    .entry = {"quadratic", "z >= a^2/(2c)", NULL},
    .pair = true,
    .degree = degree,
    .centre = centre,
    .relax = relax,
    .local = local,
    .move = move,
    .merit = merit,
    .height = height,
    .least = least,
    .interior = interior,
};
