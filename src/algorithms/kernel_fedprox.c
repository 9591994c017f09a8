/* kernel_fedprox.c -- FedProx on functions, least squares: f(x) <- f(x) + eta K P (y - f(x)) in
 * sample, P_ii = (I + eta K_i)^-1. */
#include "core/linalg.h"
#include "algorithms/local/functions.h"
#include "algorithms/local/rules.h"
#include "theory/local_spectrum.h"
#include "core/lapack.h"
#include "theory/stopping.h"

typedef struct kernel_fedprox {
    fed_functions functions;
    double *factor; /* of I + eta K_i, as functions.block */
    double made_for;
} kernel_fedprox;

static double step_of(const fed_run *run, size_t client)
{
    return run->rate * run->problem->scale / (double)fed_held(run->problem->part, client);
}

/* Every client's factor; all are positive definite, for K_i is semidefinite. */
static void factorize(fed_run *run, kernel_fedprox *state)
{
    for (size_t m = 0; m < run->problem->clients; m++) {
        const size_t n = fed_held(run->problem->part, m);
        double *factor = state->factor + state->functions.offset[m];

        for (size_t k = 0; k < n * n; k++)
            factor[k] = step_of(run, m) * state->functions.block[state->functions.offset[m] + k] +
                        (k % (n + 1) == 0 ? 1.0 : 0.0);
        if (!fed_cholesky(n, factor, n)) {
            fed_diverged(run, "client %zu's kernel matrix is not positive semidefinite", m);
            return;
        }
    }
    state->made_for = run->rate;
}

/* delta = eta/n (I + eta K_i)^-1 (y - f); work: [f] */
static void approach(fed_run *run, size_t client, double *work)
{
    const kernel_fedprox *state = run->state;
    const size_t first = run->problem->part->start[client],
                 n = fed_held(run->problem->part, client);
    double *delta = state->functions.delta + first;

    fed_functions_at(run, client, work, delta);
    for (size_t i = 0; i < n; i++)
        delta[i] = step_of(run, client) * (delta[i] - work[i]);
    fed_cholesky_solve(n, state->factor + state->functions.offset[client], n, delta);
}

static fed_status kernel_fedprox_round(fed_run *run)
{
    kernel_fedprox *state = run->state;

    if (state->made_for != run->rate)
        factorize(run, state);
    if (run->outcome != FED_RUNNING)
        return FED_OK;
    fed_cohort_draw(run, &state->functions.cohort);
    fed_broadcast(run, (fed_message){"coefficients", run->problem->p}, run->theta);
    fed_each_client(run, state->functions.cost, approach);
    fed_functions_merge(run, &state->functions, 1.0);
    return FED_OK;
}

static fed_status kernel_fedprox_setup(fed_run *run)
{
    const fed_partition *part = run->problem->part;
    kernel_fedprox *state = run->state = FED_NEW(run->arena, kernel_fedprox);
    size_t total = 0;

    if (state == NULL)
        return fed_nomem(run->error);
    TRY(fed_functions_setup(run, &state->functions));
    if (!run->problem->affine)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "loss.type",
                                "fedprox of the kernel model needs least squares, found '%s'",
                                run->problem->loss->entry.name);
    for (size_t m = 0; m < run->problem->clients; m++)
        total += fed_held(part, m) * fed_held(part, m);
    state->factor = FED_ARRAY(run->arena, total, double);
    state->made_for = NAN;
    if (state->factor == NULL)
        return fed_nomem(run->error);
    TRY(fed_schedule_read(run->config, "algorithm.learning_rate", run->rounds, &run->schedule,
                          run->error));
    fed_run_room(run, state->functions.largest);
    return fed_stop_early(run);
}

const fed_algorithm fed_kernel_fedprox = {
    .entry = {"fedprox", "FedProx of functions of a reproducing kernel", NULL},
    .setup = kernel_fedprox_setup,
    .round = kernel_fedprox_round,
    .rule = fed_rule_prox,
};
