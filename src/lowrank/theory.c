/* theory.c -- the rank (47), the iterations (48) and the complexities of Theorems 2 and 3, in logarithms
 * because they overflow. */
#include "lowrank/theory.h"

#include <math.h>

/* F(theta(0)) - F_* + 9 (B+3)^4 p / (2 mu) */
static double excess(const fed_theory *t)
{
    return t->gap + 9.0 * pow(t->bound + 3.0, 4.0) * t->p / (2.0 * t->mu);
}

/* The larger of e sqrt(d) 2^d (eta+d)^d and
 * (L2^d eta^d e^(eta(d+1)) d^(eta/2) (2eta+2d)^(eta d) / (eta-1)^(eta d)
 *  (kappa excess / ((kappa-1) epsilon))^(d/2))^(1/(eta-(2alpha+2)d)) */
double fed_theory_log_rank(const fed_theory *t, double order)
{
    const double d = t->d, kappa = t->l1 / t->mu, above = order - (2.0 * t->alpha + 2.0) * d;
    const double first = 1.0 + 0.5 * log(d) + d * log(2.0 * (order + d));
    double second = d * log(t->holder) + d * log(order) + order * (d + 1.0) + 0.5 * order * log(d);

    if (!(above > 0.0))
        return INFINITY;
    second += order * d * log((2.0 * order + 2.0 * d) / (order - 1.0));
    second += 0.5 * d * log(kappa * excess(t) / ((kappa - 1.0) * t->epsilon));
    return fmax(first, second / above);
}

double fed_theory_order(const fed_theory *t)
{
    const double least = floor((2.0 * t->alpha + 2.0) * t->d) + 1.0;
    double best = least;

    if (t->order > 0.0)
        return t->order;
    for (double order = least; order < 64.0 * least; order += 1.0)
        if (fed_theory_log_rank(t, order) < fed_theory_log_rank(t, best))
            best = order;
    return best;
}

double fed_theory_iterations(const fed_theory *t)
{
    return ceil(log(excess(t) / t->epsilon) / -log1p(-t->mu / t->l1));
}

/* r^2 + r s + r S + phi m r = r (r + s + S + phi m) */
double fed_theory_log_gamma(const fed_theory *t)
{
    const double log_r = fed_theory_log_rank(t, fed_theory_order(t));
    const double rest = t->samples + fed_theory_iterations(t) + t->phi * t->clients;
    const double big = fmax(log_r, log(rest));

    return log_r + big + log(exp(log_r - big) + exp(log(rest) - big));
}

double fed_theory_gamma_averaging(const fed_theory *t)
{
    return t->phi * t->clients * pow(t->p / t->epsilon, 0.75);
}
