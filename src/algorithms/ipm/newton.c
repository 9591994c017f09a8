/* newton.c -- the parts of a Newton step: mu and W at the clients, their messages, the step dx. */
#include "core/linalg.h"
#include "algorithms/ipm/columns.h"
#include "algorithms/ipm/passes.h"
#include "algorithms/ipm/units.h"
#include "problem/codes.h"

#include <float.h>
#include <string.h>

/* mu = s/t + grad phi(x), W = (Hessian of phi)^-1 */
static void local_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                       double *sums, double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);
    const fed_local local = {u->ma + first, u->mz + first, u->waa + first, u->waz + first,
                             u->wzz + first};

    (void)client, (void)sums, (void)work;
    u->block->local(&span, &local);
    for (size_t i = 0; i < n; i++)
        local.ga[i] += u->sa[first + i] / ipm->t;
    if (u->block->pair)
        for (size_t i = 0; i < n; i++)
            local.gz[i] += span.cz[i] / ipm->t;
}

void fed_ipm_local(fed_ipm *ipm)
{
    fed_ipm_pass(ipm, local_body, 0);
}

size_t fed_ipm_variables(const fed_ipm *ipm, size_t client)
{
    return fed_held(ipm->rows->part, client) * (ipm->client.block->pair ? 2 : 1);
}

void fed_ipm_square(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                    double *sums, double *work)
{
    (void)client;
    memcpy(work, u->waa + first, n * sizeof *work);
    fed_ipm_outer(ipm, u, first, n, work, sums, work);
}

static void weighted(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                     double *sums, double *work)
{
    for (size_t i = first; i < first + n; i++)
        work[i - first] = ipm->coefficient[client] * (u->waa[i] * u->ma[i] + u->waz[i] * u->mz[i]);
    fed_ipm_product(ipm, u, first, n, work, sums, work);
}

void fed_ipm_message(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                     double *sums, double *work)
{
    weighted(ipm, u, client, first, n, sums + fed_ipm_squared(ipm, u),
             work); /* brings rows to cache */
    fed_ipm_square(ipm, u, client, first, n, sums, work);
}

static void gather_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                        double *sums, double *work)
{
    if (!ipm->short_step && !ipm->predictor)
        local_body(ipm, u, client, first, n, sums, work);
    if (ipm->system->gathers)
        fed_ipm_message(ipm, u, client, first, n, sums, work);
    else
        weighted(ipm, u, client, first, n, sums, work);
}

/* Where the pass that weighed the units has gathered all but the square. */
static void gather_square(fed_ipm *ipm)
{
    const size_t d = ipm->d;

    fed_pairs_square(ipm->codes, ipm->run->team, ipm->bends, ipm->normal.matrix);
    fed_ipm_server(ipm, fed_ipm_square, ipm->normal.matrix);
    for (size_t i = 0; i < d; i++)
        ipm->g[i] = ipm->r[i] + ipm->awm[i];
}

void fed_ipm_gather(fed_ipm *ipm)
{
    const size_t d = ipm->d, square = ipm->system->gathers ? ipm->normal.size : 0;

    if (ipm->codes != NULL) {
        gather_square(ipm);
        return;
    }
    fed_ipm_pass_over(ipm, gather_body,
                      (fed_ipm_sums){.squares = ipm->system->gathers, .vectors = 1});
    memcpy(ipm->normal.matrix, ipm->sums, square * sizeof *ipm->sums);
    for (size_t i = 0; i < d; i++)
        ipm->g[i] = ipm->r[i] + ipm->sums[square + i];
}

bool fed_ipm_solve(fed_ipm *ipm)
{
    if (ipm->system->prepare != NULL && !ipm->system->prepare(ipm))
        return false;
    ipm->system->solve(ipm);
    for (size_t i = 0; i < ipm->d; i++)
        ipm->dy[i] *= ipm->t;
    for (size_t i = 0; ipm->local_dy != NULL && i < (ipm->run->problem->clients + 1) * ipm->d; i++)
        ipm->local_dy[i] *= ipm->t;
    return true;
}

/* dx = W(-c mu + A'dy/t), s -= A'dy; sums: |dx|^2 in the Hessian */
static void direction_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                           double *sums, double *work)
{
    const double c = ipm->coefficient[client], t = ipm->t;
    const double *dy = ipm->local_dy != NULL ? ipm->local_dy + client * ipm->d : ipm->dy;
    double *e = work;

    fed_ipm_adjoint(ipm, u, first, n, dy, e, work);
    for (size_t i = first; i < first + n; i++) {
        const double ua = e[i - first] / t - c * u->ma[i], uz = -c * u->mz[i];

        u->da[i] = u->waa[i] * ua + u->waz[i] * uz;
        u->dz[i] = u->waz[i] * ua + u->wzz[i] * uz;
        u->sa[i] -= e[i - first];
        sums[0] += ua * u->da[i] + uz * u->dz[i];
    }
}

void fed_ipm_direction(fed_ipm *ipm)
{
    fed_ipm_pass(ipm, direction_body, 1);
    ipm->decrement = sqrt(ipm->sums[0]);
    fed_axpy(ipm->d, 1.0, ipm->dy, ipm->y);
}

static void refine_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                        double *sums, double *work)
{
    double *e = work;

    (void)client, (void)sums;
    fed_ipm_adjoint(ipm, u, first, n, ipm->dy, e, work);
    for (size_t i = first; i < first + n; i++) {
        u->da[i] += u->waa[i] * e[i - first] / ipm->t;
        u->dz[i] += u->waz[i] * e[i - first] / ipm->t;
        u->sa[i] -= e[i - first];
    }
}

void fed_ipm_refine(fed_ipm *ipm)
{
    ipm->system->refine(ipm);
    for (size_t i = 0; i < ipm->d; i++)
        ipm->dy[i] *= ipm->t;
    fed_ipm_pass(ipm, refine_body, 0);
    fed_axpy(ipm->d, 1.0, ipm->dy, ipm->y);
}

static void here_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                      double *sums, double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);

    (void)client, (void)sums, (void)work;
    u->block->merit(&span, u->sa + first, ipm->t, u->here + first);
}

/* to = from + step dx; with long steps the slack then goes where it is best */
static void move(const fed_ipm *ipm, const fed_units *u, size_t first, const fed_span *from,
                 const fed_span *to)
{
    if (ipm->short_step || !u->block->pair) {
        u->block->move(from, u->da + first, u->dz + first, ipm->step, to);
        return;
    }
    for (size_t i = 0; i < from->n; i++)
        to->a[i] = from->a[i] + ipm->step * u->da[first + i];
    u->block->relax(to, ipm->t);
}

/* The difference is summed unit by unit: the merit itself is of the size of c'x/t. */
static void trial_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                       double *sums, double *work)
{
    const fed_span from = fed_units_span(u, first, n, false),
                   to = fed_units_span(u, first, n, true);
    double *value = work;

    (void)client;
    move(ipm, u, first, &from, &to);
    u->block->merit(&to, u->sa + first, ipm->t, value);
    for (size_t i = 0; i < n; i++)
        sums[0] += value[i] - u->here[first + i];
}

double fed_ipm_trial(fed_ipm *ipm, double step)
{
    if (step == 0.0) {
        fed_ipm_pass(ipm, here_body, 0);
        return 0.0;
    }
    ipm->step = step;
    fed_ipm_pass(ipm, trial_body, 1);
    return ipm->sums[0];
}

/* sums: [A x, d][blocks not inside][sum |factor a|] */
static void residual_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                          double *sums, double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);
    double *w = work;

    (void)client;
    if (!(u->block->interior(&span) > 0.0))
        sums[ipm->d] += 1.0;
    memcpy(w, span.a, n * sizeof *w);
    fed_ipm_product(ipm, u, first, n, w, sums, work); /* w is factor a now */
    for (size_t i = 0; i < n; i++)
        sums[ipm->d + 1] += fabs(w[i]);
}

static void take_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                      double *sums, double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);

    move(ipm, u, first, &span, &span);
    residual_body(ipm, u, client, first, n, sums, work);
}

static void use_residual(fed_ipm *ipm)
{
    const size_t d = ipm->d;

    for (size_t i = 0; i < d; i++)
        ipm->r[i] = ipm->b[i] - ipm->sums[i];
    ipm->residual = fed_norm(d, ipm->r);
    ipm->inside = ipm->sums[d] == 0.0 && isfinite(ipm->residual);
    ipm->rounding = 4.0 * DBL_EPSILON * ipm->largest * ipm->sums[d + 1];
}

void fed_ipm_take(fed_ipm *ipm, double step)
{
    ipm->step = step;
    fed_ipm_pass(ipm, take_body, ipm->d + 2);
    use_residual(ipm);
}

void fed_ipm_residual(fed_ipm *ipm)
{
    fed_ipm_pass(ipm, residual_body, ipm->d + 2);
    use_residual(ipm);
}

static void cost_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                      double *sums, double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);
    double *z = work;

    (void)ipm, (void)client;
    u->block->height(&span, z);
    for (size_t i = 0; i < n; i++)
        sums[0] += u->ca[first + i] * span.a[i] + (span.cz != NULL ? span.cz[i] * z[i] : 0.0);
}

double fed_ipm_cost(fed_ipm *ipm)
{
    fed_ipm_pass(ipm, cost_body, 1);
    return ipm->sums[0];
}
