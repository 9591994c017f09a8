/* local_update.c -- LocalUpdate: clients take K steps of rate gamma from x and send q_i = sum theta_k g_k,
 * the server steps with q = sum w_i q_i as its gradient. FedAvg and Reptile, FOMAML, MAML are choices of Theta. */
#include "core/linalg.h"
#include "local/decay.h"
#include "local/walk.h"
#include "servers/server.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 5 }; /* of updates.csv */

typedef enum theta_kind { THETA_SUM, THETA_LAST, THETA_LIST, THETA_MAML } theta_kind;

typedef struct local_update {
    fed_cohort cohort;
    fed_schedule client;
    fed_server server;
    fed_decay decay;
    fed_table *table; /* updates.csv: one row per recorded round */
    theta_kind kind;
    const double *theta; /* of THETA_LIST */
    size_t steps, epochs;
    bool delta;
    double gamma; /* the clients' rate in this round */
    double *rows, *q, *losses;
    double cost;
} local_update;

static double weight(const local_update *state, size_t k, size_t steps)
{
    switch (state->kind) {
    case THETA_LIST: return state->theta[k];
    case THETA_LAST: return k + 1 == steps ? 1.0 : 0.0;
    default: return 1.0;
    }
}

/* q = sum theta_k g_k along x_{k+1} = x_k - gamma g_k; work: [x][g][the loss's own] */
static void sum_gradients(const local_update *state, fed_walk *walk, double *q, double *work)
{
    const fed_problem *problem = walk->run->problem;
    const size_t p = problem->p;
    double *x = work, *g = x + p, *rest = g + p;

    memset(q, 0, p * sizeof *q);
    for (size_t k = 0; k < walk->steps; k++) {
        const fed_batch batch = fed_walk_batch(walk, k);
        const double theta = weight(state, k, walk->steps);

        fed_local_gradient(problem, &batch, x, g, rest);
        if (theta != 0.0)
            fed_axpy(p, theta, g, q);
        if (k + 1 < walk->steps)
            fed_axpy(p, -state->gamma, g, x);
    }
}

/* q = x_0 - x_K = gamma sum g_k */
static void model_delta(const local_update *state, fed_walk *walk, double *q, double *work)
{
    const fed_run *run = walk->run;
    const size_t p = run->problem->p;
    double *x = work, *spare = x + p;

    for (size_t k = 0; k < walk->steps; k++) {
        const fed_batch batch = fed_walk_batch(walk, k);

        fed_local_step(run->problem, &batch, state->gamma, x, spare, spare + p);
    }
    for (size_t j = 0; j < p; j++)
        q[j] = run->theta[j] - x[j];
}

/* The gradient of f_i(x_K) in x_0: (I - gamma H_1)...(I - gamma H_K) grad f_i(x_K), H_k at x_{k-1} on the batch of
 * step k. work: [x][Hq][x_0 .. x_{K-1}][the loss's own] */
static void through_the_steps(const local_update *state, fed_walk *walk, double *q, double *work)
{
    const fed_problem *problem = walk->run->problem;
    const size_t p = problem->p;
    double *x = work, *image = x + p, *path = image + p, *rest = path + walk->steps * p;
    fed_batch batch;

    for (size_t k = 0; k < walk->steps; k++) {
        memcpy(path + k * p, x, p * sizeof *x);
        batch = fed_walk_batch(walk, k);
        fed_local_step(problem, &batch, state->gamma, x, image, rest);
    }
    batch = fed_walk_fresh(walk, walk->steps);
    fed_local_gradient(problem, &batch, x, q, rest);
    for (size_t k = walk->steps; k-- > 0;) {
        batch = fed_walk_batch(walk, k);
        fed_local_hvp(problem, &batch, path + k * p, q, image, rest);
        fed_axpy(p, -state->gamma, image, q);
    }
}

/* work: [batch][as above] */
static void inner_loop(fed_run *run, size_t client, double *work)
{
    const local_update *state = run->state;
    const size_t p = run->problem->p, place = state->cohort.slot[client];
    double *rest = work + fed_walk_room(run, state->epochs), *q = state->rows + place * p;
    fed_walk walk =
        fed_walk_begin(run, client, state->steps, state->epochs, (size_t *)(void *)work);

    if (state->decay.on)
        state->losses[place] = fed_client_value(run->problem, client, run->theta, rest);
    memcpy(rest, run->theta, p * sizeof *rest);
    if (state->kind == THETA_MAML)
        through_the_steps(state, &walk, q, rest);
    else if (state->delta)
        model_delta(state, &walk, q, rest);
    else
        sum_gradients(state, &walk, q, rest);
}

/* Every step and, for MAML, the last gradient and every Hessian-vector product, each on a batch. */
static void count(fed_run *run)
{
    const local_update *state = run->state;
    const size_t *start = run->problem->part->start;
    double most = 0.0;

    for (size_t k = 0; k < run->active; k++) {
        const size_t n = start[run->cohort[k] + 1] - start[run->cohort[k]];
        const double size = run->batch > 0 ? (double)run->batch : (double)n;
        double samples =
            state->epochs > 0 ? (double)state->epochs * (double)n : (double)state->steps * size;

        if (state->kind == THETA_MAML)
            samples += samples + size;
        run->counts.gradients += samples;
        most = fmax(most, samples);
    }
    fed_count_broadcast(run, run->problem->p);
    fed_count_reduce(run, run->problem->p);
    fed_count_epoch(run, most, run->active);
}

/* The cohort's loss before local training, for the decay; NAN without one. */
static double watch_loss(fed_run *run)
{
    local_update *state = run->state;
    double loss = 0.0;

    if (!state->decay.on)
        return NAN;
    for (size_t k = 0; k < run->active; k++)
        loss += state->cohort.share[k] * state->losses[k];
    run->counts.scalars += (double)run->active;
    fed_decay_watch(&state->decay, loss);
    return loss;
}

static void tell_update(fed_run *run, double loss)
{
    local_update *state = run->state;
    const size_t every = (size_t)fed_config_int(run->config, "output.every"), next = run->round + 1;

    if (next % every == 0 || next == run->rounds) {
        const double row[COLUMNS] = {(double)next,
                                     sqrt(fed_dot(run->problem->p, state->q, state->q)),
                                     state->gamma, run->rate, loss};

        memcpy(state->table->cells + state->table->rows++ * COLUMNS, row, sizeof row);
    }
}

static fed_status local_update_round(fed_run *run)
{
    local_update *state = run->state;

    fed_cohort_draw(run, &state->cohort);
    state->gamma = state->decay.client * fed_rate(&state->client, run->round);
    run->rate *= state->decay.server;
    fed_each_client(run, state->cost, inner_loop);
    fed_cohort_mean(run, &state->cohort, state->rows, state->q);
    if (!isfinite(fed_dot(run->problem->p, state->q, state->q))) /* its moments would freeze the server */
        fed_diverged(run, "the clients' mean is beyond the range of a double in round %zu",
                     run->round + 1);
    fed_server_step(&state->server, run->rate, state->q, run->theta);
    tell_update(run, watch_loss(run));
    count(run);
    return FED_OK;
}

/* Theta: a word, or a list that sets the number of steps: K(Theta) is the place of its last positive weight. */
static fed_status read_theta(fed_run *run, local_update *state)
{
    const fed_config *config = run->config;

    state->steps = (size_t)fed_config_int(config, "algorithm.local_steps");
    state->epochs = (size_t)fed_config_int(config, "algorithm.local_epochs");
    state->delta = fed_config_bool(config, "algorithm.delta");
    if (fed_config_is_list(config, "algorithm.theta")) {
        state->kind = THETA_LIST;
        state->steps = fed_config_floats(config, "algorithm.theta", &state->theta);
        while (state->steps > 0 && state->theta[state->steps - 1] == 0.0)
            state->steps--;
        if (state->steps == 0)
            return fed_config_fault(config, run->error, FED_CONFIG, "algorithm.theta",
                                    "no positive weight in the list");
        if (state->epochs > 0)
            return fed_config_fault(config, run->error, FED_CONFIG, "algorithm.local_epochs",
                                    "the list algorithm.theta sets the number of steps");
    } else {
        const char *word = fed_config_string(config, "algorithm.theta");

        state->kind = strcmp(word, "maml") == 0   ? THETA_MAML
                      : strcmp(word, "last") == 0 ? THETA_LAST
                                                  : THETA_SUM;
    }
    if (state->delta && state->kind != THETA_SUM)
        return fed_config_fault(
            config, run->error, FED_CONFIG, "algorithm.delta",
            "model deltas are sums of gradients: they need algorithm.theta = \"sum\"");
    return FED_OK;
}

static fed_status make_room(fed_run *run, local_update *state, size_t most_steps)
{
    static const char *const columns[COLUMNS] = {"round", "update", "client_rate", "server_rate",
                                                 "loss"};
    const size_t p = run->problem->p, size = state->cohort.size;
    const size_t every = (size_t)fed_config_int(run->config, "output.every");

    state->rows = FED_ARRAY(run->arena, size * p, double);
    state->q = FED_ARRAY(run->arena, p, double);
    state->losses = FED_ARRAY(run->arena, size, double);
    state->table = fed_run_table(run, "updates", columns, COLUMNS, run->rounds / every + 2);
    if (state->rows == NULL || state->q == NULL || state->losses == NULL || state->table == NULL)
        return fed_nomem(run->error);
    state->table->rows = 0;
    return fed_run_work(run, fed_walk_room(run, state->epochs) +
                                 (state->kind == THETA_MAML ? most_steps + 2 : 2) * p);
}

static fed_status local_update_setup(fed_run *run)
{
    const fed_problem *problem = run->problem;
    local_update *state = run->state = FED_NEW(run->arena, local_update);
    fed_curvature curvature = {0};
    size_t steps;

    if (state == NULL)
        return fed_nomem(run->error);
    TRY(fed_cohort_setup(run, &state->cohort));
    TRY(read_theta(run, state));
    steps = state->steps;
    if (state->epochs > 0)
        steps = state->epochs * fed_local_batches(fed_local_largest(problem), run->batch);
    curvature.steps = (double)steps;
    TRY(fed_local_schedule(run, "algorithm.client_learning_rate", true, &curvature,
                           &state->client));
    TRY(fed_local_schedule(run, "algorithm.server_learning_rate", false, &curvature,
                           &run->schedule));
    TRY(fed_local_tell(run, &curvature));
    TRY(fed_server_setup(run->arena, run->config, problem->p, &state->server, run->error));
    TRY(fed_decay_setup(run, &state->decay));
    state->cost = fed_local_cost(problem, run->batch > 0) * (state->kind == THETA_MAML ? 3.0 : 1.0);
    if (state->epochs > 0)
        state->cost *= (double)state->epochs;
    else if (run->batch == 0)
        state->cost *= (double)steps;
    else
        state->cost *= (double)steps * (double)run->batch * (double)problem->clients /
                       (double)problem->samples;
    return make_room(run, state, steps);
}

static const fed_param local_update_params[] = {
    {"client_learning_rate", FED_RATE, "0.1", 0, INFINITY, NULL,
     "gamma of the clients' steps, a number or a schedule; 0 leaves them where they are"},
    {"server_learning_rate", FED_RATE, "0.1", 0, INFINITY, NULL,
     "eta of the server's step, a number or a schedule"},
    {"local_steps", FED_INT, "1", 1, 1e9, NULL, "K, gradient steps of a client in a round"},
    {"local_epochs", FED_INT, "0", 0, 1e9, NULL,
     "passes of a client over its samples in shuffled batches, instead of local_steps when not 0"},
    {"theta", FED_THETA, "\"sum\"", 0, INFINITY, "sum|last|maml",
     "weights of the gradients sent: all 1 (FedAvg, Reptile), the last alone (FOMAML), the "
     "gradient through the steps (MAML), or a list that sets the number of steps"},
    {"delta", FED_BOOL, "false", FED_ANY, NULL,
     "send x(0) - x(K), the model's change, instead of the sum of gradients"},
    {"batch", FED_INT, "0", 0, 1e9, NULL,
     "samples of a step, drawn with replacement (local_steps) or a part of the shuffled samples "
     "(local_epochs); 0 takes all"},
    FED_COHORT_ROWS,
    {"decay.window", FED_INT, NULL, 1, 1e9, NULL,
     "rounds whose losses before local training are averaged (100); any decay key turns it on"},
    {"decay.patience", FED_INT, NULL, 1, 1e9, NULL,
     "rounds on end without progress before a decay (100)"},
    {"decay.cooldown", FED_INT, NULL, 0, 1e9, NULL,
     "rounds without decay after one, and at the start (100)"},
    {"decay.delta", FED_FLOAT, NULL, 0, INFINITY, NULL,
     "progress is a mean loss this much below the least so far (1e-4)"},
    {"decay.client", FED_FLOAT, NULL, 0, 1, NULL, "factor of the clients' rate at a decay (0.1)"},
    {"decay.server", FED_FLOAT, NULL, 0, 1, NULL, "factor of the server's rate at a decay (0.9)"},
    FED_END};

const fed_algorithm fed_algorithm_local_update = {
    .entry = {"local-update", "LocalUpdate: clients send weighted sums of their local gradients",
              local_update_params},
    .table = "updates",
    .setup = local_update_setup,
    .round = local_update_round,
};
