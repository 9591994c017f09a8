/* ngd.c -- Network Gradient Descent: theta_m <- u - alpha grad L_m(u), u = sum_k w_mk theta_k. */
#include "run/run.h"
#include "algorithms/ngd_eight.h"
#include "problem/curvature.h"
#include "problem/gram.h"
#include "problem/client.h"
#include "problem/pack.h"

typedef struct ngd {
    double cost;      /* flops of one client's step */
    double gradients; /* sample gradients of a round, and the most of one client */
    double most;
} ngd;

/* to = u - rate g */
FED_INLINE void descend(size_t p, double rate, const double *u, const double *g,
                        double *restrict to)
{
#pragma omp simd
    for (size_t j = 0; j < p; j++)
        to[j] = u[j] - rate * g[j];
}

FED_CLONES static void step_gram(fed_run *run, const size_t *clients, size_t count, double *work)
{
    const size_t p = run->problem->p;
    double *g = work, *scratch = work + run->problem->gram->ld;

    for (size_t k = 0; k < count; k++) {
        const double *u = fed_hear(run, clients[k], p, scratch);

        fed_gram_gradient(run->problem, clients[k], u, g);
        descend(p, run->rate, u, g, run->next + clients[k] * p);
    }
}

/* Small clients in a few columns, whose number is a constant to the compiler, some of them
 * together. work: [neighbours' means][gradients][the loss's own] */
FED_INLINE void steps(const size_t p, fed_run *run, size_t first, size_t count, double *work)
{
    const double rate = run->rate;
    const double *u[FED_MANY / FED_EIGHT];
    double *g = work + FED_MANY;

    for (size_t k = 0; k < count; k++)
        u[k] = fed_hear(run, first + k, p, work + k * FED_FEW);
    fed_pack_slopes(run->problem, first, count, u, g, g + FED_MANY);
    for (size_t k = 0; k < count; k++)
        descend(p, rate, u[k], g + k * FED_FEW, run->next + (first + k) * p);
}

FED_CLONES static void step_few(fed_run *run, const size_t *clients, size_t count, double *work)
{
    for (size_t k = 0, group; k < count; k += group) { /* all clients are at work, in order */
        group = fed_pack_group(run->problem, clients[k], count - k);
#define CALL(P) steps(P, run, clients[k], group, work)
        FED_FOR_FEW(run->problem->p, CALL)
#undef CALL
    }
}

/* work: [gradient][neighbours' mean][batch][the loss's own] */
static void step_data(fed_run *run, const size_t *clients, size_t count, double *work)
{
    const size_t p = run->problem->p, batch = run->batch;
    double *g = work, *scratch = g + p, *rest = scratch + p;
    size_t *rows = (size_t *)(void *)rest;

    for (size_t k = 0; k < count; k++) {
        const double *u = fed_hear(run, clients[k], p, scratch);

        if (batch == 0) {
            fed_client_gradient(run->problem, clients[k], u, g, rest);
        } else {
            fed_batch_draw(run, clients[k], 0, rows);
            fed_batch_gradient(run->problem, rows, batch, (double)batch, u, g, rest + batch);
        }
        descend(p, run->rate, u, g, run->next + clients[k] * p);
    }
}

static bool uses_gram(const fed_run *run)
{
    return run->problem->gram != NULL && run->batch == 0;
}

static bool is_eight(const fed_run *run)
{
    return uses_gram(run) && run->problem->p == 8;
}

static void ngd_begin(fed_run *run)
{
    fed_spread(run, (fed_message){"theta", run->problem->p});
}

static void ngd_clients(fed_run *run, const size_t *clients, size_t count, double *work)
{
    if (is_eight(run))
        fed_ngd_eight(&run, 1, clients, count, work);
    else if (uses_gram(run))
        step_gram(run, clients, count, work);
    else if (fed_pack_is_few(run->problem) && run->batch == 0 && run->problem->l2 == 0.0)
        step_few(run, clients, count, work);
    else
        step_data(run, clients, count, work);
}

static void ngd_abreast(fed_run *const *runs, size_t abreast, const size_t *clients, size_t count,
                        double *work)
{
    if (is_eight(runs[0]))
        fed_ngd_eight(runs, abreast, clients, count, work);
    else
        for (size_t r = 0; r < abreast; r++)
            ngd_clients(runs[r], clients, count, work);
}

static void ngd_end(fed_run *run)
{
    const ngd *state = run->state;
    double *swap = run->theta;

    run->theta = run->next;
    run->next = swap;
    fed_compute_all(run, state->gradients, state->most);
    fed_epoch(run);
}

static double ngd_cost(const fed_run *run)
{
    const ngd *state = run->state;

    return state->cost;
}

/* Theorem 1: a rate below 2/lambda_max of every client's Hessian suffices, with what follows. Of
 * all clients where their eigenvalues cost little, else of the one with the longest samples. */
static fed_status check_rate(fed_run *run)
{
    enum { EIGEN_FLOPS = 100000000 };
    const fed_problem *problem = run->problem;
    const double p = (double)problem->p, flops = 4.0 * (double)problem->clients * p * p * p;
    const double rate =
        fmax(fed_rate(&run->schedule, 0), fed_rate(&run->schedule, run->schedule.warmup));
    char whose[40] = "the clients";
    double most = 0.0;
    size_t client;

    if (flops <= EIGEN_FLOPS) {
        TRY(fed_problem_curvature(problem, run->team, NULL, &most, run->error));
    } else if ((problem->model.can & FED_MODEL_PRODUCTS) && isfinite(problem->loss->curvature)) {
        TRY(fed_problem_steepest(problem, run->team, &client, &most, run->error));
        snprintf(whose, sizeof whose, "client %zu", client);
    }
    if (isfinite(most) && rate * most >= 2.0)
        snprintf(run->warning, sizeof run->warning,
                 "learning rate %g is not below %g = 2/lambda_max of %s: it may diverge", rate,
                 2.0 / most, whose);
    return FED_OK;
}

/* Theorem 1 also asks for more samples than parameters. Looked at once. */
static fed_status check_theorem(fed_run *run)
{
    const fed_problem *problem = run->problem;

    if (run->replicate > 0)
        return FED_OK;
    TRY(check_rate(run));
    for (size_t m = 0; m < problem->clients && problem->affine && problem->l2 == 0.0 &&
                       run->warning[0] == '\0' && problem->data->matrices == NULL;
         m++) {
        const size_t n = fed_held(problem->part, m);

        if (n <= problem->p)
            snprintf(run->warning, sizeof run->warning,
                     "client %zu has %zu samples for %zu parameters: convergence is not "
                     "guaranteed",
                     m, n, problem->p);
    }
    return FED_OK;
}

static fed_status ngd_setup(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const fed_partition *part = problem->part;
    ngd *state = run->state = FED_NEW(run->arena, ngd);

    run->next = FED_ARRAY(run->arena, run->models * problem->p, double);
    if (state == NULL || run->next == NULL)
        return fed_nomem(run->error);
    TRY(fed_schedule_read(run->config, "algorithm.learning_rate", run->rounds, &run->schedule,
                          run->error));
    fed_run_room(run, 2 * (problem->p + FED_MANY) + run->batch);
    for (size_t m = 0; m < problem->clients; m++) {
        double n = run->batch > 0 ? (double)run->batch : (double)fed_held(part, m);

        state->gradients += n;
        state->most = fmax(state->most, n);
    }
    state->cost = uses_gram(run)
                      ? 2.0 * (double)(problem->p * problem->p)
                      : 10.0 * state->gradients / (double)problem->clients * (double)problem->p;
    return check_theorem(run);
}

static const fed_param ngd_params[] = {
    {"learning_rate", FED_RATE, "0.01", 0, INFINITY, NULL, "learning rate, a number or a schedule"},
    {"batch", FED_INT, "0", 0, 1e9, NULL,
     "batch size of a client's gradient, drawn with replacement; 0 uses all samples"},
    FED_END};

static const fed_parts ngd_parts = {ngd_begin, ngd_clients, ngd_abreast, ngd_end, ngd_cost};

const fed_algorithm fed_algorithm_ngd = {
    .entry = {"ngd", "Network Gradient Descent on a graph of clients", ngd_params},
    .decentralised = true,
    .averages_first = true,
    .setup = ngd_setup,
    .parts = &ngd_parts,
};
