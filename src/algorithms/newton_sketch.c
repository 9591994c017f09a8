/* newton_sketch.c -- Newton Sketch: clients send gradients and S_i sqrt(D_i) X_i, a few rows of a sketched
 * square root of their Hessians, drawn anew every round. */
#include "core/linalg.h"
#include "losses/rows.h"
#include "losses/sketched.h"
#include "newton/newton.h"

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
    const size_t first = problem->part->start[client], n = problem->part->start[client + 1] - first;
    const double factor = problem->scale * problem->weight[client] / (double)n;
    double *eta = work, *y = eta + FED_BLOCK, *room = y + FED_BLOCK;

    for (size_t at = 0; at < n; at += FED_BLOCK) {
        const size_t count = n - at < FED_BLOCK ? n - at : FED_BLOCK,
                     *rows = problem->part->row + first + at;

        fed_forward(problem, problem->data, rows, count, run->theta, eta, room);
        for (size_t i = 0; i < count; i++)
            y[i] = problem->y[rows[i]];
        problem->loss->link(problem, count, eta, y, NULL, NULL, weight + at);
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
    if (problem->loss->link == NULL || problem->outputs > 1)
        return fed_config_fault(
            run->config, run->error, FED_CONFIG, "loss.type",
            "'%s' is not a loss of x'theta, whose Hessians newton-sketch could sketch",
            problem->loss->entry.name);
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
    TRY(fed_run_work(run, (work > p * p ? work : p * p) + 2 * FED_BLOCK + fed_rows_room(problem)));
    fed_newton_evaluate(run, newton);
    return FED_OK;
}

static fed_status one_round(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;
    fed_newton *newton = run->state;
    const sketched *state = newton->state;
    const size_t rows = state->start[problem->clients];

    fed_count_broadcast(run, p);
    fed_each_client(run, (double)problem->samples / (double)problem->clients * (double)p * 20.0,
                    message);
    fed_count_reduce(run, p);
    for (size_t m = 0; m < problem->clients; m++)
        fed_count_sent(run, (state->start[m + 1] - state->start[m]) * p);
    fed_count_epoch(run, newton->most, run->active);
    run->counts.gradients += (double)problem->samples;
    memset(newton->hessian, 0, p * p * sizeof *newton->hessian);
    fed_syrk(p, rows, 1.0, state->rows, p, newton->hessian, p);
    fed_mirror(p, newton->hessian, p);
    for (size_t j = 0; j < problem->d; j++)
        newton->hessian[j * (p + 1)] += problem->l2;
    fed_newton_step(run, newton);
    return FED_OK;
}

static const fed_param params[] = {
    {"rounds", FED_INT, "100", 0, 4e9, NULL, "Newton steps at most"},
    {"tolerance", FED_FLOAT, "1e-10", 0, 1, NULL, "stop when the norm of the gradient is below it"},
    {"sketch", FED_CHOICE, "srht", FED_ANY, "ams|countsketch|gaussian|srht",
     "kind of the sketches"},
    {"sizes", FED_INTS, "()", 1, 1e7, NULL, "sketched rows of all clients together; 4p by default"},
    FED_END};

const fed_algorithm fed_algorithm_newton_sketch = {
    .entry = {"newton-sketch",
              "Newton's method with sketched square roots of the clients' Hessians", params},
    .own_tolerance = true,
    .setup = setup,
    .round = one_round,
};
