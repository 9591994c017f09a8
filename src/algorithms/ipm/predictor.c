/* predictor.c -- Mehrotra's predictor and corrector on the same barriers: every bound has a
 * multiplier z of its own, z (a - l) = t on the path, and the slack of a pair is at its best, so
 * that f(a) stands for z. One matrix a round: W = (c f''(a) + zl/(a-l) + zu/(u-a))^-1; two
 * right-hand sides. */
#include "algorithms/ipm/predictor.h"

#include "core/linalg.h"
#include "algorithms/ipm/columns.h"
#include "algorithms/ipm/assess.h"
#include "algorithms/ipm/basis.h"
#include "algorithms/ipm/degenerate.h"
#include "algorithms/ipm/passes.h"
#include "algorithms/ipm/path.h"
#include "algorithms/ipm/predictor_start.h"
#include "algorithms/ipm/stride.h"

#include <float.h>
#include <string.h>

/* Short steps, or steps for the least t, in a row; rounds between certificates; solves for what a
 * solve left */
enum { PATIENCE = 12, SOONEST = 4, CORRECTIONS = 3 };
static const double short_step = 0.02;

enum { BY_X, BY_BOTH, MOST, PREDICTED = MOST + 2 };

/* sums: [A v, d, where it is not known yet][A w, d][products][what the steps are of those to the
 * boundary: a, z] */
static void predict_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                         double *sums, double *work)
{
    double *e = work, *v = e + FED_STRETCH, *w = v + FED_STRETCH,
           *tell = sums + (ipm->codes != NULL ? 1 : 2) * fed_ipm_width(ipm, u);

    (void)client;
    fed_ipm_adjoint(ipm, u, first, n, ipm->dy, e, work);
    fed_stride_predict(u, first, n, e, v, w, tell + BY_X, tell + MOST);
    if (ipm->codes != NULL)
        fed_ipm_product(ipm, u, first, n, w, sums, work);
    else
        fed_ipm_products(ipm, u, first, n, v, w, sums, work);
}

/* sums: [A da, d, where it is wanted][what the steps are of those to the boundary: a, z] */
static void correct_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                         double *sums, double *work)
{
    (void)client;
    fed_ipm_adjoint(ipm, u, first, n, ipm->dy, u->dz + first, work);
    fed_stride_correct(u, first, n, ipm->t, sums + (ipm->refines ? fed_ipm_width(ipm, u) : 0));
    if (!ipm->refines)
        return;
    memcpy(work, u->da + first, n * sizeof *work);
    fed_ipm_product(ipm, u, first, n, work, sums, work);
}

/* The gap is the true one for losses, whose dual needs no s >= 0; then what Ax - b hides of it. */
static bool closed(const fed_ipm *ipm)
{
    const double most = ipm->tolerance * (1.0 + fabs(ipm->cost)),
                 strict = fmin(fmax(ipm->tolerance, 1e-12), 1e-8);

    return fabs(ipm->gap) <= most && ipm->primal_residual <= strict &&
           (ipm->program ? ipm->dual_residual <= strict
                         : fabs(fed_dot(ipm->d, ipm->y, ipm->r)) <= most);
}

/* The gap is the square of the model's error: the last step must have moved the model by little
 * too, unless more of them change nothing. A theta that runs away is not such a case. */
static bool done(fed_ipm *ipm)
{
    const fed_problem *problem = ipm->run->problem;
    const bool held = problem->classes != 2 || problem->l1 > 0.0 || problem->l2 > 0.0;

    if (closed(ipm) && !ipm->measures)
        fed_ipm_assess(ipm);
    ipm->closed = closed(ipm) ? ipm->closed + 1 : 0;
    if (ipm->program || ipm->closed > (held ? 3 : 40))
        return ipm->closed > 0;
    return ipm->closed > 0 && ipm->primal_residual <= 1e-10 &&
           ipm->moved <= 0.01 * sqrt(ipm->tolerance);
}

static void conclude(fed_ipm *ipm)
{
    fed_run *run = ipm->run;

    if (!ipm->inside)
        fed_ipm_lost(ipm);
    else if (done(ipm) && !fed_ipm_certificate(ipm))
        run->outcome = FED_TOLERANCE;
    else if (run->outcome == FED_RUNNING && ipm->stalled >= PATIENCE)
        fed_ipm_lost(ipm);
    else if (run->outcome == FED_RUNNING && (ipm->program || (run->round + 1) % SOONEST == 0))
        fed_ipm_certificate(ipm);
}

/* What t is at least for a loss: z'g is then nothing beside what rounding does to the cost. */
static double least_t(const fed_ipm *ipm)
{
    return ipm->program ? 0.0 : 1e-3 * DBL_EPSILON * (1.0 + fabs(ipm->cost)) / ipm->nu;
}

/* Mehrotra's sigma = (what the predictor would leave of z'g)^3. g'dz = -z'g - da'(zl - zu). */
static void choose_target(fed_ipm *ipm)
{
    const double *by_t = ipm->codes != NULL ? ipm->awt : ipm->sums,
                 *second = ipm->codes != NULL ? ipm->sums : ipm->sums + ipm->d;
    const double *tell = second + ipm->d, product = ipm->nu * ipm->t;
    double x = 1.0 / fmax(1.0, tell[MOST]), z = 1.0 / fmax(1.0, tell[MOST + 1]), left;

    if (!ipm->program)
        x = z = fmin(x, z);
    left = 1.0 - z + ((x - z) * tell[BY_X] + x * z * tell[BY_BOTH]) / product;
    left = fmin(fmax(left, 0.0), 1.0);
    ipm->t = fmax(left * left * left * product / ipm->nu, least_t(ipm));
    for (size_t i = 0; i < ipm->d; i++)
        ipm->g[i] += second[i] - ipm->t * by_t[i];
}

/* A da = r: what the solve left of it is solved for again while that helps. Where the loss's
 * curvature keeps W small A W A' has lost nothing, and the refinement of a direct solve is enough.
 */
static void correct(fed_ipm *ipm)
{
    const size_t d = ipm->d;
    double size = 0.0, before = INFINITY;

    if (!ipm->refines) {
        if (ipm->codes == NULL) /* else A x is summed after every step */
            fed_normal_residual(&ipm->normal, ipm->g, ipm->dy, ipm->before);
        fed_ipm_lift(ipm, ipm->dy);
        fed_ipm_pass_over(ipm, correct_body, (fed_ipm_sums){.numbers = 2, .most = 2});
        return;
    }
    for (size_t i = 0; i < d; i++)
        size = fmax(size, ipm->normal.scale[i] * (fabs(ipm->g[i]) + fabs(ipm->r[i])));
    for (int k = 0;; k++) {
        double miss = 0.0;

        memcpy(ipm->before, ipm->dy, d * sizeof *ipm->dy);
        fed_ipm_lift(ipm, ipm->dy);
        fed_ipm_pass_over(ipm, correct_body, (fed_ipm_sums){.vectors = 1, .numbers = 2, .most = 2});
        fed_collect(ipm->run, (fed_message){"A dx", d});
        for (size_t i = 0; i < d; i++) {
            ipm->g[i] = ipm->normal.dropped[i] ? 0.0 : ipm->r[i] - ipm->sums[i];
            miss = fmax(miss, ipm->normal.scale[i] * fabs(ipm->g[i]));
        }
        if (k == CORRECTIONS || !(miss > 1e-9 * size) || !(miss < 0.1 * before))
            return;
        before = miss;
        ipm->system->solve(ipm);
        fed_axpy(d, 1.0, ipm->before, ipm->dy);
    }
}

static void choose_step(fed_ipm *ipm)
{
    const double *most = ipm->sums + (ipm->refines ? ipm->d : 0), close = 0.9995;
    bool stalls;

    ipm->step = fmin(1.0, close / most[0]);
    ipm->dual_step = fmin(1.0, close / most[1]);
    if (!ipm->program)
        ipm->step = ipm->dual_step = fmin(ipm->step, ipm->dual_step);
    ipm->decrement = fmax(most[0], most[1]);
    stalls = fmin(ipm->step, ipm->dual_step) < short_step ||
             (ipm->closed == 0 && ipm->nu > 0.0 && ipm->t <= least_t(ipm));
    ipm->stalled = stalls ? ipm->stalled + 1 : 0;
}

fed_status fed_ipm_predictor(fed_ipm *ipm)
{
    const size_t d = ipm->d;

    if (ipm->run->round == 0 && ipm->program)
        TRY(fed_ipm_predictor_start(ipm));
    fed_ipm_weigh(ipm);
    fed_ipm_gather(ipm);
    if (ipm->run->round == 0)
        TRY(fed_ipm_rebase(ipm));
    if (ipm->system->prepare != NULL && !ipm->system->prepare(ipm)) {
        ipm->singular = true;
        fed_ipm_lost(ipm);
        return FED_OK;
    }
    ipm->refines = ipm->client.block->curve == NULL || ipm->rebased || !ipm->system->gathers ||
                   ipm->normal.rank < d;
    if (ipm->nu > 0.0) {
        ipm->system->solve(ipm);
        fed_ipm_lift(ipm, ipm->dy);
        fed_ipm_pass_over(
            ipm, predict_body,
            (fed_ipm_sums){.vectors = ipm->codes != NULL ? 1 : 2, .numbers = PREDICTED, .most = 2});
        fed_collect(ipm->run,
                    (fed_message){"A W of the second order", d}); /* that of t: solve counts */
        fed_control(ipm->run, 8.0 * (double)ipm->run->active);
        choose_target(ipm);
    }
    ipm->system->solve(ipm);
    correct(ipm);
    choose_step(ipm);
    fed_axpy(d, ipm->dual_step, ipm->dy, ipm->y);
    for (size_t i = 0; !ipm->refines && ipm->codes == NULL && i < d; i++)
        ipm->r[i] += ipm->step * (ipm->before[i] - ipm->r[i]);
    ipm->t_used = ipm->t;
    fed_ipm_advance(ipm, ipm->refines || ipm->closed > 0);
    conclude(ipm);
    return FED_OK;
}
