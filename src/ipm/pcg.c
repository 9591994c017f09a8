/* pcg.c -- conjugate gradients on A W A', applied by the clients, preconditioned by the Gram matrix of
 * S_i sqrt(W_i) A_i', 4d sketched samples in all. */
#include "core/linalg.h"
#include "ipm/columns.h"
#include "losses/sketched.h"

#include <string.h>

static const double tolerance = 1e-4; /* of the residual in the preconditioner's norm */

typedef struct pcg {
    const fed_sketcher *kind;
    size_t *start; /* clients+1: first row of a client's message */
    double *rows, *weight;
    double *v, *image, *rest, *better; /* d */
} pcg;

static fed_status setup(fed_ipm *ipm)
{
    fed_run *run = ipm->run;
    pcg *state = ipm->state = FED_NEW(run->arena, pcg);
    const size_t clients = ipm->rows->clients, d = ipm->d;

    if (state == NULL)
        return fed_nomem(run->error);
    state->kind = fed_sketch_find("srht");
    state->start = FED_ARRAY(run->arena, clients + 1, size_t);
    state->weight = FED_ARRAY(run->arena, ipm->client.n, double);
    state->v = FED_ARRAY(run->arena, 4 * d, double);
    if (state->start == NULL || state->weight == NULL || state->v == NULL)
        return fed_nomem(run->error);
    state->image = state->v + d;
    state->rest = state->image + d;
    state->better = state->rest + d;
    fed_sketched_shares(ipm->rows, 4 * d, state->start);
    state->rows = FED_ARRAY(run->arena, state->start[clients] * d, double);
    if (state->rows == NULL)
        return fed_nomem(run->error);
    return fed_run_work(run, fed_ipm_work(ipm) +
                                 fed_sketched_work(ipm->rows, state->kind, state->start));
}

static void sketch_client(fed_run *run, size_t client, double *work)
{
    fed_ipm *ipm = run->state;
    const pcg *state = ipm->state;
    const size_t first = ipm->rows->part->start[client],
                 rows = state->start[client + 1] - state->start[client];

    for (size_t i = first; i < ipm->rows->part->start[client + 1]; i++)
        state->weight[i] = ipm->client.factor[i] * ipm->client.factor[i] * ipm->client.waa[i];
    fed_sketched_rows(ipm->rows, client, state->weight + first, state->kind, rows,
                      fed_rng_stream(run->seed, FED_RNG_SKETCH, run->replicate, client, run->round),
                      state->rows + state->start[client] * ipm->d, work);
}

static bool precondition(fed_ipm *ipm)
{
    const pcg *state = ipm->state;
    const size_t d = ipm->d, clients = ipm->rows->clients;
    double *matrix = ipm->normal.matrix;

    fed_each_client(ipm->run, (double)ipm->client.n / (double)clients * (double)d * 20.0,
                    sketch_client);
    for (size_t m = 0; m < clients; m++)
        fed_count_sent(ipm->run, (state->start[m + 1] - state->start[m]) * d);
    memset(matrix, 0, d * d * sizeof *matrix);
    fed_syrk(d, state->start[clients], 1.0, state->rows, d, matrix, d);
    fed_ipm_server(ipm, fed_ipm_square, matrix);
    return fed_normal_factor(&ipm->normal);
}

/* out += A W A' v */
static void apply_body(fed_ipm *ipm, const fed_units *u, size_t client, size_t first, size_t n,
                       double *sums, double *work)
{
    const pcg *state = ipm->state;
    double *e = work;

    (void)client;
    fed_ipm_adjoint(ipm, u, first, n, state->v, e, work);
    for (size_t i = 0; i < n; i++)
        e[i] *= u->waa[first + i];
    fed_ipm_product(ipm, u, first, n, e, sums, work);
}

/* dy from the residual in state->rest, until its square in the preconditioner's norm is below `least` times
 * the first one and its own norm below `size` (INFINITY: whatever it is). */
static void conjugate_gradients(fed_ipm *ipm, double least, double size)
{
    pcg *state = ipm->state;
    const size_t d = ipm->d, most = 2 * d + 50;
    double rho, first;

    memset(ipm->dy, 0, d * sizeof *ipm->dy);
    fed_normal_solve(&ipm->normal, state->rest, state->v);
    first = rho = fed_dot(d, state->rest, state->v);
    for (size_t k = 0; k < most && (rho > least * first || fed_norm(d, state->rest) > size); k++) {
        double alpha, next;

        fed_count_broadcast(ipm->run, d);
        fed_ipm_pass(ipm, apply_body, d);
        fed_count_reduce(ipm->run, d);
        alpha = rho / fed_dot(d, state->v, ipm->sums);
        if (!isfinite(alpha))
            break;
        fed_axpy(d, alpha, state->v, ipm->dy);
        fed_axpy(d, -alpha, ipm->sums, state->rest);
        fed_normal_solve(&ipm->normal, state->rest, state->better);
        next = fed_dot(d, state->rest, state->better);
        for (size_t i = 0; i < d; i++)
            state->v[i] = state->better[i] + next / rho * state->v[i];
        rho = next;
    }
    fed_count_broadcast(ipm->run, d); /* dy */
    for (size_t i = 0; i < d; i++)
        ipm->dy[i] *= ipm->t;
}

static bool solve(fed_ipm *ipm)
{
    pcg *state = ipm->state;

    fed_count_reduce(ipm->run, ipm->d); /* A_i (W_i mu_i - x_i) */
    if (!precondition(ipm))
        return false;
    memcpy(state->rest, ipm->g, ipm->d * sizeof *state->rest);
    conjugate_gradients(ipm, tolerance * tolerance, INFINITY);
    return true;
}

/* The residual is what Ax - b will be after the whole step. */
static void refine(fed_ipm *ipm)
{
    conjugate_gradients(ipm, 1.0, 0.5 * fed_ipm_feasible_residual(ipm));
}

const fed_system fed_system_pcg = {
    .entry = {"pcg", "conjugate gradients, preconditioned by sketched samples", NULL},
    .patience = 150,
    .setup = setup,
    .solve = solve,
    .refine = refine,
};
