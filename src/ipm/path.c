/* path.c -- where the central path is met, and when it is left: with an answer or without. */
#include "core/linalg.h"
#include "ipm/ipm.h"

#include <string.h>

static const double feasible = 1e-10;

/* The gap at the start is about nu t: t0 makes it the objective at theta = 0. */
static double first_t(fed_ipm *ipm)
{
    double value;

    memset(ipm->dy, 0, ipm->d * sizeof *ipm->dy);
    value = fed_problem_value(ipm->run->problem, ipm->dy, NULL, ipm->run->work, ipm->run->threads) *
            ipm->scaling;
    return value > 0.0 && isfinite(value) ? value / ipm->nu : 1.0;
}

/* |c| in the metric of the centre against that of the barrier's gradient there, sqrt(nu). */
static double first_t_program(const fed_ipm *ipm)
{
    double square = 0.0;

    for (size_t i = 0; i < ipm->client.n; i++)
        square += ipm->client.ca[i] * ipm->client.ca[i];
    return square > 0.0 ? sqrt(square / (double)ipm->client.n) : 1.0;
}

static void centre(fed_ipm *ipm, const fed_units *u)
{
    const fed_span span = fed_units_span(u, 0, u->n, false);

    u->block->centre(&span);
    memcpy(u->sa, u->ca, u->n * sizeof *u->sa);
    ipm->nu += u->block->degree(&span);
}

static void relax(const fed_ipm *ipm)
{
    for (size_t k = 0; k <= ipm->servers; k++) {
        const fed_units *u = k < ipm->servers ? &ipm->server[k] : &ipm->client;
        const fed_span span = fed_units_span(u, 0, u->n, false);

        if (u->block->pair)
            u->block->relax(&span, ipm->t);
    }
}

/* Lemma F.2: the column b - Ax0 makes the centres feasible, and its cost, which is t0, drives it out. The
 * lemma's LR/delta with L = |c|, R = 1 + |x0| and delta = 1e-3. */
static fed_status modify(fed_ipm *ipm)
{
    fed_units *u = &ipm->server[ipm->servers];
    fed_run *run = ipm->run;
    double *column = FED_ARRAY(run->arena, ipm->d, double),
           *values = FED_ARRAY(run->arena, 3, double);
    double costs = 0.0, point = 0.0;

    if (column == NULL || values == NULL)
        return fed_nomem(run->error);
    if (fed_ipm_feasible(ipm))
        return FED_OK;
    for (size_t i = 0; i < ipm->client.n; i++) {
        costs += ipm->client.ca[i] * ipm->client.ca[i] +
                 (ipm->client.cz != NULL ? ipm->client.cz[i] * ipm->client.cz[i] : 0.0);
        point += ipm->client.a[i] * ipm->client.a[i];
    }
    memcpy(column, ipm->r, ipm->d * sizeof *column);
    ipm->t = fmax(ipm->t, 1e3 * sqrt(costs) * (1.0 + sqrt(point)));
    values[0] = ipm->t;
    values[2] = INFINITY;
    *u = (fed_units){.block = &fed_block_interval,
                     .n = 1,
                     .ca = values,
                     .lower = values + 1,
                     .upper = values + 2,
                     .column = column,
                     .sign = 1.0};
    TRY(fed_units_alloc(run->arena, u, run->error));
    ipm->servers++;
    centre(ipm, u);
    ipm->modified = true;
    relax(ipm);
    fed_ipm_residual(ipm);
    return FED_OK;
}

fed_status fed_ipm_start(fed_ipm *ipm)
{
    centre(ipm, &ipm->client);
    for (size_t k = 0; k < ipm->servers; k++)
        centre(ipm, &ipm->server[k]);
    ipm->t = ipm->program ? first_t_program(ipm) : first_t(ipm);
    memset(ipm->y, 0, ipm->d * sizeof *ipm->y);
    ipm->norm_b = fed_norm(ipm->d, ipm->b);
    relax(ipm);
    fed_ipm_residual(ipm);
    if (strcmp(fed_config_string(ipm->run->config, "algorithm.start"), "modified") == 0)
        TRY(modify(ipm));
    return ipm->wants_short ? fed_ipm_short_setup(ipm) : FED_OK;
}

double fed_ipm_feasible_residual(const fed_ipm *ipm)
{
    return feasible * (1.0 + ipm->norm_b) + ipm->rounding;
}

bool fed_ipm_feasible(const fed_ipm *ipm)
{
    return ipm->residual <= fed_ipm_feasible_residual(ipm);
}

/* nu t is the gap of a point on the path: the true one tells whether it is on that of this problem. */
static void conclude(fed_ipm *ipm, double cost)
{
    const double gap = fed_ipm_gap(ipm);

    if (ipm->modified && ipm->server[ipm->servers - 1].a[0] > 1e-6)
        fed_without_answer(ipm->run, FED_INFEASIBLE,
                           "the added column keeps the value %g: Ax = b has no solution in the "
                           "cone, or its cost is "
                           "too low",
                           ipm->server[ipm->servers - 1].a[0]);
    else if (fed_ipm_certificate(ipm)) /* an optimum at infinity looks near from far out */
        return;
    else if (!(gap <= 1e-6 * (1.0 + fabs(cost)) + 100.0 * ipm->nu * ipm->t))
        fed_diverged(ipm->run,
                     "system \"%s\": the path has ended, but the duality gap is %g: it was another "
                     "problem's",
                     ipm->system->entry.name, gap / ipm->scaling);
    else
        ipm->run->outcome = FED_TOLERANCE;
}

void fed_ipm_shrink(fed_ipm *ipm, double factor)
{
    const double cost = fed_ipm_cost(ipm);

    ipm->centred = true;
    ipm->steps_at_t = 0;
    if (ipm->nu * ipm->t < ipm->tolerance * (1.0 + fabs(cost)))
        conclude(ipm, cost);
    else
        ipm->t *= factor;
    if (!ipm->wants_short && ipm->run->outcome == FED_RUNNING)
        relax(ipm);
}

void fed_ipm_lost(fed_ipm *ipm)
{
    if (ipm->run->outcome != FED_RUNNING || fed_ipm_certificate(ipm))
        return;
    if (ipm->singular)
        fed_diverged(ipm->run,
                     "system \"%s\": A W A' or its sketch is singular in round %zu, t = %g: the "
                     "path is lost",
                     ipm->system->entry.name, ipm->run->round + 1, ipm->t);
    else if (!ipm->inside)
        fed_diverged(ipm->run,
                     "system \"%s\": the iterate left the cone in round %zu, t = %g, |Ax-b| = %g",
                     ipm->system->entry.name, ipm->run->round + 1, ipm->t, ipm->residual);
    else if (ipm->missed >= 5)
        fed_diverged(
            ipm->run,
            "system \"%s\": steps do not lead to Ax = b (|Ax-b| = %g in round %zu, t = %g): "
            "feasibility is lost",
            ipm->system->entry.name, ipm->residual, ipm->run->round + 1, ipm->t);
    else if (!fed_ipm_feasible(ipm))
        fed_diverged(ipm->run,
                     "system \"%s\": |Ax-b| = %g after %d steps for t = %g: feasibility is lost",
                     ipm->system->entry.name, ipm->residual, ipm->steps_at_t, ipm->t);
    else
        fed_diverged(
            ipm->run,
            "system \"%s\": the decrement is %g after %d steps for t = %g: the path is lost",
            ipm->system->entry.name, ipm->decrement, ipm->steps_at_t, ipm->t);
}
