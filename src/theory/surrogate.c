/* surrogate.c -- spreads of the clients, minimisers of the true and the surrogate loss, the
 * bounds. */
#include "theory/surrogate.h"

#include "core/linalg.h"
#include "core/lapack.h"
#include "theory/fixed_point.h"

#include <string.h>

typedef struct workspace {
    double *mean, *centre, *centres; /* A: p x p; c: p; c_i: clients x p */
    double *a, *v, *values;          /* of sums over clients */
    double *truth, *half, *whole;    /* x*, x*(gamma/2), x*(gamma) */
} workspace;

static fed_status make_room(fed_run *run, workspace *w)
{
    const size_t p = run->problem->p;

    w->mean = FED_ARRAY(run->arena, p * p, double);
    w->centre = FED_ARRAY(run->arena, p, double);
    w->centres = FED_ARRAY(run->arena, run->problem->clients * p, double);
    w->a = FED_ARRAY(run->arena, p * p, double);
    w->v = FED_ARRAY(run->arena, p, double);
    w->values = FED_ARRAY(run->arena, p, double);
    w->truth = FED_ARRAY(run->arena, p, double);
    w->half = FED_ARRAY(run->arena, p, double);
    w->whole = FED_ARRAY(run->arena, p, double);
    return w->mean == NULL || w->centre == NULL || w->centres == NULL || w->a == NULL ||
                   w->v == NULL || w->values == NULL || w->truth == NULL || w->half == NULL ||
                   w->whole == NULL
               ? fed_nomem(run->error)
               : FED_OK;
}

/* mu and L, A and b of the mean, c_i = A_i^-1 b_i and their mean */
static bool gather(const fed_run *run, fed_surrogate *s, workspace *w)
{
    const size_t p = run->problem->p;

    s->mu = INFINITY;
    for (size_t m = 0; m < run->problem->clients; m++) {
        const double weight = run->problem->weight[m];
        double *c = w->centres + m * p;

        fed_affine_client(&s->affine, m);
        fed_axpy(p * p, weight, s->affine.s, w->mean);
        fed_axpy(p, weight, s->affine.b, w->v);
        if (!fed_affine_eigen(&s->affine, m))
            return false;
        for (size_t k = 0; k < p; k++) {
            const double *u = s->affine.s + k * p;

            fed_axpy(p, fed_dot(p, u, s->affine.b) / s->affine.values[k], u, c);
        }
        fed_axpy(p, weight, c, w->centre);
        s->mu = fmin(s->mu, s->affine.values[0]);
        s->smoothness = fmax(s->smoothness, s->affine.values[p - 1]);
    }
    return true;
}

/* sigma_c^2 = E |c_i - c|^2, sigma_A^2 = E |A_i - A|^2 in the spectral norm */
static bool spread(const fed_run *run, fed_surrogate *s, const workspace *w)
{
    const size_t p = run->problem->p;
    double square_c = 0.0, square_a = 0.0;

    for (size_t m = 0; m < run->problem->clients; m++) {
        const double c = fed_distance(p, w->centres + m * p, w->centre);
        double norm;

        fed_affine_client(&s->affine, m);
        fed_axpy(p * p, -1.0, w->mean, s->affine.s);
        if (!fed_eigen(p, s->affine.s, p, false, s->affine.values))
            return false;
        norm = fmax(fabs(s->affine.values[0]), fabs(s->affine.values[p - 1]));
        square_c += run->problem->weight[m] * c * c;
        square_a += run->problem->weight[m] * norm * norm;
    }
    s->sigma_c = sqrt(square_c);
    s->sigma_a = sqrt(square_a);
    return true;
}

/* x = x*(rate); false when LAPACK fails */
static bool minimise(fed_surrogate *s, workspace *w, double rate, double *x)
{
    const size_t p = s->affine.p;

    if (!fed_affine_sum(&s->affine, rate, w->a, w->v) ||
        !fed_affine_solve(p, w->a, w->v, NULL, w->values, x))
        return false;
    s->surrogate_mu = w->values[0];
    s->surrogate_smoothness = w->values[p - 1];
    return true;
}

fed_status fed_surrogate_make(fed_run *run, fed_surrogate *s)
{
    const size_t p = run->problem->p;
    workspace w;
    bool done;

    *s = (fed_surrogate){.minimum = NAN};
    TRY(fed_affine_read(run, "surrogate", &s->affine));
    TRY(make_room(run, &w));
    done = gather(run, s, &w) && spread(run, s, &w);
    done = done && fed_affine_solve(p, w.mean, w.v, NULL, w.values, w.truth);
    s->true_condition = w.values[p - 1] / w.values[0];
    done = done && minimise(s, &w, 0.5 * s->affine.rate, w.half) &&
           minimise(s, &w, s->affine.rate, w.whole);
    if (!done)
        return fed_no_eigen(run->error, "the eigenvalues of the clients' curvature were "
                                        "not found");
    if (!(s->mu > 0.0))
        s->sigma_c = s->sigma_a = NAN;
    s->distance = s->surrogate_mu > 0.0 ? fed_distance(p, w.whole, w.truth) : NAN;
    s->shift = s->surrogate_mu > 0.0 ? fed_distance(p, w.whole, w.half) : NAN;
    if (p == 1 && s->surrogate_mu > 0.0)
        s->minimum = w.whole[0];
    s->truth = w.truth;
    s->whole = w.whole;
    return FED_OK;
}

fed_status fed_surrogate_minimiser(fed_run *run, const fed_surrogate *s, double rate, double *x)
{
    const size_t p = run->problem->p;
    double *a = FED_ARRAY(run->arena, p * p, double), *v = FED_ARRAY(run->arena, p, double);
    double *values = FED_ARRAY(run->arena, p, double);

    if (a == NULL || v == NULL || values == NULL)
        return fed_nomem(run->error);
    return fed_affine_sum(&s->affine, rate, a, v) && fed_affine_solve(p, a, v, NULL, values, x)
               ? FED_OK
               : fed_no_eigen(run->error, "the eigenvalues of the clients' curvature "
                                          "were not found");
}

double fed_surrogate_phi(const fed_surrogate *s, double rate, double lambda)
{
    return lambda * fed_affine_distortion(&s->affine, rate, lambda);
}

static bool holds(const fed_surrogate *s, fed_theta_shape shape)
{
    return s->mu > 0.0 && s->affine.rate * s->smoothness < 1.0 && s->affine.shape == shape;
}

double fed_theorem16(const fed_surrogate *s)
{
    double chi, total = 0.0;

    if (!holds(s, s->affine.shape))
        return NAN;
    for (size_t k = 0; k < s->affine.steps; k++)
        total += s->affine.weights[k];
    chi = fed_affine_distortion(&s->affine, s->affine.rate, s->smoothness) / total;
    return s->smoothness * s->sigma_c / s->mu * (1.0 + s->sigma_a / s->mu) * (1.0 - chi) / chi;
}

double fed_theorem17(const fed_surrogate *s)
{
    const double steps = (double)s->affine.steps, rate = s->affine.rate;

    if (!holds(s, FED_THETA_SUM))
        return NAN;
    return s->sigma_c * (1.0 + s->sigma_a / s->mu) *
           (s->smoothness * steps - fed_surrogate_phi(s, rate, s->smoothness)) /
           fed_surrogate_phi(s, rate, s->mu);
}

/* with the least epsilon that gamma <= ln(1/(1 - epsilon)) / (K L) allows, at most 1 - e^-K */
double fed_corollary20(const fed_surrogate *s)
{
    const double ratio =
        expm1(s->affine.rate * (double)s->affine.steps * s->smoothness); /* eps/(1 - eps) */

    if (!holds(s, FED_THETA_SUM))
        return NAN;
    return s->sigma_c * (1.0 + s->sigma_a / s->mu) * s->smoothness / s->mu * ratio;
}

double fed_theorem21(const fed_surrogate *s)
{
    const double rate = s->affine.rate, half = 0.5 * rate;

    if (!holds(s, FED_THETA_SUM))
        return NAN;
    return s->sigma_c *
           (1.0 + fed_surrogate_phi(s, rate, s->smoothness) / fed_surrogate_phi(s, rate, s->mu)) *
           (fed_surrogate_phi(s, half, s->smoothness) - fed_surrogate_phi(s, rate, s->smoothness)) /
           fed_surrogate_phi(s, half, s->mu);
}

double fed_corollary(const fed_surrogate *s)
{
    const bool last =
        holds(s, FED_THETA_LAST) && s->affine.rate * (double)s->affine.steps * s->smoothness < 1.0;

    return last || holds(s, FED_THETA_SUM) ? fed_surrogate_phi(s, s->affine.rate, s->smoothness) /
                                                 fed_surrogate_phi(s, s->affine.rate, s->mu)
                                           : NAN;
}
