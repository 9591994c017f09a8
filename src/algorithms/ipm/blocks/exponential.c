/* exponential.c -- z >= h(a) = a ln a - a with the barrier -ln(z - h) - ln a of degree 2: the
 * conjugate of exp, for Poisson regression and the exponential loss. */
#include "algorithms/ipm/blocks/graph.h"

#include "core/fastmath.h"

static double degree(const fed_span *s)
{
    return 2.0 * (double)s->n;
}

static void centre(const fed_span *s)
{
    for (size_t i = 0; i < s->n; i++)
        s->a[i] = 1.0;
}

static double graph(double a)
{
    return a * log(a) - a;
}

/* With F2 = h''/D + 1/a^2: w = 1/F2 */
static void local(const fed_span *s, const fed_local *l)
{
    for (size_t i = 0; i < s->n; i++) {
        const double D = s->slack[i], a = s->a[i], f1 = log(a), w = a * a * D / (a + D);

        l->ga[i] = f1 / D - 1.0 / a;
        fed_graph_local(l, i, D, f1, w);
    }
}

static void move(const fed_span *from, const double *da, const double *dz, double step,
                 const fed_span *to)
{
    for (size_t i = 0; i < from->n; i++) {
        const double a = from->a[i], next = a + step * da[i];

        to->a[i] = next;
        to->slack[i] =
            next > 0.0 ? from->slack[i] + (step * dz[i] - (graph(next) - graph(a))) : -INFINITY;
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
        const double a = s->a[i], D = s->slack[i];

        value[i] = D > 0.0 && a > 0.0
                       ? (sa[i] * a + s->cz[i] * (graph(a) + D)) / t - log(D) - log(a)
                       : INFINITY;
        sum += value[i];
    }
    return sum;
}

/* -cz exp(-sa/cz) */
static void least(const fed_span *s, const double *sa, double *value)
{
    for (size_t i = 0; i < s->n; i++)
        value[i] = -s->cz[i] * fed_exp(-sa[i] / s->cz[i]);
}

static void curve(const fed_span *s, const double *gl, const double *gu, double *f, double *f1,
                  double *f2)
{
    (void)gu;
    for (size_t i = 0; i < s->n; i++) {
        f1[i] = fed_log(gl[i]);
        f[i] = gl[i] * (f1[i] - 1.0);
        f2[i] = 1.0 / gl[i];
    }
}

/* a = exp(-sa/cz) */
static void best(const fed_span *s, const double *sa, double *weight)
{
    for (size_t i = 0; i < s->n; i++) {
        s->a[i] = fed_exp(-sa[i] / s->cz[i]);
        weight[i] = s->a[i] / s->cz[i];
    }
}

static double interior(const fed_span *s)
{
    double smallest = INFINITY;

    for (size_t i = 0; i < s->n; i++)
        smallest = fmin(smallest, fmin(s->slack[i], s->a[i]));
    return smallest;
}

const fed_block fed_block_exponential = {
    .entry = {"exponential", "z >= a ln a - a", NULL},
    FED_PAIR_PARTS,
    .relax = fed_graph_relax,
    .curve = curve,
    .best = best,
};
