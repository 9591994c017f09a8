/* bounds.c -- the rank (47), the iterations (48) and the complexities of Theorems 2 and 3, in
 * logarithms because they overflow. */
#include "algorithms/lowrank/bounds.h"

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

/* T of m^2/(T b)^2 + b/(m T) = epsilon/p, times b + phi m */
static double averaging(const fed_theory *t, double b)
{
    const double goal = t->epsilon / t->p, slope = b / t->clients, head = t->clients / b;
    const double epochs = (slope + sqrt(slope * slope + 4.0 * goal * head * head)) / (2.0 * goal);

    return epochs * (b + t->phi * t->clients);
}

/* The logarithm is unimodal in log b: thirds are cut off. */
double fed_theory_averaging_least(const fed_theory *t, double *gamma)
{
    double low = -30.0, high = 60.0;

    while (high - low > 1e-10) {
        const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;

        if (averaging(t, exp(a)) < averaging(t, exp(b)))
            high = b;
        else
            low = a;
    }
    *gamma = averaging(t, exp(low));
    return exp(low);
}

/* L2^2 e^(2 eta/d) d^(eta/d) 4^eta (l+d)^(2 eta) / (l!)^2 r^(-2 eta/d), l = ceil(eta) - 1 */
double fed_theory_log_tail(const fed_theory *t, double order, double rank)
{
    const double d = t->d, l = ceil(order) - 1.0;

    return 2.0 * log(t->holder) + 2.0 * order / d + order / d * log(d) + order * log(4.0) +
           2.0 * order * log(l + d) - 2.0 * lgamma(l + 1.0) - 2.0 * order / d * log(rank);
}

double fed_theory_least_rank(const fed_theory *t, double order)
{
    return exp(1.0 + 0.5 * log(t->d) + t->d * log(2.0 * (ceil(order) - 1.0 + t->d)));
}

/* L2^2 / ((l!)^2 q^(2 eta)), r = d! C(l+d, d) (q+1)^d */
double fed_theory_log_lemma1(const fed_theory *t, double order, double rank)
{
    const double d = t->d, l = ceil(order) - 1.0;
    const double q = exp((log(rank) - lgamma(l + d + 1.0) + lgamma(l + 1.0)) / d) - 1.0;

    return q > 0.0 ? 2.0 * log(t->holder) - 2.0 * lgamma(l + 1.0) - 2.0 * order * log(q) : INFINITY;
}
