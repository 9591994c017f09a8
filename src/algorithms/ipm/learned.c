/* learned.c -- the server learns A W A' from what it hears anyway. Where the conjugate of the loss
 * is its own barrier the clients set x to the best for a y, with t = 0, and r = b - Ax is all they
 * send; y moves along M^-1 r. M is the Gram matrix of few samples, sketched once, and then BFGS's
 * update of it by the pairs (change of y, change of -r): compressed differences of A_i W_i A_i'
 * would be words more. */
#include "core/linalg.h"
#include "algorithms/ipm/columns.h"
#include "algorithms/ipm/degenerate.h"
#include "algorithms/ipm/passes.h"
#include "algorithms/ipm/precondition.h"
#include "algorithms/ipm/units.h"

#include <string.h>

enum { PAIRS = 32, HALVINGS = 40, SOONEST = 8, SAMPLES = 2 }; /* sketched samples: twice d */

typedef struct learned {
    fed_sketched sketched;
    bool factored;
    size_t *count;        /* pairs so far */
    double *value;        /* the dual's, less its sign: the loss at y */
    double *steps, *pull; /* PAIRS x d: changes of y and of -r */
    double *y, *r, *v;    /* before the step; room */
    double *along;        /* PAIRS */
} learned;

static fed_status refuse(fed_ipm *ipm, const char *key, const char *why)
{
    return fed_config_fault(ipm->run->config, ipm->run->error, FED_CONFIG, key,
                            "system \"learned\" %s", why);
}

static fed_status setup(fed_ipm *ipm)
{
    fed_run *run = ipm->run;
    learned *state = ipm->state = FED_NEW(run->arena, learned);
    const size_t d = ipm->d;

    if (ipm->program || ipm->client.block->best == NULL || run->problem->l1 > 0.0)
        return refuse(ipm, "algorithm.system",
                      "needs a smooth loss (linear, logistic, poisson, exponential) and "
                      "no l1; otherwise use \"pcg\"");
    if (strcmp(fed_config_string(run->config, "algorithm.step"), "auto") != 0)
        return refuse(ipm, "algorithm.step", "has its own steps, expected \"auto\"");
    if (strcmp(fed_config_string(run->config, "algorithm.start"), "modified") == 0)
        return refuse(ipm, "algorithm.start", "starts at the model 0, expected \"infeasible\"");
    if (state == NULL)
        return fed_nomem(run->error);
    state->count = fed_keep(run, "pairs", 1, sizeof(size_t));
    state->value = fed_keep(run, "value", 1, sizeof(double));
    state->steps = fed_keep(run, "changes of y", PAIRS * d, sizeof(double));
    state->pull = fed_keep(run, "changes of r", PAIRS * d, sizeof(double));
    state->y = FED_ARRAY(run->arena, 3 * d + PAIRS, double);
    if (state->count == NULL || state->value == NULL || state->steps == NULL ||
        state->pull == NULL || state->y == NULL)
        return fed_nomem(run->error);
    state->r = state->y + d;
    state->v = state->r + d;
    state->along = state->v + d;
    return fed_sketched_setup(ipm, &state->sketched, SAMPLES * d);
}

/* x at its best for y. sums: [A x, d][min of s'x] */
static void reply_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                       double *sums, double *work)
{
    const fed_span span = fed_units_span(u, first, n, false);
    double *e = work, *least = e + FED_STRETCH;

    (void)client;
    fed_ipm_adjoint(ipm, u, first, n, ipm->y, e, work);
    for (size_t k = 0; k < n; k++)
        u->sa[first + k] = u->ca[first + k] - e[k];
    u->block->best(&span, u->sa + first, u->waa + first);
    u->block->least(&span, u->sa + first, least);
    for (size_t k = 0; k < n; k++)
        sums[ipm->d] += least[k];
    memcpy(e, u->a + first, n * sizeof *e);
    fed_ipm_product(ipm, u, first, n, e, sums, work);
}

/* r = b - Ax and the loss at y. */
static double listen(fed_ipm *ipm)
{
    const size_t d = ipm->d;

    fed_ipm_pass(ipm, reply_body, d + 1);
    for (size_t i = 0; i < d; i++)
        ipm->r[i] = ipm->b[i] - ipm->sums[i];
    return -(ipm->sums[d] + fed_dot(d, ipm->b, ipm->y));
}

static double *pair(double *pairs, size_t k, size_t d)
{
    return pairs + k % PAIRS * d;
}

/* dy = M^-1 r by BFGS's two loops */
static void direction(fed_ipm *ipm)
{
    learned *state = ipm->state;
    const size_t d = ipm->d, last = *state->count, first = last > PAIRS ? last - PAIRS : 0;

    memcpy(state->v, ipm->r, d * sizeof *state->v);
    for (size_t k = last; k-- > first;) {
        const double *s = pair(state->steps, k, d), *q = pair(state->pull, k, d);

        state->along[k % PAIRS] = fed_dot(d, s, state->v) / fed_dot(d, s, q);
        fed_axpy(d, -state->along[k % PAIRS], q, state->v);
    }
    fed_normal_solve(&ipm->normal, state->v, ipm->dy);
    for (size_t k = first; k < last; k++) {
        const double *s = pair(state->steps, k, d), *q = pair(state->pull, k, d);

        fed_axpy(d, state->along[k % PAIRS] - fed_dot(d, q, ipm->dy) / fed_dot(d, s, q), s,
                 ipm->dy);
    }
}

/* M from sketches with the W of y = 0: the same in a run that goes on. */
static bool first_matrix(fed_ipm *ipm)
{
    learned *state = ipm->state;

    memcpy(state->y, ipm->y, ipm->d * sizeof *ipm->y);
    memset(ipm->y, 0, ipm->d * sizeof *ipm->y);
    listen(ipm);
    ipm->normal.rank = 0;
    state->factored = fed_sketched_factor(ipm, &state->sketched, 0);
    memcpy(ipm->y, state->y, ipm->d * sizeof *ipm->y);
    listen(ipm);
    if (ipm->run->round == 0) {
        fed_sketched_send(ipm, &state->sketched);
        ipm->passes += 2;
    }
    return state->factored;
}

/* Halves the step until the loss falls; the loss is a number, r is sent once. */
static bool search(fed_ipm *ipm)
{
    learned *state = ipm->state;
    const size_t d = ipm->d;
    const double slope = fed_dot(d, ipm->r, ipm->dy), rounding = 1e-14 * fabs(*state->value);
    double value;

    memcpy(state->y, ipm->y, d * sizeof *ipm->y);
    memcpy(state->r, ipm->r, d * sizeof *ipm->r);
    ipm->step = 1.0;
    for (int k = 0; k < HALVINGS; k++, ipm->step *= 0.5) {
        for (size_t i = 0; i < d; i++)
            ipm->y[i] = state->y[i] + ipm->step * ipm->dy[i];
        fed_broadcast(ipm->run, (fed_message){"y", d}, ipm->y);
        value = listen(ipm);
        fed_control(ipm->run, 2.0 * (double)ipm->run->active);
        ipm->passes += k > 0;
        if (value <= *state->value - 1e-4 * ipm->step * slope + rounding) {
            *state->value = value;
            return true;
        }
    }
    return false;
}

static void remember(fed_ipm *ipm)
{
    learned *state = ipm->state;
    const size_t d = ipm->d;
    double *s = pair(state->steps, *state->count, d), *q = pair(state->pull, *state->count, d);

    for (size_t i = 0; i < d; i++) {
        s[i] = ipm->y[i] - state->y[i];
        q[i] = state->r[i] - ipm->r[i];
    }
    if (fed_dot(d, s, q) > 1e-14 * fed_norm(d, s) * fed_norm(d, q))
        ++*state->count;
}

/* With a ridge on every parameter |r|^2/(2 l2) bounds the gap; else half of r'M^-1 r is about it.
 */
static void judge(fed_ipm *ipm)
{
    const learned *state = ipm->state;
    const double square = fed_dot(ipm->d, ipm->r, ipm->r);
    const bool bound = ipm->run->problem->l2 > 0.0 && fed_all_penalised(&ipm->rows->model);

    direction(ipm);
    ipm->decrement = sqrt(fmax(0.0, fed_dot(ipm->d, ipm->r, ipm->dy)));
    ipm->gap =
        bound ? square / (2.0 * ipm->server[0].shape) : 0.5 * ipm->decrement * ipm->decrement;
    ipm->residual = sqrt(square);
    ipm->inside = isfinite(ipm->residual);
    ipm->interior = NAN;
    if (ipm->gap <= ipm->tolerance * (1.0 + fabs(*state->value)) && !fed_ipm_certificate(ipm))
        ipm->run->outcome = FED_TOLERANCE;
    else if (ipm->run->outcome == FED_RUNNING && (ipm->run->round + 1) % SOONEST == 0)
        fed_ipm_certificate(ipm);
}

static fed_status start(fed_ipm *ipm)
{
    learned *state = ipm->state;

    memset(ipm->y, 0, ipm->d * sizeof *ipm->y);
    *state->value = listen(ipm);
    ipm->residual = fed_norm(ipm->d, ipm->r);
    ipm->gap = ipm->decrement = ipm->interior = NAN;
    return FED_OK;
}

static fed_status one_round(fed_ipm *ipm)
{
    learned *state = ipm->state;

    if (!state->factored && !first_matrix(ipm)) {
        fed_diverged(ipm->run, "system \"learned\": the sketched samples are not finite");
        return FED_OK;
    }
    direction(ipm);
    if (!search(ipm)) {
        if (!fed_ipm_certificate(ipm))
            fed_diverged(ipm->run, "system \"learned\": no step lowers the loss in round %zu",
                         ipm->run->round + 1);
        return FED_OK;
    }
    fed_collect(ipm->run, (fed_message){"A x", ipm->d});
    remember(ipm);
    judge(ipm);
    return FED_OK;
}

const fed_system fed_system_learned = {
    .entry = {"learned", "A W A' from sketched samples and what steps do to A x", NULL},
    .setup = setup,
    .start = start,
    .round = one_round,
};
