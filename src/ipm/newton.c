/* newton.c -- the parts of a Newton step: mu and W at the clients, their messages, the step dx. */
#include "core/linalg.h"
#include "ipm/columns.h"

#include <float.h>
#include <string.h>

static void relax_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n, double *sums,
                       double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);

    (void)client, (void)sums, (void)work;
    if (u->block->pair)
        u->block->relax(&span, ipm->t);
}

/* mu = s/t + grad phi(x), W = (Hessian of phi)^-1 */
static void local_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n, double *sums,
                       double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);
    const fed_local local = {u->ma + first, u->mz + first, u->waa + first, u->waz + first, u->wzz + first};

    (void)client, (void)sums, (void)work;
    u->block->local(&span, &local);
    for (size_t i = 0; i < n; i++)
        local.ga[i] += u->sa[first + i] / ipm->t;
    if (u->block->pair)
        for (size_t i = 0; i < n; i++)
            local.gz[i] += span.cz[i] / ipm->t;
}

void fed_ipm_local(fed_ipm *ipm, bool relax)
{
    if (relax)
        fed_ipm_pass(ipm, relax_body, 0);
    fed_ipm_pass(ipm, local_body, 0);
}

/* sums: [A W A', d x d][A W c mu, d] */
static void gather_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n, double *sums,
                        double *work)
{
    const double c = ipm->coefficient[client];
    double *w = work, *g = sums;

    if (ipm->system->gathers) {
        g = sums + ipm->d * ipm->d;
        memcpy(w, u->waa + first, n * sizeof *w);
        fed_ipm_outer(ipm, u, first, n, w, sums, work);
    }
    for (size_t i = first; i < first + n; i++)
        w[i - first] = c * (u->waa[i] * u->ma[i] + u->waz[i] * u->mz[i]);
    fed_ipm_product(ipm, u, first, n, w, g, work);
}

void fed_ipm_gather(fed_ipm *ipm)
{
    const size_t d = ipm->d, square = ipm->system->gathers ? d * d : 0;

    fed_ipm_pass(ipm, gather_body, square + d);
    memcpy(ipm->matrix, ipm->sums, square * sizeof *ipm->matrix);
    for (size_t i = 0; i < d; i++)
        ipm->g[i] = ipm->r[i] + ipm->sums[square + i];
}

/* dx = W(-c mu + A'dy/t), s -= A'dy; sums: |dx|^2 in the Hessian */
static void direction_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n, double *sums,
                           double *work)
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

static void here_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n, double *sums,
                      double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);

    (void)client, (void)sums, (void)work;
    u->block->merit(&span, u->sa + first, ipm->t, u->here + first);
}

/* The difference is summed unit by unit: the merit itself is of the size of c'x/t. */
static void trial_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n, double *sums,
                       double *work)
{
    const fed_span from = fed_units_span(u, first, n, false), to = fed_units_span(u, first, n, true);
    double *value = work;

    (void)client;
    u->block->move(&from, u->da + first, u->dz + first, ipm->step, &to);
    if (!ipm->short_step && u->block->pair)
        u->block->relax(&to, ipm->t);
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

static void take_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n, double *sums,
                      double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);

    (void)client, (void)sums, (void)work;
    u->block->move(&span, u->da + first, u->dz + first, ipm->step, &span);
    if (!ipm->short_step && u->block->pair)
        u->block->relax(&span, ipm->t);
}

void fed_ipm_take(fed_ipm *ipm, double step)
{
    ipm->step = step;
    fed_ipm_pass(ipm, take_body, 0);
    fed_ipm_residual(ipm);
}

/* sums: [A x, d][c'x][blocks not inside][sum |a factor|] */
static void residual_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n, double *sums,
                          double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);
    double *w = work, *z = work + FED_BLOCK;

    (void)client;
    u->block->height(&span, z);
    for (size_t i = 0; i < n; i++) {
        w[i] = span.a[i];
        sums[ipm->d] += u->ca[first + i] * span.a[i] + (span.cz != NULL ? span.cz[i] * z[i] : 0.0);
        sums[ipm->d + 2] += fabs(span.a[i] * (u->factor != NULL ? u->factor[first + i] : 1.0));
    }
    if (!(u->block->interior(&span) > 0.0))
        sums[ipm->d + 1] += 1.0;
    fed_ipm_product(ipm, u, first, n, w, sums, work);
}

void fed_ipm_residual(fed_ipm *ipm)
{
    const size_t d = ipm->d;

    fed_ipm_pass(ipm, residual_body, d + 3);
    for (size_t i = 0; i < d; i++)
        ipm->r[i] = ipm->b[i] - ipm->sums[i];
    ipm->residual = fed_norm(d, ipm->r);
    ipm->cost = ipm->sums[d];
    ipm->inside = ipm->sums[d + 1] == 0.0 && isfinite(ipm->residual) && isfinite(ipm->cost);
    ipm->rounding = 4.0 * DBL_EPSILON * ipm->largest * ipm->sums[d + 2];
}
