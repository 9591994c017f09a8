/* theorem29.c -- the rates that make local updates converge to the true optimum: with kappa = L/mu,
 * b = 3 kappa^2 and t from 1, gamma_t = min{1/(L(b+t)), ln 2/(K mu)} for the clients and
 * eta_t = 3/(mu_t (b+t)) for the server, mu_t = phi_{K,mu}(gamma_t) = (1 - (1 - gamma_t
 * mu)^K)/gamma_t. */
#include "schedules/types.h"

static fed_status read(const fed_config *config, const char *path, fed_schedule *schedule,
                       fed_error *error)
{
    const fed_curvature *c = &schedule->curvature;

    if (!(c->mu > 0.0) || !(c->smoothness >= c->mu) || isinf(c->smoothness))
        return fed_config_fault(
            config, error, FED_CONFIG, path,
            "theorem29 needs losses of bounded positive curvature, not within [%g, %g]", c->mu,
            c->smoothness);
    return FED_OK;
}

static double rate(const fed_schedule *schedule, size_t t)
{
    const fed_curvature *c = &schedule->curvature;
    double b = 3.0 * (c->smoothness / c->mu) * (c->smoothness / c->mu);
    double time = b + (double)(t + 1);
    double gamma = fmin(1.0 / (c->smoothness * time), M_LN2 / (c->steps * c->mu));
    double mu =
        -expm1(c->steps * log1p(-gamma * c->mu)) / gamma; /* gamma mu is small: no cancellation */

    return c->client ? gamma : 3.0 / (mu * time);
}

static const fed_param params[] = {FED_END};

const fed_schedule_type fed_schedule_theorem29 = {
    .entry = {"theorem29", "decreasing rates of Theorem 29, for local steps", params},
    .curvature = true,
    .read = read,
    .rate = rate};
