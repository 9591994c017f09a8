/* fedavg.c -- Federated Averaging: theta <- sum w_i theta_i, where client i takes s gradient steps
 * from theta, or s passes over its batches. */
#include "algorithms/local/local.h"
#include "algorithms/local/rules.h"
#include "algorithms/local/strips_make.h"
#include "theory/local_spectrum.h"
#include "algorithms/local/order.h"
#include "algorithms/local/rates.h"
#include "theory/stopping.h"

#include <string.h>

typedef struct fedavg {
    fed_cohort cohort;
    const double *model;      /* theta, as the clients receive it */
    double *rows;             /* by place in the cohort: theta_i */
    const size_t *order;      /* the batches, */
    const fed_strips *strips; /*   and their strips, or NULL */
    size_t steps;
    bool local; /* a batch's gradient is divided by n_i, not by its own size */
    double cost;
} fedavg;

/* work: [views of a batch][spare][the loss's own] */
static void descend(fed_run *run, size_t client, double *work)
{
    const fedavg *state = run->state;
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;
    double *spare = work + fed_local_views(run);
    const size_t batches = fed_local_batches(fed_held(problem->part, client), run->batch);
    double *x = state->rows + state->cohort.slot[client] * p;

    if (state->strips != NULL && state->strips->first[client] < state->strips->first[client + 1]) {
        fed_strips_pass(run, state->strips, client, state->steps, state->local, state->model, x,
                        spare);
        return;
    }
    memcpy(x, state->model, p * sizeof *x);
    for (size_t s = 0; s < state->steps && !fed_team_hurried(run->team); s++)
        for (size_t k = 0; k < batches; k++) {
            const fed_batch batch =
                fed_batch_viewed(run, fed_local_batch(run, state->order, client, k, state->local),
                                 s * batches + k, (size_t *)(void *)work);

            fed_local_step(problem, &batch, run->rate, x, spare, spare + p);
        }
}

static void fedavg_begin(fed_run *run)
{
    fedavg *state = run->state;

    fed_cohort_draw(run, &state->cohort);
    state->model = fed_broadcast(run, (fed_message){"model", run->problem->p}, run->theta);
}

static void fedavg_clients(fed_run *run, const size_t *clients, size_t count, double *work)
{
    fed_visit_clients(run, clients, count, descend, work);
}

static void fedavg_end(fed_run *run)
{
    fedavg *state = run->state;

    fed_reduce_models(run, (fed_message){"model", run->problem->p}, &state->cohort, state->rows,
                      run->theta);
    fed_local_count(run, (double)state->steps);
}

static double fedavg_cost(const fed_run *run)
{
    const fedavg *state = run->state;

    return state->cost;
}

static fed_status fedavg_setup(fed_run *run)
{
    const size_t p = run->problem->p;
    fedavg *state = run->state = FED_NEW(run->arena, fedavg);
    fed_curvature curvature = {0};

    if (state == NULL)
        return fed_nomem(run->error);
    TRY(fed_cohort_setup(run, &state->cohort));
    TRY(fed_cohort_weigh(run, &state->cohort));
    state->steps = (size_t)fed_config_int(run->config, "algorithm.local_steps");
    state->local = strcmp(fed_config_string(run->config, "algorithm.batch_scale"), "local") == 0;
    curvature.steps = (double)state->steps;
    TRY(fed_local_schedule(run, "algorithm.learning_rate", true, &curvature, &run->schedule));
    TRY(fed_local_tell(run, &curvature));
    state->rows = FED_ARRAY(run->arena, state->cohort.size * p, double);
    if (state->rows == NULL || (run->batch > 0 && (state->order = fed_local_order(run)) == NULL))
        return fed_nomem(run->error);
    if (run->batch > 0)
        TRY(fed_strips_make(run, state->order, fed_strips_wide(), &state->strips));
    state->cost = (double)state->steps * fed_local_cost(run->problem, run->batch > 0);
    fed_run_room(run, fed_local_views(run) + p +
                          (state->strips != NULL ? state->strips->room + 2 * FED_BLOCK : 0));
    return fed_stop_early(run);
}

static const fed_param fedavg_params[] = {
    {"learning_rate", FED_RATE, "0.1", 0, INFINITY, NULL,
     "learning rate of the clients, a number or a schedule"},
    {"local_steps", FED_INT, "1", 1, 1e9, NULL,
     "number of gradient steps of a client in a round; with batches, number of passes "
     "over them"},
    FED_BATCH_ROWS,
    FED_COHORT_ROWS,
    FED_COHORT_WEIGHTS("renormalised"),
    FED_STOPPING_ROWS,
    FED_END};

extern const fed_algorithm fed_kernel_fedavg;
static const fed_parts fedavg_parts = {fedavg_begin, fedavg_clients, NULL, fedavg_end, fedavg_cost};

const fed_algorithm fed_algorithm_fedavg = {
    .entry = {"fedavg", "Federated Averaging: local gradient steps, then the weighted mean",
              fedavg_params},
    .takes = FED_TRAIT_FUNCTIONS,
    .kernel = &fed_kernel_fedavg,
    .setup = fedavg_setup,
    .parts = &fedavg_parts,
    .rule = fed_rule_steps,
};
