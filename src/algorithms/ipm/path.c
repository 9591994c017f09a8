/* path.c -- where the central path is met, and when it is left: with an answer or without. */
#include "algorithms/ipm/path.h"

#include "core/linalg.h"
#include "algorithms/ipm/ipm.h"
#include "algorithms/ipm/degenerate.h"
#include "algorithms/ipm/diagnostics.h"
#include "algorithms/ipm/predictor_start.h"
#include "algorithms/ipm/short.h"
#include "algorithms/ipm/units.h"
#include "problem/objective.h"

#include <string.h>

static const double feasible = 1e-10;
enum { BEYOND = 3 }; /* times that t falls below the tolerance for a gap that is proven */

/* The objective at theta = 0. */
static double first_value(fed_ipm *ipm)
{
    memset(ipm->dy, 0, ipm->d * sizeof *ipm->dy);
    return fed_problem_value(ipm->run->problem, ipm->run->team, ipm->dy, NULL) * ipm->scaling;
}

/* The gap at the start is about nu t: t0 makes it the objective at theta = 0. */
static double first_t(fed_ipm *ipm)
{
    const double value = first_value(ipm);

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

static bool asks_modified(const fed_ipm *ipm)
{
    return strcmp(fed_config_string(ipm->run->config, "algorithm.start"), "modified") == 0;
}

/* The column that a modified start adds, behind the server's units. */
static fed_status add_room(fed_ipm *ipm)
{
    fed_run *run = ipm->run;
    fed_units *u = &ipm->server[ipm->servers];
    double *column = fed_keep(run, "added column", ipm->d, sizeof(double)),
           *values = fed_keep(run, "its cost and bounds", 3, sizeof(double));

    if (column == NULL || values == NULL)
        return fed_nomem(run->error);
    *u = (fed_units){.block = &fed_block_interval,
                     .n = 1,
                     .ca = values,
                     .lower = values + 1,
                     .upper = values + 2,
                     .column = column};
    return fed_units_alloc(run->arena, u, run->error);
}

/* The predictor's points have no slack; they have distances and multipliers instead. */
static bool keep_units(const fed_ipm *ipm, const fed_units *u, const char *const *names)
{
    fed_run *run = ipm->run;
    const size_t bytes = u->n * sizeof(double);
    double *const more[] = {u->gl, u->gu, u->zl, u->zu};
    bool kept = true;

    for (size_t k = 0; ipm->predictor && k < 4; k++)
        kept = kept && fed_state_keep_at(&run->kept, names[3 + k], more[k], bytes);
    return kept && fed_state_keep_at(&run->kept, names[0], u->a, bytes) &&
           (!u->block->pair || ipm->predictor ||
            fed_state_keep_at(&run->kept, names[1], u->slack, bytes)) &&
           fed_state_keep_at(&run->kept, names[2], u->sa, bytes);
}

fed_status fed_ipm_keep(fed_ipm *ipm)
{
    static const char *const clients[] = {"a", "slack", "s", "gl", "gu", "zl", "zu"};
    static const char *const server[] = {"server a",  "server slack", "server s", "server gl",
                                         "server gu", "server zl",    "server zu"};
    fed_run *run = ipm->run;
    const size_t kinds = ipm->servers + asks_modified(ipm);
    bool kept = keep_units(ipm, &ipm->client, clients);

    if (asks_modified(ipm))
        TRY(add_room(ipm));
    for (size_t k = 0; k < kinds; k++)
        kept = kept && keep_units(ipm, &ipm->server[k], server);
    kept = kept && fed_state_keep_at(&run->kept, "y", ipm->y, ipm->d * sizeof *ipm->y) &&
           fed_state_keep_at(&run->kept, "r", ipm->r, ipm->d * sizeof *ipm->r) &&
           fed_state_keep_at(&run->kept, "place", &ipm->t,
                             offsetof(fed_ipm, modified) + sizeof ipm->modified -
                                 offsetof(fed_ipm, t)) &&
           fed_state_keep_at(&run->kept, "rank", &ipm->normal.rank, sizeof ipm->normal.rank) &&
           fed_state_keep_at(&run->kept, "dropped rows", ipm->normal.dropped,
                             ipm->d * sizeof *ipm->normal.dropped);
    if (ipm->triangle != NULL)
        kept = kept && fed_state_keep_at(&run->kept, "basis", ipm->triangle,
                                         ipm->d * (ipm->d + 1) * sizeof *ipm->triangle);
    return kept ? FED_OK : fed_nomem(run->error);
}

/* Lemma F.2: the column b - Ax0 makes the centres feasible, and its cost, which is t0, drives it
 * out. The lemma's LR/delta with L = |c|, R = 1 + |x0| and delta = 1e-3. */
static void modify(fed_ipm *ipm)
{
    fed_units *u = &ipm->server[ipm->servers];
    double costs = 0.0, point = 0.0, *values = (double *)u->ca;

    if (fed_ipm_feasible(ipm))
        return;
    for (size_t i = 0; i < ipm->client.n; i++) {
        costs += ipm->client.ca[i] * ipm->client.ca[i] +
                 (ipm->client.cz != NULL ? ipm->client.cz[i] * ipm->client.cz[i] : 0.0);
        point += ipm->client.a[i] * ipm->client.a[i];
    }
    memcpy((double *)u->column, ipm->r, ipm->d * sizeof *ipm->r);
    ipm->t = fmax(ipm->t, 1e3 * sqrt(costs) * (1.0 + sqrt(point)));
    values[0] = ipm->t;
    values[2] = INFINITY;
    ipm->servers++;
    centre(ipm, u);
    ipm->modified = true;
    relax(ipm);
    fed_ipm_residual(ipm);
}

fed_status fed_ipm_start(fed_ipm *ipm)
{
    ipm->norm_b = fed_norm(ipm->d, ipm->b);
    if (ipm->system->start != NULL)
        return ipm->system->start(ipm);
    if (ipm->predictor) {
        fed_ipm_predictor_first(ipm, ipm->program ? 0.0 : first_value(ipm));
        return FED_OK;
    }
    centre(ipm, &ipm->client);
    for (size_t k = 0; k < ipm->servers; k++)
        centre(ipm, &ipm->server[k]);
    ipm->t = ipm->program ? first_t_program(ipm) : first_t(ipm);
    memset(ipm->y, 0, ipm->d * sizeof *ipm->y);
    relax(ipm);
    fed_ipm_residual(ipm);
    if (asks_modified(ipm))
        modify(ipm);
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

static double gap_and_miss(const fed_ipm *ipm, double gap)
{
    return gap + fabs(fed_dot(ipm->d, ipm->y, ipm->r));
}

static void rounded(fed_ipm *ipm, double gap)
{
    fed_diverged(ipm->run,
                 "rounding leaves a duality gap of %g, more than the tolerance allows: "
                 "standardize the features, or raise algorithm.tolerance",
                 gap / ipm->scaling);
}

/* nu t is the gap of a point on the path; the true one tells whether it is that of this problem.
 * Where Ax = b is missed by r the objective at y is above the least by at most gap + |y'r|, up to
 * what y may still change. Lemma F.3 allows 4 nu t; while it is more, t falls further. */
static void conclude(fed_ipm *ipm, double cost)
{
    const double gap = gap_and_miss(ipm, fed_ipm_gap(ipm)),
                 most = 4.0 * ipm->tolerance * (1.0 + fabs(cost));

    if (ipm->modified && ipm->server[ipm->servers - 1].a[0] > 1e-6)
        fed_without_answer(ipm->run, FED_INFEASIBLE,
                           "the added column is still %g: Ax = b has no solution in the "
                           "cone, or the cost of the column is too low",
                           ipm->server[ipm->servers - 1].a[0]);
    else if (fed_ipm_certificate(ipm)) /* an optimum at infinity looks near from far out */
        return;
    else if (gap <= most)
        ipm->run->outcome = FED_TOLERANCE;
    else if (!(gap <= 1e-6 * (1.0 + fabs(cost)) + 100.0 * ipm->nu * ipm->t))
        fed_diverged(ipm->run,
                     "system \"%s\": the path has ended, but the duality gap is %g: it "
                     "belongs to another problem",
                     ipm->system->entry.name, gap / ipm->scaling);
    else if (++ipm->closed > BEYOND)
        rounded(ipm, gap);
}

void fed_ipm_shrink(fed_ipm *ipm, double factor)
{
    const double cost = fed_ipm_cost(ipm);

    ipm->centred = true;
    ipm->steps_at_t = 0;
    if (ipm->nu * ipm->t < ipm->tolerance * (1.0 + fabs(cost)))
        conclude(ipm, cost);
    if (ipm->run->outcome != FED_RUNNING)
        return;
    ipm->t *= factor;
    if (!ipm->wants_short)
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
    else if (ipm->missed >= FED_STRAYED)
        fed_diverged(
            ipm->run,
            "system \"%s\": steps do not lead to Ax = b (|Ax-b| = %g in round %zu, t = %g): "
            "feasibility is lost",
            ipm->system->entry.name, ipm->residual, ipm->run->round + 1, ipm->t);
    else if (ipm->predictor && !ipm->program && ipm->primal_residual <= 1e-8)
        rounded(ipm, gap_and_miss(ipm, fabs(ipm->gap)));
    else if (ipm->predictor)
        fed_diverged(ipm->run,
                     "the steps have become too short (round %zu): Ax = b is missed by %.1e, the "
                     "dual's constraints by %.1e, relatively, and rounding hides the way; other "
                     "units of rows and columns may help",
                     ipm->run->round + 1, ipm->primal_residual, ipm->dual_residual);
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
