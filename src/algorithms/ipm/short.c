/* short.c -- Algorithm 1 as printed: steps h_i = -alpha c_i mu_i, c_i = exp(lambda gamma_i)/gamma_i
 * over sqrt(sum exp(2 lambda gamma)), gamma_i = |mu_i| in the inverse Hessian, then t *= 1 -
 * xi/sqrt(nu). */
#include "algorithms/ipm/short.h"

#include "algorithms/ipm/ipm.h"
#include "algorithms/ipm/long.h"
#include "algorithms/ipm/path.h"

void fed_ipm_constants(fed_ipm *ipm)
{
    const double clients = (double)ipm->run->problem->clients;

    ipm->lambda = log(clients);
    ipm->alpha = 0.5;
    ipm->xi = 0.3;
    ipm->threshold = 0.0;
    if (ipm->paper) {
        ipm->lambda = 0x1p16 * log(fmax(clients, 2.0));
        ipm->alpha = 0x1p-20 / (ipm->lambda * ipm->lambda);
        ipm->xi = 0x1p-10 * ipm->alpha;
        ipm->threshold = 96.0 * sqrt(ipm->alpha);
    }
}

fed_status fed_ipm_short_setup(fed_ipm *ipm)
{
    const fed_run *run = ipm->run;
    double steps;

    steps = sqrt(ipm->nu) / ipm->xi * log(fmax(ipm->nu * ipm->t / ipm->tolerance, 2.0));
    if (ipm->paper && steps > (double)run->rounds)
        return fed_config_fault(
            run->config, run->error, FED_CONFIG, "algorithm.constants",
            "the published constants need about %.1e rounds here (xi = %.1e, nu = %g), more than "
            "algorithm.rounds = %zu; \"practical\" ones need about %.0f",
            steps, ipm->xi, ipm->nu, run->rounds, steps * ipm->xi / 0.3);
    return FED_OK;
}

static double square(const fed_units *u, size_t first, size_t last)
{
    double sum = 0.0;

    for (size_t i = first; i < last; i++)
        sum += u->ma[i] * u->ma[i] * u->waa[i] + 2.0 * u->ma[i] * u->mz[i] * u->waz[i] +
               u->mz[i] * u->mz[i] * u->wzz[i];
    return sum;
}

/* coefficient[i] = alpha c_i; the server's variables are one more client */
static void coefficients(fed_ipm *ipm)
{
    const fed_problem *problem = ipm->run->problem;
    const size_t clients = problem->clients;
    double *c = ipm->coefficient, most = 0.0, sum = 0.0, all = 0.0;

    c[clients] = 0.0;
    for (size_t k = 0; k < ipm->servers; k++)
        c[clients] += square(&ipm->server[k], 0, ipm->server[k].n);
    for (size_t m = 0; m < clients; m++)
        c[m] = square(&ipm->client, problem->part->start[m], problem->part->start[m + 1]);
    for (size_t m = 0; m <= clients; m++) {
        all += c[m];
        c[m] = sqrt(c[m]);
        most = fmax(most, c[m]);
    }
    ipm->potential = 0.0;
    for (size_t m = 0; m <= clients; m++)
        ipm->potential += exp(ipm->lambda * c[m]);
    for (size_t m = 0; m <= clients; m++)
        sum += c[m] > 0.0 ? exp(2.0 * ipm->lambda * (c[m] - most)) : 0.0;
    for (size_t m = 0; m <= clients; m++)
        c[m] = c[m] > 0.0 && c[m] >= ipm->threshold
                   ? ipm->alpha * exp(ipm->lambda * (c[m] - most)) / (c[m] * sqrt(sum))
                   : 0.0;
    ipm->centrality = sqrt(all);
    ipm->max_gamma = most;
}

/* Lemma F.2's start is on the path, and Algorithm 1 begins there; from any other the path must be
 * met first, by long steps. */
fed_status fed_ipm_short(fed_ipm *ipm)
{
    if (ipm->modified && ipm->run->round == 0)
        ipm->centred = ipm->short_step = true;
    if (!ipm->centred) {
        TRY(fed_ipm_long(ipm));
        ipm->short_step = ipm->centred;
        return FED_OK;
    }
    fed_ipm_local(ipm);
    coefficients(ipm);
    fed_control(ipm->run, 2.0 * (double)ipm->run->active); /* gamma_i up, the sum down */
    fed_ipm_gather(ipm);
    if (!fed_ipm_solve(ipm)) {
        ipm->singular = true;
        fed_ipm_lost(ipm);
        return FED_OK;
    }
    fed_ipm_direction(ipm);
    fed_ipm_take(ipm, 1.0);
    if (!ipm->inside || !isfinite(ipm->decrement) ||
        ipm->residual > 1e-3 * (1.0 + ipm->norm_b) + ipm->rounding)
        fed_ipm_lost(ipm);
    else
        fed_ipm_shrink(ipm, 1.0 - ipm->xi / sqrt(ipm->nu));
    return FED_OK;
}
