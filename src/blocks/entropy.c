/* entropy.c -- z >= h(a) = a ln a + (1-a) ln(1-a) with the barrier -ln(z - h) - ln a - ln(1-a) of
 * degree 3: the conjugate of the logistic loss. */
#include "blocks/block.h"

static double degree(const fed_span *s)
{
    return 3.0 * (double)s->n;
}

static void centre(const fed_span *s)
{
    for (size_t i = 0; i < s->n; i++)
        s->a[i] = 0.5;
}

static void relax(const fed_span *s, double t)
{
    for (size_t i = 0; i < s->n; i++)
        s->slack[i] = t / s->cz[i];
}

static double graph(double a)
{
    return a * log(a) + (1.0 - a) * log1p(-a);
}

/* With F2 = h''/D + 1/a^2 + 1/(1-a)^2: W = [1/F2, h'/F2; h'/F2, D^2 + h'^2/F2] */
static void local(const fed_span *s, const fed_local *l)
{
    for (size_t i = 0; i < s->n; i++) {
        const double D = s->slack[i], a = s->a[i], b = 1.0 - a, f1 = log(a / b);
        const double w = a * a * b * b * D / (a * b + D * (a * a + b * b));

        l->ga[i] = f1 / D - 1.0 / a + 1.0 / b;
        l->gz[i] = -1.0 / D;
        l->waa[i] = w;
        l->waz[i] = f1 * w;
        l->wzz[i] = D * D + f1 * f1 * w;
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
static void least(const fed_span *s, const double *sa, double *value)
{
    for (size_t i = 0; i < s->n; i++) {
        const double eta = -sa[i] / s->cz[i];

        value[i] = -s->cz[i] * (fmax(eta, 0.0) + log1p(exp(-fabs(eta))));
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
