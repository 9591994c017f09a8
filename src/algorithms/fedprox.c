/* fedprox.c -- FedProx: theta <- sum w_i theta_i, theta_i = argmin L_i + |theta' - theta|^2 / (2
 * eta); with batches one such step for each in turn, anchored where the one before ended. */
#include "algorithms/local/prox.h"
#include "algorithms/local/rules.h"
#include "theory/local_spectrum.h"
#include "algorithms/local/order.h"
#include "theory/stopping.h"

#include <string.h>

typedef struct fedprox {
    fed_cohort cohort;
    fed_prox prox;
    const double *model; /* theta, as the clients receive it */
    double *rows;        /* by place in the cohort: theta_i */
    double *failed;      /* by place: the gradient left where a step was not solved, else 0 */
    double *computed;    /* by place: sample gradients of the round */
    const size_t *order; /* the batches */
    bool local;
    double cost;
} fedprox;

/* work: [the step's][the loss's own] */
static void approach(fed_run *run, size_t client, double *work)
{
    const fedprox *state = run->state;
    const size_t p = run->problem->p, place = state->cohort.slot[client];
    const size_t batches = state->prox.first[client + 1] - state->prox.first[client];
    double *x = state->rows + place * p;

    memcpy(x, state->model, p * sizeof *x);
    state->failed[place] = state->computed[place] = 0.0;
    for (size_t k = 0; k < batches && state->failed[place] == 0.0 && !fed_team_hurried(run->team);
         k++) {
        const fed_batch batch = fed_local_batch(run, state->order, client, k, state->local);

        state->failed[place] =
            fed_prox_step(run, &state->prox, &batch, k, x, &state->computed[place], work);
    }
}

static fed_status fedprox_round(fed_run *run)
{
    const fed_message model = {"model", run->problem->p};
    fedprox *state = run->state;

    fed_cohort_draw(run, &state->cohort);
    state->model = fed_broadcast(run, model, run->theta);
    fed_each_client(run, state->cost, approach);
    for (size_t k = 0; k < run->active; k++)
        if (state->failed[k] != 0.0) {
            fed_diverged(run,
                         "round %zu: client %zu's proximal problem was left with a gradient of %g",
                         run->round, run->cohort[k], state->failed[k]);
            return FED_OK;
        }
    fed_reduce_models(run, model, &state->cohort, state->rows, run->theta);
    for (size_t k = 0; k < run->active; k++)
        fed_compute(run, state->computed[k]);
    fed_epoch(run);
    return FED_OK;
}

static fed_status fedprox_setup(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const double p = (double)problem->p;
    fedprox *state = run->state = FED_NEW(run->arena, fedprox);

    if (state == NULL)
        return fed_nomem(run->error);
    TRY(fed_cohort_setup(run, &state->cohort));
    TRY(fed_cohort_weigh(run, &state->cohort));
    state->local = strcmp(fed_config_string(run->config, "algorithm.batch_scale"), "local") == 0;
    TRY(fed_schedule_read(run->config, "algorithm.learning_rate", run->rounds, &run->schedule,
                          run->error));
    TRY(fed_prox_setup(run, &state->prox));
    state->rows = FED_ARRAY(run->arena, state->cohort.size * problem->p, double);
    state->failed = FED_ARRAY(run->arena, state->cohort.size, double);
    state->computed = FED_ARRAY(run->arena, state->cohort.size, double);
    if (state->rows == NULL || state->failed == NULL || state->computed == NULL ||
        (run->batch > 0 && (state->order = fed_local_order(run)) == NULL))
        return fed_nomem(run->error);
    state->cost = fed_local_cost(problem, run->batch > 0) + 2.0 * p * p;
    if (state->prox.kind != FED_PROX_FACTOR)
        state->cost += 5.0 * (p * fed_local_cost(problem, true) + p * p * p / 3.0);
    fed_run_room(run, state->prox.work);
    return fed_stop_early(run);
}

static const fed_param fedprox_params[] = {
    {"learning_rate", FED_RATE, "0.1", 0, INFINITY, NULL,
     "eta of the proximal term |theta' - theta|^2 / (2 eta), a number or a schedule"},
    FED_BATCH_ROWS,
    FED_COHORT_ROWS,
    FED_COHORT_WEIGHTS("renormalised"),
    FED_STOPPING_ROWS,
    FED_END};

extern const fed_algorithm fed_kernel_fedprox;

const fed_algorithm fed_algorithm_fedprox = {
    .entry = {"fedprox", "FedProx: local proximal steps, then the weighted mean", fedprox_params},
    .takes = FED_TRAIT_FUNCTIONS,
    .kernel = &fed_kernel_fedprox,
    .setup = fedprox_setup,
    .round = fedprox_round,
    .rule = fed_rule_prox,
};
