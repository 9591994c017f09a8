/* newton_sketch.c -- Newton Sketch: clients send gradients and S_i sqrt(D_i) X_i, a few rows of a
 * sketched square root of their Hessians, drawn anew every round. */
#include "core/linalg.h"
#include "problem/penalty.h"
#include "problem/sketched.h"
#include "algorithms/newton/newton.h"

#include <string.h>

typedef struct sketched {
    const fed_sketcher *kind;
    size_t *start;  /* clients+1: first row of a client's message */
    double *rows;   /* all messages, p words each row */
    double *weight; /* D of every sample, in the order of the partition */
} sketched;

/* D = w_m scale/n_m phi''(x'theta) */
static void curvatures(fed_run *run, size_t client, double *weight, double *work)
{
    const fed_problem *problem = run->problem;
    const size_t first = problem->part->start[client], n = fed_held(problem->part, client);
    const double factor = problem->scale * problem->weight[client] / (double)n;
    double *eta = work, *y = eta + FED_BLOCK, *room = y + FED_BLOCK;

    for (size_t at = 0; at < n; at += FED_BLOCK) {
        const size_t count = n - at < FED_BLOCK ? n - at : FED_BLOCK,
                     *rows = problem->part->row + first + at;

        fed_forward(problem, rows, count, run->theta, eta, room);
        for (size_t i = 0; i < count; i++)
            y[i] = problem->y[rows[i]];
        fed_link(problem, count, eta, y, NULL, NULL, weight + at);
        for (size_t i = 0; i < count; i++)
            weight[at + i] *= factor;
    }
}

static void message(fed_run *run, size_t client, double *work)
{
    const fed_newton *newton = run->state;
    const sketched *state = newton->state;
    double *weight = state->weight + run->problem->part->start[client];

    curvatures(run, client, weight, work);
    fed_sketched_rows(run->problem, client, weight, state->kind,
                      state->start[client + 1] - state->start[client],
                      fed_rng_stream(run->seed, FED_RNG_SKETCH, run->replicate, client, run->round),
                      state->rows + state->start[client] * run->problem->p, work);
}

static fed_status setup(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;
    fed_newton *newton = run->state = FED_NEW(run->arena, fed_newton);
    sketched *state = FED_NEW(run->arena, sketched);
    const int64_t *sizes;
    size_t work;

    if (newton == NULL || state == NULL)
        return fed_nomem(run->error);
    state->kind = fed_sketch_find(fed_config_string(run->config, "algorithm.sketch"));
    state->start = FED_ARRAY(run->arena, problem->clients + 1, size_t);
    state->weight = FED_ARRAY(run->arena, problem->samples, double);
    if (state->start == NULL || state->weight == NULL)
        return fed_nomem(run->error);
    fed_sketched_shares(
        problem,
        fed_config_ints(run->config, "algorithm.sizes", &sizes) > 0 ? (size_t)sizes[0] : 4 * p,
        state->start);
    state->rows = FED_ARRAY(run->arena, state->start[problem->clients] * p, double);
    if (state->rows == NULL)
        return fed_nomem(run->error);
    newton->state = state;
    TRY(fed_newton_init(run, newton));
    work = fed_sketched_work(problem, state->kind, state->start);
    fed_run_room(run, work + 2 * FED_BLOCK + problem->model.room);
    return FED_OK;
}

static fed_status one_round(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;
    fed_newton *newton = run->state;
    const sketched *state = newton->state;
    const size_t rows = state->start[problem->clients];

    fed_broadcast(run, (fed_message){"model", p}, run->theta);
    fed_each_client(run, (double)problem->samples / (double)problem->clients * (double)p * 20.0,
                    message);
    fed_collect(run, (fed_message){"gradient", p});
    for (size_t m = 0; m < problem->clients; m++)
        fed_send(run, m, (fed_message){"sketch", (state->start[m + 1] - state->start[m]) * p});
    fed_compute_all(run, (double)problem->samples, newton->most);
    fed_epoch(run);
    memset(newton->hessian, 0, p * p * sizeof *newton->hessian);
    fed_syrk(p, rows, 1.0, state->rows, p, newton->hessian, p);
    fed_mirror(p, newton->hessian, p);
    fed_penalty_hessian(problem, problem->l2, newton->hessian, p);
    fed_newton_step(run, newton);
    return FED_OK;
}

static const fed_param params[] = {
    {"rounds", FED_INT, "100", 0, 4e9, NULL, "maximum number of Newton steps"},
    {"tolerance", FED_FLOAT, "1e-10", 0, 1, NULL,
     "stop if the norm of the gradient is "
     "smaller"},
    {"sketch", FED_CHOICE, "srht", FED_ANY, "ams|countsketch|gaussian|srht", "type of sketch"},
    {"sizes", FED_INTS, "()", 1, 1e7, NULL,
     "total number of sketched rows of all "
     "clients; 4p by default"},
    FED_END};

const fed_algorithm fed_algorithm_newton_sketch = {
    .entry = {"newton-sketch",
              "Newton's method with sketched square roots of the clients' Hessians", params},
    .own_tolerance = true,
    .refuses = FED_TRAIT_MIXED | FED_TRAIT_MANY,
    .setup = setup,
    .start = fed_newton_start,
    .round = one_round,
};
