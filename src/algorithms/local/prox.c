/* prox.c -- proximal steps by Newton's method: G(x) = eta grad L(x) + x - anchor = 0, with
 * (I + eta H) step = -G and halving until |G| falls. */
#include "algorithms/local/prox.h"

#include "core/linalg.h"
#include "algorithms/local/factor.h"
#include "algorithms/local/order.h"
#include "core/lapack.h"

#include <float.h>
#include <string.h>

enum { NEWTON_DENSE = 256, FACTOR_SIDE = 2048, NEWTON_STEPS = 200, CG_STEPS = 2000 };
static const double TOLERANCE = 1e-12; /* of the proximal problem's gradient, and */
static const double GIVEN_UP = 1e-6;   /*   what rounding may leave of it at most; */
static const double NEAR =
    1e-9; /*   a steep gradient (|r|^p, p < 2) is judged by the step that is left */
static const size_t STORE_MOST = (size_t)1 << 28; /* doubles of kept factors: 2 GiB */

typedef struct newton {
    const fed_run *run;
    const fed_prox *prox;
    const fed_batch *batch;
    double *anchor, *g, *step, *next, *next_g; /* p each */
    double *cg, *dense, *work;                 /* 3 p; p x p; the loss's own */
    double *computed;                          /* sample gradients so far */
} newton;

fed_status fed_prox_setup(fed_run *run, fed_prox *prox)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p, clients = problem->clients;
    size_t *first = FED_ARRAY(run->arena, clients + 1, size_t), *offset, total = 0, widest = p,
           k = 0;

    if (first == NULL)
        return fed_nomem(run->error);
    prox->first = first;
    for (size_t m = 0; m < clients; m++)
        first[m + 1] = first[m] + fed_local_batches(fed_held(problem->part, m), run->batch);
    prox->offset = offset = FED_ARRAY(run->arena, first[clients] + 1, size_t);
    prox->rate = FED_ARRAY(run->arena, first[clients], double);
    if (offset == NULL || prox->rate == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m < clients; m++)
        for (size_t i = 0; i < first[m + 1] - first[m]; i++, k++) {
            const size_t n = fed_local_batch(run, problem->part->row, m, i, true).n;
            const size_t side = fed_prox_side(problem, n);

            offset[k] = total;
            total = side > FACTOR_SIDE || total > STORE_MOST ? STORE_MOST + 1 : total + side * side;
            widest = side > widest ? side : widest;
        }
    prox->kind = problem->affine && total <= STORE_MOST ? FED_PROX_FACTOR
                 : p > NEWTON_DENSE || (fed_traits(problem) & FED_TRAIT_NO_HESSIAN)
                     ? FED_PROX_CG
                     : FED_PROX_CHOLESKY;
    if (prox->kind == FED_PROX_CG)
        TRY(fed_refuse(problem, run->config, NULL, "fedprox", FED_TRAIT_NO_PRODUCTS, run->error));
    if (prox->kind == FED_PROX_FACTOR &&
        (prox->store = FED_ARRAY(run->arena, total, double)) == NULL)
        return fed_nomem(run->error);
    prox->work = prox->kind == FED_PROX_FACTOR ? 2 * p + widest : 8 * p;
    if (prox->kind == FED_PROX_CHOLESKY)
        prox->work += p * p;
    return FED_OK;
}

/* g = eta grad L(x) + x - anchor; its norm */
static double residual(const newton *s, const double *x, double *g)
{
    const size_t p = s->run->problem->p;

    fed_local_gradient(s->run->problem, s->batch, x, g, s->work);
    *s->computed += (double)s->batch->n;
    for (size_t j = 0; j < p; j++)
        g[j] = s->run->rate * g[j] + (x[j] - s->anchor[j]);
    return fed_norm(p, g);
}

/* step = -(I + eta H(x))^-1 g by conjugate gradients, to 1e-4 of |g|: the outer loop does the rest
 */
static void solve_cg(const newton *s, const double *x)
{
    const size_t p = s->run->problem->p;
    double *r = s->cg, *d = r + p, *image = d + p, *step = s->step;
    double rr, stop;

    memset(step, 0, p * sizeof *step);
    for (size_t j = 0; j < p; j++)
        d[j] = r[j] = -s->g[j];
    rr = fed_dot(p, r, r);
    stop = 1e-8 * rr;
    for (size_t k = 0; k < CG_STEPS && rr > stop; k++) {
        double alpha, before = rr;

        fed_local_hvp(s->run->problem, s->batch, x, d, image, s->work);
        *s->computed += (double)s->batch->n;
        for (size_t j = 0; j < p; j++)
            image[j] = d[j] + s->run->rate * image[j];
        alpha = rr / fed_dot(p, d, image);
        if (!isfinite(alpha))
            return;
        if (alpha <= 0.0) { /* not convex there: as far as this, or down the gradient */
            if (k == 0)
                memcpy(step, d, p * sizeof *step);
            return;
        }
        fed_axpy(p, alpha, d, step);
        fed_axpy(p, -alpha, image, r);
        rr = fed_dot(p, r, r);
        for (size_t j = 0; j < p; j++)
            d[j] = r[j] + rr / before * d[j];
    }
}

static bool solve_dense(const newton *s, const double *x)
{
    const size_t p = s->run->problem->p;

    fed_local_hessian(s->run->problem, s->batch, x, s->dense, s->work);
    *s->computed += (double)p * (double)s->batch->n;
    for (size_t j = 0; j < p; j++) {
        for (size_t i = 0; i < p; i++)
            s->dense[j * p + i] *= s->run->rate;
        s->dense[j * p + j] += 1.0;
        s->step[j] = -s->g[j];
    }
    if (!fed_cholesky(p, s->dense, p))
        return false;
    fed_cholesky_solve(p, s->dense, p, s->step);
    return true;
}

/* next = x + t step with t = 1, 1/2, 1/4, ... until |G| falls by a tenth of t; |G(next)|, or NAN */
static double search(const newton *s, const double *x, double norm)
{
    const size_t p = s->run->problem->p;

    for (double t = 1.0; t > 1e-12; t *= 0.5) {
        double after;

        for (size_t j = 0; j < p; j++)
            s->next[j] = x[j] + t * s->step[j];
        after = residual(s, s->next, s->next_g);
        if (after <= (1.0 - 0.1 * t) * norm)
            return after;
    }
    return NAN;
}

static double solve_newton(const newton *s, double *x)
{
    const size_t p = s->run->problem->p;
    const double rate = s->run->rate;
    double norm = residual(s, x, s->g);

    for (int k = 0; k < NEWTON_STEPS && norm > TOLERANCE * rate * (1.0 + fed_norm(p, x)); k++) {
        double after;

        if (s->prox->kind == FED_PROX_CG)
            solve_cg(s, x);
        else if (!solve_dense(s, x))
            break;
        after = search(s, x, norm);
        if (isnan(
                /* no step is better: x is as near as doubles get, or there is no solution */
                after)) {
            if (fed_norm(p, s->step) <= NEAR * (1.0 + fed_norm(p, x)))
                return 0.0;
            break;
        }
        norm = after;
        memcpy(x, s->next, p * sizeof *x);
        memcpy(s->g, s->next_g, p * sizeof *x);
        if (fed_norm(p, s->step) <= DBL_EPSILON * fed_norm(p, x))
            break;
    }
    return norm <= fmax(GIVEN_UP * rate, 64.0 * DBL_EPSILON) * (1.0 + fed_norm(p, x)) ? 0.0
                                                                                      : norm / rate;
}

double fed_prox_step(const fed_run *run, const fed_prox *prox, const fed_batch *batch, size_t k,
                     double *x, double *computed, double *work)
{
    const size_t p = run->problem->p;
    newton s = {.run = run, .prox = prox, .batch = batch, .computed = computed};

    if (run->rate == 0.0)
        return 0.0;
    if (prox->kind == FED_PROX_FACTOR) {
        const size_t at = prox->first[batch->client] + k;

        return fed_prox_affine(run, batch, prox->store + prox->offset[at], &prox->rate[at], x,
                               computed, work)
                   ? 0.0
                   : INFINITY;
    }
    s.anchor = work;
    s.g = s.anchor + p;
    s.step = s.g + p;
    s.next = s.step + p;
    s.next_g = s.next + p;
    s.cg = s.next_g + p;
    s.dense = s.cg + 3 * p;
    s.work = s.dense + (prox->kind == FED_PROX_CHOLESKY ? p * p : 0);
    memcpy(s.anchor, x, p * sizeof *x);
    return solve_newton(&s, x);
}
