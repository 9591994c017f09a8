/* kernel_fedavg.c -- FedAvg on functions: client i takes s steps f <- f - eta grad L_i(f), which
 * for least squares is f(x) <- f(x) + eta K P (y - f(x)) in sample, P_ii = sum_{k<s} (I - eta
 * K_i)^k. */
#include "core/linalg.h"
#include "algorithms/local/functions.h"
#include "algorithms/local/rules.h"
#include "theory/local_spectrum.h"
#include "theory/stopping.h"

typedef struct kernel_fedavg {
    fed_functions functions;
    size_t steps;
} kernel_fedavg;

/* value -= change at the samples, delta -= step; work: [f][y][derivative] */
static void descend(fed_run *run, size_t client, double *work)
{
    const kernel_fedavg *state = run->state;
    const fed_problem *problem = run->problem;
    const size_t first = problem->part->start[client], n = fed_held(problem->part, client);
    const double factor = run->rate * problem->scale / (double)n;
    const double *block = state->functions.block + state->functions.offset[client];
    double *f = work, *y = f + state->functions.largest, *d1 = y + state->functions.largest;
    double *delta = state->functions.delta + first;

    fed_functions_at(run, client, f, y);
    for (size_t i = 0; i < n; i++)
        delta[i] = 0.0;
    for (size_t s = 0; s < state->steps && !fed_team_hurried(run->team); s++) {
        for (size_t i = 0; i < n; i += FED_BLOCK)
            fed_link(problem, n - i < FED_BLOCK ? n - i : FED_BLOCK, f + i, y + i, NULL, d1 + i,
                     NULL);
        fed_axpy(n, -factor, d1, delta);
        if (s + 1 < state->steps)
            fed_gemv(n, n, -factor, block, n, d1, 1.0, f);
    }
}

static fed_status kernel_fedavg_round(fed_run *run)
{
    kernel_fedavg *state = run->state;

    fed_cohort_draw(run, &state->functions.cohort);
    fed_broadcast(run, (fed_message){"coefficients", run->problem->p}, run->theta);
    fed_each_client(run, state->functions.cost, descend);
    fed_functions_merge(run, &state->functions, (double)state->steps);
    return FED_OK;
}

static fed_status kernel_fedavg_setup(fed_run *run)
{
    kernel_fedavg *state = run->state = FED_NEW(run->arena, kernel_fedavg);

    if (state == NULL)
        return fed_nomem(run->error);
    state->steps = (size_t)fed_config_int(run->config, "algorithm.local_steps");
    TRY(fed_functions_setup(run, &state->functions));
    TRY(fed_schedule_read(run->config, "algorithm.learning_rate", run->rounds, &run->schedule,
                          run->error));
    fed_run_room(run, 3 * state->functions.largest + FED_BLOCK);
    return fed_stop_early(run);
}

const fed_algorithm fed_kernel_fedavg = {
    .entry = {"fedavg", "Federated Averaging of functions of a reproducing kernel", NULL},
    .setup = kernel_fedavg_setup,
    .round = kernel_fedavg_round,
    .rule = fed_rule_steps,
};
