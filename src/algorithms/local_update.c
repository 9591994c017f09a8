/* local_update.c -- LocalUpdate: clients take K steps of rate gamma from x and send q_i = sum
 * theta_k g_k, the server steps with q = sum w_i q_i as its gradient. FedAvg and Reptile, FOMAML,
 * MAML are choices of Theta. */
#include "core/linalg.h"
#include "algorithms/local/decay.h"
#include "algorithms/local/own.h"
#include "algorithms/local/rules.h"
#include "algorithms/local/walk.h"
#include "optimizers/optimizer.h"
#include "algorithms/local/order.h"
#include "algorithms/local/rates.h"
#include "problem/client.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 5 }; /* of updates.csv */

typedef enum theta_kind { THETA_SUM, THETA_LAST, THETA_LIST, THETA_MAML } theta_kind;

typedef struct local_update {
    fed_cohort cohort;
    fed_schedule client;
    fed_server server;
    fed_own own; /* the clients' optimizer */
    fed_decay decay;
    fed_table *table; /* updates.csv: one row per recorded round */
    theta_kind kind;
    const double *theta; /* of THETA_LIST */
    size_t steps, epochs;
    bool delta;
    double gamma;        /* the clients' rate in this round */
    const double *model; /* x, as the clients receive it */
    double *rows, *q, *losses;
    double cost;
} local_update;

static double client_rate(const fed_run *run)
{
    const local_update *state = run->state;

    return state->decay.now.client * fed_rate(&state->client, run->round);
}

static double weight(const local_update *state, size_t k, size_t steps)
{
    switch (state->kind) {
    case THETA_LIST: return state->theta[k];
    case THETA_LAST: return k + 1 == steps ? 1.0 : 0.0;
    default: return 1.0;
    }
}

/* q = sum theta_k g_k along x_{k+1} = x_k - gamma g_k, or as the clients' optimizer steps; work:
 * [x][g][the loss's own] */
static void sum_gradients(const local_update *state, fed_walk *walk, fed_server *own, double *q,
                          double *work)
{
    const fed_problem *problem = walk->run->problem;
    const size_t p = problem->p;
    double *x = work, *g = x + p, *rest = g + p;

    memset(q, 0, p * sizeof *q);
    for (size_t k = 0; k < walk->steps && !fed_team_hurried(walk->run->team); k++) {
        const fed_batch batch = fed_walk_batch(walk, k);
        const double theta = weight(state, k, walk->steps);

        fed_local_gradient(problem, &batch, x, g, rest);
        if (theta != 0.0)
            fed_axpy(p, theta, g, q);
        if (!state->own.plain)
            fed_server_step(own, state->gamma, g, x);
        else if (k + 1 < walk->steps)
            fed_axpy(p, -state->gamma, g, x);
    }
}

/* x_K, in place of x_0; work: [x][g][the loss's own] */
static void walk_all(const local_update *state, fed_walk *walk, double gamma, fed_server *own,
                     double *work)
{
    const fed_problem *problem = walk->run->problem;
    const size_t p = problem->p;
    double *x = work, *g = x + p, *rest = g + p;

    for (size_t k = 0; k < walk->steps && !fed_team_hurried(walk->run->team); k++) {
        const fed_batch batch = fed_walk_batch(walk, k);

        if (state->own.plain) {
            fed_local_step(problem, &batch, gamma, x, g, rest);
        } else {
            fed_local_gradient(problem, &batch, x, g, rest);
            fed_server_step(own, gamma, g, x);
        }
    }
}

/* q = x_0 - x_K, which is gamma sum g_k of plain steps */
static void model_delta(const local_update *state, fed_walk *walk, fed_server *own, double *q,
                        double *work)
{
    walk_all(state, walk, state->gamma, own, work);
    for (size_t j = 0; j < walk->run->problem->p; j++)
        q[j] = state->model[j] - work[j];
}

/* The gradient of f_i(x_K) in x_0: (I - gamma H_1)...(I - gamma H_K) grad f_i(x_K), H_k at x_{k-1}
 * on the batch of step k. work: [x][Hq][x_0 .. x_{K-1}][the loss's own] */
static void through_the_steps(const local_update *state, fed_walk *walk, double *q, double *work)
{
    const fed_problem *problem = walk->run->problem;
    const size_t p = problem->p;
    double *x = work, *image = x + p, *path = image + p, *rest = path + walk->steps * p;
    fed_batch batch;

    for (size_t k = 0; k < walk->steps && !fed_team_hurried(walk->run->team); k++) {
        memcpy(path + k * p, x, p * sizeof *x);
        batch = fed_walk_batch(walk, k);
        fed_local_step(problem, &batch, state->gamma, x, image, rest);
    }
    batch = fed_walk_fresh(walk, walk->steps);
    fed_local_gradient(problem, &batch, x, q, rest);
    for (size_t k = walk->steps; k-- > 0 && !fed_team_hurried(walk->run->team);) {
        batch = fed_walk_batch(walk, k);
        fed_local_hvp(problem, &batch, path + k * p, q, image, rest);
        fed_axpy(p, -state->gamma, image, q);
    }
}

/* work: [batch][moments][as above] */
static void inner_loop(fed_run *run, size_t client, double *work)
{
    const local_update *state = run->state;
    const size_t p = run->problem->p, place = state->cohort.slot[client];
    double *moments = work + fed_walk_room(run, state->epochs),
           *rest = moments + fed_own_room(&state->own), *q = state->rows + place * p;
    fed_walk walk =
        fed_walk_begin(run, client, state->steps, state->epochs, (size_t *)(void *)work);
    fed_server own = fed_own_begin(&state->own, client, false, moments);

    if (state->decay.on)
        state->losses[place] = fed_client_value(run->problem, client, state->model, rest);
    memcpy(rest, state->model, p * sizeof *rest);
    if (state->kind == THETA_MAML)
        through_the_steps(state, &walk, q, rest);
    else if (state->delta)
        model_delta(state, &walk, &own, q, rest);
    else
        sum_gradients(state, &walk, &own, q, rest);
    fed_own_end(&state->own, client, &own);
}

/* The client's loss once it has taken the steps of the round to come; work: as above */
static double adapted_loss(const fed_run *run, size_t client, double *work)
{
    const local_update *state = run->state;
    const size_t p = run->problem->p;
    double *moments = work + fed_walk_room(run, state->epochs),
           *x = moments + fed_own_room(&state->own);
    fed_walk walk =
        fed_walk_begin(run, client, state->steps, state->epochs, (size_t *)(void *)work);
    fed_server own = fed_own_begin(&state->own, client, true, moments);

    memcpy(x, run->theta, p * sizeof *x);
    walk_all(state, &walk, client_rate(run), &own, x);
    return fed_client_value(run->problem, client, x, x + p);
}

/* Every step and, for MAML, the last gradient and every Hessian-vector product, each on a batch. */
static void count(fed_run *run)
{
    const local_update *state = run->state;

    for (size_t k = 0; k < run->active; k++) {
        const size_t n = fed_held(run->problem->part, run->cohort[k]);
        const double size = run->batch > 0 ? (double)run->batch : (double)n;
        double samples =
            state->epochs > 0 ? (double)state->epochs * (double)n : (double)state->steps * size;

        if (state->kind == THETA_MAML)
            samples += samples + size;
        fed_compute(run, samples);
    }
    fed_epoch(run);
}

/* The cohort's loss before local training, for the decay; NAN without one. */
static double watch_loss(fed_run *run)
{
    local_update *state = run->state;
    double loss = 0.0;

    if (!state->decay.on)
        return NAN;
    for (size_t k = 0; k < run->active; k++)
        loss += state->cohort.share[k] / (1.0 - state->cohort.kept) * state->losses[k];
    fed_control(run, (double)run->active);
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
    state->model = fed_broadcast(run, (fed_message){"model", run->problem->p}, run->theta);
    state->gamma = client_rate(run);
    run->rate *= state->decay.now.server;
    fed_each_client(run, state->cost, inner_loop);
    fed_reduce(run, (fed_message){"update", run->problem->p}, &state->cohort, state->rows,
               state->q);
    /* its moments would freeze the server */
    if (!isfinite(fed_dot(run->problem->p, state->q, state->q)))
        fed_diverged(run, "the mean of the clients' updates overflows in round %zu",
                     run->round + 1);
    fed_server_step(&state->server, run->rate, state->q, run->theta);
    tell_update(run, watch_loss(run));
    count(run);
    return FED_OK;
}

/* Theta: a word, or a list that sets the number of steps: K(Theta) is the place of its last
 * positive weight. */
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
                                    "the list has no positive weight");
        if (state->epochs > 0)
            return fed_config_fault(config, run->error, FED_CONFIG, "algorithm.local_epochs",
                                    "the list algorithm.theta sets the number of steps");
    } else {
        const char *word = fed_config_string(config, "algorithm.theta");

        state->kind = strcmp(word, "maml") == 0   ? THETA_MAML
                      : strcmp(word, "last") == 0 ? THETA_LAST
                                                  : THETA_SUM;
        if (state->kind == THETA_MAML)
            TRY(fed_refuse(run->problem, config, "algorithm.theta", "maml", FED_TRAIT_NO_PRODUCTS,
                           run->error));
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
    fed_run_room(run, fed_walk_room(run, state->epochs) + fed_own_room(&state->own) +
                          (state->kind == THETA_MAML ? most_steps + 2 : 2) * p);
    return FED_OK;
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
    TRY(fed_cohort_weigh(run, &state->cohort));
    TRY(read_theta(run, state));
    steps = state->steps;
    if (state->epochs > 0)
        steps = state->epochs * fed_local_batches(fed_held_most(problem->part), run->batch);
    curvature.steps = (double)steps;
    TRY(fed_local_schedule(run, "algorithm.client_learning_rate", true, &curvature,
                           &state->client));
    TRY(fed_local_schedule(run, "algorithm.server_learning_rate", false, &curvature,
                           &run->schedule));
    TRY(fed_local_tell(run, &curvature));
    TRY(fed_server_setup(&run->kept, run->config, problem->p, &state->server, run->error));
    TRY(fed_own_setup(run, &state->own));
    if (state->kind == THETA_MAML && !state->own.plain)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.client.optimizer",
                                "maml needs plain gradient steps: expected sgd");
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

static fed_status local_update_rule(const fed_run *run, fed_rule *rule)
{
    const fed_config *config = run->config;
    const local_update *state = run->state;
    const char *word = fed_config_string(config, "algorithm.theta");

    *rule = (fed_rule){
        .shape = FED_THETA_SUM,
        .steps = (size_t)fed_config_int(config, "algorithm.local_steps"),
        .rate = state != NULL ? fed_rule_rate(run, &state->client) : NAN,
        .server = fed_rule_rate(run, &run->schedule),
        .local = fed_config_int(config, "algorithm.local_epochs") == 0 &&
                 strcmp(fed_config_string(config, "algorithm.client.optimizer"), "sgd") == 0,
        .client_fixed = state != NULL && fed_rule_fixed(run, &state->client),
        .server_fixed = fed_rule_fixed(run, &run->schedule)};
    rule->sgd = rule->local &&
                strcmp(fed_config_string(config, "algorithm.server.optimizer"), "sgd") == 0 &&
                !fed_decay_given(config);
    rule->plain = rule->sgd && fed_rule_whole(run);
    if (fed_config_bool(config, "algorithm.delta"))
        rule->server *= rule->rate;
    if (fed_config_is_list(config, "algorithm.theta")) {
        rule->steps = fed_config_floats(config, "algorithm.theta", &rule->weights);
        rule->shape = FED_THETA_OTHER;
        return FED_OK;
    }
    if (strcmp(word, "sum") != 0)
        rule->shape = FED_THETA_LAST;
    if (strcmp(word, "maml") == 0) /* on quadratics MAML is Theta_{2K+1} */
        rule->steps = 2 * rule->steps + 1;
    return fed_rule_weights(run, rule);
}

static const fed_param local_update_params[] = {
    {"client_learning_rate", FED_RATE, "0.1", 0, INFINITY, NULL,
     "learning rate gamma of the clients, a number or a schedule; with 0 the clients do "
     "not move"},
    {"server_learning_rate", FED_RATE, "0.1", 0, INFINITY, NULL,
     "learning rate eta of the server, a number or a schedule"},
    {"local_steps", FED_INT, "1", 1, 1e9, NULL,
     "number K of gradient steps of a client "
     "in a round"},
    {"local_epochs", FED_INT, "0", 0, 1e9, NULL,
     "number of passes of a client over its samples in shuffled batches; if not 0, "
     "replaces local_steps"},
    {"theta", FED_THETA, "\"sum\"", 0, INFINITY, "sum|last|maml",
     "weights of the local gradients: all 1 (FedAvg, Reptile), only the last (FOMAML), "
     "the gradient through the steps (MAML), or a list, which also sets the number of "
     "steps"},
    {"delta", FED_BOOL, "false", FED_ANY, NULL,
     "send the change of the model, x(0) - x(K), instead of the sum of gradients"},
    {"batch", FED_INT, "0", 0, 1e9, NULL,
     "batch size of a step, drawn with replacement (local_steps) or from the shuffled "
     "samples in turn (local_epochs); 0 uses all samples"},
    FED_COHORT_ROWS,
    FED_COHORT_WEIGHTS("unbiased"),
    {"decay.window", FED_INT, NULL, 1, 1e9, NULL,
     "number of rounds over which the loss before local training is averaged (100); any "
     "decay key enables decay"},
    {"decay.patience", FED_INT, NULL, 1, 1e9, NULL,
     "number of consecutive rounds without progress before a decay (100)"},
    {"decay.cooldown", FED_INT, NULL, 0, 1e9, NULL,
     "number of rounds without decay after a decay and at the start (100)"},
    {"decay.delta", FED_FLOAT, NULL, 0, INFINITY, NULL,
     "progress means that the mean loss is this much below the smallest so far (1e-4)"},
    {"decay.client", FED_FLOAT, NULL, 0, 1, NULL,
     "factor of the client rate at a decay "
     "(0.1)"},
    {"decay.server", FED_FLOAT, NULL, 0, 1, NULL,
     "factor of the server rate at a decay "
     "(0.9)"},
    {"decay.rule", FED_CHOICE, NULL, FED_ANY, "paper|released",
     "decide as in the paper (default) or as in the authors' program, where patience "
     "starts again after a cooldown and the best loss changes only when improved by delta"},
    FED_END};

const fed_algorithm fed_algorithm_local_update = {
    .entry = {"local-update", "LocalUpdate: clients send weighted sums of their local gradients",
              local_update_params},
    .table = "updates",
    .setup = local_update_setup,
    .round = local_update_round,
    .rule = local_update_rule,
    .adapted = adapted_loss,
};
