/* scaffold.c -- SCAFFOLD: local steps corrected by control variates, y <- y - b (g_i(y) - c_i + c);
 * then c_i <- c_i - c + (x - y)/(K b), x <- x + s sum w_i (y_i - x), c <- c + sum w_i (c_i' - c_i).
 */
#include "algorithms/local/walk.h"
#include "core/linalg.h"
#include "algorithms/local/order.h"

#include <string.h>

typedef struct scaffold {
    fed_cohort cohort;
    fed_schedule client;
    size_t steps;
    double rate, cost;   /* b in this round; flops of a client */
    const double *model; /* x and c, as the clients receive them */
    double *moved;       /* by place in the cohort: y_i - x, */
    double *varied;      /*   c_i' - c_i, */
    double *weight;      /*   w_i, not divided by their sum */
    double *change;      /* sum of shares times y_i - x */
    double *server;      /* [x][c]: c lasts */
    double *control;     /* clients x p: c_i, which last */
} scaffold;

/* work: [batch][y][g][the loss's own] */
static void correct(fed_run *run, size_t client, double *work)
{
    const scaffold *state = run->state;
    const size_t p = run->problem->p;
    const double *x = state->model, *c = x + p;
    double *moved = state->moved + state->cohort.slot[client] * p;
    double *varied = state->varied + state->cohort.slot[client] * p;
    double *own = state->control + client * p;
    double *y = work + fed_walk_room(run, 0), *g = y + p, *rest = g + p;
    fed_walk walk = fed_walk_begin(run, client, state->steps, 0, (size_t *)(void *)work);

    memcpy(y, x, p * sizeof *y);
    for (size_t k = 0; k < state->steps && !fed_team_hurried(run->team); k++) {
        const fed_batch batch = fed_walk_batch(&walk, k);

        fed_local_gradient(run->problem, &batch, y, g, rest);
        for (size_t j = 0; j < p; j++)
            y[j] -= state->rate * (g[j] - own[j] + c[j]);
    }
    for (size_t j = 0; j < p; j++) {
        moved[j] = y[j] - x[j];
        varied[j] = -c[j] - moved[j] / ((double)state->steps * state->rate);
        own[j] += varied[j];
    }
}

static fed_status scaffold_round(fed_run *run)
{
    const size_t p = run->problem->p;
    const fed_message both = {"model and control variate", 2 * p};
    scaffold *state = run->state;

    fed_cohort_draw(run, &state->cohort);
    state->rate = fed_rate(&state->client, run->round);
    memcpy(state->server, run->theta, p * sizeof *run->theta);
    state->model = fed_broadcast(run, both, state->server);
    fed_each_client(run, state->cost, correct);
    for (size_t k = 0; k < run->active; k++)
        state->weight[k] = run->problem->weight[run->cohort[k]];
    fed_reduce(run, (fed_message){"model", p}, &state->cohort, state->moved, state->change);
    fed_reduce_onto(run, (fed_message){"control variate", p}, state->weight, state->varied,
                    state->server + p);
    fed_axpy(p, run->rate, state->change, run->theta);
    for (size_t k = 0; k < run->active; k++)
        fed_compute(run,
                    (double)state->steps *
                        (run->batch > 0 ? (double)run->batch
                                        : (double)fed_held(run->problem->part, run->cohort[k])));
    fed_epoch(run);
    return FED_OK;
}

static fed_status scaffold_setup(fed_run *run)
{
    const size_t p = run->problem->p;
    scaffold *state = run->state = FED_NEW(run->arena, scaffold);

    if (state == NULL)
        return fed_nomem(run->error);
    TRY(fed_cohort_setup(run, &state->cohort));
    TRY(fed_schedule_read(run->config, "algorithm.client_learning_rate", run->rounds,
                          &state->client, run->error));
    TRY(fed_schedule_read(run->config, "algorithm.server_learning_rate", run->rounds,
                          &run->schedule, run->error));
    state->steps = (size_t)fed_config_int(run->config, "algorithm.local_steps");
    state->cost = (double)state->steps * fed_local_cost(run->problem, run->batch > 0);
    state->server = fed_keep(run, "control variate", 2 * p, sizeof(double));
    state->control = fed_keep_clients(run, "clients' control variates", p, sizeof(double));
    state->moved = FED_ARRAY(run->arena, state->cohort.size * p, double);
    state->varied = FED_ARRAY(run->arena, state->cohort.size * p, double);
    state->weight = FED_ARRAY(run->arena, state->cohort.size, double);
    state->change = FED_ARRAY(run->arena, p, double);
    fed_run_room(run, fed_walk_room(run, 0) + 2 * p);
    return state->server == NULL || state->control == NULL || state->moved == NULL ||
                   state->varied == NULL || state->weight == NULL || state->change == NULL
               ? fed_nomem(run->error)
               : FED_OK;
}

static const fed_param scaffold_params[] = {
    {"client_learning_rate", FED_RATE, "0.1", 1e-300, INFINITY, NULL,
     "learning rate b of the clients, a number or a schedule"},
    {"server_learning_rate", FED_RATE, "1.0", 0, INFINITY, NULL,
     "learning rate s of the server, a number or a schedule"},
    {"local_steps", FED_INT, "1", 1, 1e9, NULL,
     "number K of gradient steps of a client "
     "in a round"},
    {"batch", FED_INT, "0", 0, 1e9, NULL,
     "batch size of a step, drawn with replacement; "
     "0 uses all samples"},
    FED_COHORT_ROWS,
    FED_END};

const fed_algorithm fed_algorithm_scaffold = {
    .entry = {"scaffold", "SCAFFOLD: local steps corrected by control variates", scaffold_params},
    .setup = scaffold_setup,
    .round = scaffold_round,
};
