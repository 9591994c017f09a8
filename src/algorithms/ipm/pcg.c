/* pcg.c -- conjugate gradients on A W A', applied by the clients, preconditioned by the Gram matrix
 * of S_i sqrt(W_i) A_i', 4d sketched samples in all, which is kept while it serves. */
#include "core/linalg.h"
#include "algorithms/ipm/columns.h"
#include "algorithms/ipm/passes.h"
#include "algorithms/ipm/path.h"
#include "algorithms/ipm/precondition.h"

#include <string.h>

static const double tolerance = 1e-4; /* of the residual in the preconditioner's norm */

typedef struct pcg {
    fed_sketched sketched;
    /* systems since the preconditioner was made; iterations of the first; those beyond since */
    size_t *age;
    double *v, *image, *rest, *better; /* d */
} pcg;

/* The factors last as long as they serve; so a run that goes on needs them. */
static bool keep(fed_ipm *ipm, pcg *state)
{
    fed_run *run = ipm->run;
    const fed_normal *normal = &ipm->normal;

    state->age = fed_keep(run, "age of the preconditioner", 3, sizeof(size_t));
    return state->age != NULL &&
           fed_state_keep_at(&run->kept, "factor", normal->matrix, normal->size * sizeof(double)) &&
           fed_state_keep_at(&run->kept, "its scale", normal->scale, ipm->d * sizeof(double));
}

static fed_status setup(fed_ipm *ipm)
{
    fed_run *run = ipm->run;
    pcg *state = ipm->state = FED_NEW(run->arena, pcg);
    const size_t d = ipm->d;

    if (state == NULL || (state->v = FED_ARRAY(run->arena, 4 * d, double)) == NULL ||
        !keep(ipm, state))
        return fed_nomem(run->error);
    state->image = state->v + d;
    state->rest = state->image + d;
    state->better = state->rest + d;
    return fed_sketched_setup(ipm, &state->sketched, 4 * d);
}

/* Anew when what the old one costs in vectors, since it was made, is more than a sketch does. */
static bool precondition(fed_ipm *ipm)
{
    pcg *state = ipm->state;
    const size_t clients = ipm->rows->clients;
    const double vectors = (double)state->sketched.start[clients] / (double)clients;

    if (state->age[0]++ > 0 && (double)state->age[2] <= vectors)
        return true;
    state->age[0] = 1;
    state->age[1] = state->age[2] = 0;
    fed_sketched_send(ipm, &state->sketched);
    return fed_sketched_factor(ipm, &state->sketched, ipm->run->round);
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

/* dy from the residual in state->rest, until its square in the preconditioner's norm is below
 * `least` times the first one and its own norm below `size` (INFINITY: whatever it is). */
static void conjugate_gradients(fed_ipm *ipm, double least, double size)
{
    pcg *state = ipm->state;
    const size_t d = ipm->d, most = 2 * d + 50;
    size_t taken = 0;
    double rho, first;

    memset(ipm->dy, 0, d * sizeof *ipm->dy);
    fed_normal_apply(&ipm->normal, state->rest, state->v);
    first = rho = fed_dot(d, state->rest, state->v);
    for (; taken < most && (rho > least * first || fed_norm(d, state->rest) > size); taken++) {
        double alpha, next;

        fed_broadcast(ipm->run, (fed_message){"v", d}, state->v);
        fed_ipm_pass(ipm, apply_body, d);
        fed_collect(ipm->run, (fed_message){"A W A' v", d});
        alpha = rho / fed_dot(d, state->v, ipm->sums);
        if (!isfinite(alpha))
            break;
        fed_axpy(d, alpha, state->v, ipm->dy);
        fed_axpy(d, -alpha, ipm->sums, state->rest);
        fed_normal_apply(&ipm->normal, state->rest, state->better);
        next = fed_dot(d, state->rest, state->better);
        for (size_t i = 0; i < d; i++)
            state->v[i] = state->better[i] + next / rho * state->v[i];
        rho = next;
    }
    ipm->passes += taken; /* a product with a Hessian each */
    fed_broadcast(ipm->run, (fed_message){"dy", d}, ipm->dy);
    if (state->age[0] == 1)
        state->age[1] = state->age[1] > taken ? state->age[1] : taken;
    else if (taken > state->age[1])
        state->age[2] += taken - state->age[1];
}

static void solve(fed_ipm *ipm)
{
    pcg *state = ipm->state;

    fed_collect(ipm->run, (fed_message){"A (W mu - x)", ipm->d});
    memcpy(state->rest, ipm->g, ipm->d * sizeof *state->rest);
    conjugate_gradients(ipm, tolerance * tolerance, INFINITY);
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
    .exact = true,
    .prepare = precondition,
    .solve = solve,
    .refine = refine,
};
