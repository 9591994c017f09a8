/* fedlrgd.c -- Federated Low Rank Gradient Descent: clients tell once what the server's own samples
 * must weigh; then the server descends alone, theta <- theta - g(theta)/L1. */
#include "algorithms/lowrank/findings.h"
#include "algorithms/lowrank/smoothness.h"

#include "core/linalg.h"
#include "algorithms/lowrank/pivots.h"
#include "algorithms/lowrank/probes.h"
#include "algorithms/lowrank/server.h"

#include <string.h>

static fed_status check_rank(fed_run *run, size_t rank)
{
    const size_t held = run->problem->part->server_count;

    if (held == 0)
        return fed_config_fault(
            run->config, run->error, FED_CONFIG, "partition.server",
            "fedlrgd needs samples at the server: set partition.server, or use data with "
            "client -1");
    if (rank > held)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.rank",
                                "%zu, but the server holds %zu samples", rank, held);
    return FED_OK;
}

/* Epoch 1: the server's K gradients at each sample; 2: every client's, after the probes and the p
 * pseudo-inverses; 2 to r+1: p weights of every client in each. */
static void count_setup(fed_run *run, const fed_lowrank *low)
{
    const fed_problem *problem = run->problem;
    const double probes = (double)low->probes, held = (double)problem->part->server_count;

    fed_compute_all(run, (double)low->tried * held, (double)low->tried * (double)low->held);
    fed_epoch(run);
    fed_broadcast(run,
                  (fed_message){"probes and pseudo-inverses",
                                low->probes * problem->p + low->moved * low->probes * low->rank},
                  low->probe);
    for (size_t k = 0; k < run->active; k++)
        fed_compute(run, probes * (double)fed_held(problem->part, run->cohort[k]));
    for (size_t k = 0; k < low->rank; k++) {
        fed_collect(run, (fed_message){"weights", low->moved});
        fed_epoch(run);
    }
}

static fed_status fedlrgd_setup(fed_run *run)
{
    const size_t rank = (size_t)fed_config_int(run->config, "algorithm.rank");
    fed_lrgd *state = run->state = FED_NEW(run->arena, fed_lrgd);
    fed_lowrank *low;

    if (state == NULL)
        return fed_nomem(run->error);
    low = &state->low;
    low->cut = fed_config_float(run->config, "algorithm.cut");
    state->bound = fed_config_float(run->config, "algorithm.divergence");
    state->radius = fed_config_float(run->config, "algorithm.radius");
    state->certify = fed_config_bool(run->config, "algorithm.certify");
    state->theory = fed_lrgd_theory(run->config);
    TRY(check_rank(run, rank));
    TRY(fed_cohort_setup(run, &state->cohort));
    TRY(fed_lowrank_rows(run, rank, low));
    TRY(fed_lowrank_coordinates(run, low));
    TRY(fed_probes_make(run, low));
    TRY(fed_lowrank_pivot(run, low));
    TRY(fed_lowrank_keep(run, low));
    fed_run_room(run, fed_lowrank_work(run, low));
    run->next = FED_ARRAY(run->arena, run->problem->p, double);
    return run->next == NULL || !FED_KEEP(run, state->l1) ? fed_nomem(run->error) : FED_OK;
}

static fed_status fedlrgd_start(fed_run *run)
{
    fed_lrgd *state = run->state;

    fed_cohort_draw(run, &state->cohort);
    TRY(fed_lowrank_weights(run, &state->low));
    count_setup(run, &state->low);
    fed_lrgd_warn(run, &state->low);
    if (run->outcome == FED_RUNNING)
        TRY(fed_smoothness(run, &state->low, &state->l1));
    run->active = 0; /* the clients rest from here on */
    return FED_OK;
}

static void fedlrgd_estimate(const fed_run *run, const double *theta, double *gradient)
{
    const fed_lrgd *state = run->state;

    fed_lowrank_gradient(run, &state->low, theta, gradient);
}

static fed_status fedlrgd_round(fed_run *run)
{
    const fed_lrgd *state = run->state;
    const size_t p = run->problem->p;
    double size;

    run->active = 0;
    run->rate = 1.0 / state->l1;
    fedlrgd_estimate(run, run->theta, run->next);
    fed_axpy(p, -run->rate, run->next, run->theta);
    size = fed_norm(p, run->theta);
    if (state->radius > 0.0 && size > state->radius)
        for (size_t j = 0; j < p; j++)
            run->theta[j] *= state->radius / size;
    if (!(size <= state->bound) && !(state->radius > 0.0 && isfinite(size)))
        fed_diverged(run,
                     "|theta| is %g after %zu iterations: the server's samples do not "
                     "represent all samples",
                     size, run->round + 1);
    fed_compute(run, (double)state->low.rank);
    fed_epoch(run);
    return FED_OK;
}

/* One more epoch: every client sends its exact gradient at the end, L - L* <= |grad L|^2/(2 mu). */
static fed_status certify(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const double mu = fed_all_penalised(&problem->model) ? problem->l2 : 0.0;
    double norm;

    run->active = problem->clients;
    for (size_t m = 0; m < run->active; m++)
        run->cohort[m] = m;
    fed_sum_objective(run, (fed_message){"gradient", problem->p},
                      fed_broadcast(run, (fed_message){"model", problem->p}, run->theta),
                      run->gradient, NULL);
    fed_compute_all(run, (double)problem->samples, (double)fed_held_most(problem->part));
    fed_epoch(run);
    run->active = 0;
    norm = fed_norm(problem->p, run->gradient);
    TRY(fed_run_scalar(run, "certificate", "grad_norm", norm));
    return fed_run_scalar(run, "certificate", "gap_at_most",
                          mu > 0.0 ? 0.5 * norm * norm / mu : INFINITY);
}

static fed_status fedlrgd_finish(fed_run *run)
{
    const fed_lrgd *state = run->state;

    TRY(fed_lrgd_report(run, fed_held_most(run->problem->part)));
    if (state->certify && fed_outcome_is_answer(run->outcome))
        TRY(certify(run));
    return FED_OK;
}

static const fed_param fedlrgd_params[] = {
    {"rank", FED_INT, "0", 0, 1e6, NULL,
     "number r of server samples that represent all samples; 0: all that the server holds"},
    {"adapt", FED_FLOAT, "0.0", 0, 1, NULL,
     "choose the samples and their number r (at most rank) by pivoting, until the "
     "remaining derivatives at the probes are below this fraction of the largest; 0: use "
     "the first samples"},
    {"probes", FED_COLUMN, "0", FED_ANY, NULL,
     "number K of parameters at which derivatives are compared (probes), 0 for twice the "
     "rank; or a design"},
    {"clients_per_round", FED_INT, "0", 0, 1e9, NULL,
     "number of clients that take part, drawn once, and represent the others; 0 uses all"},
    {"sampling", FED_CHOICE, "uniform", FED_ANY, "uniform", "how clients are drawn: uniformly"},
    {"design", FED_CHOICE, "uniform", FED_ANY, "uniform|halton|normal|pivoted|file",
     "how the probes are chosen; pivoted: from four times as many uniform ones, each the "
     "farthest from the span of the previous ones"},
    {"box", FED_FLOATS, "1.0", FED_ANY, NULL,
     "range of the probes: half the width of a box around 0, or [low, high]; normal: the "
     "standard deviation"},
    {"probe_path", FED_PATH, NULL, FED_ANY, NULL,
     "file with one probe per row, with the columns of theta.csv, for design = \"file\""},
    {"iterations", FED_INT, NULL, 0, 4e9, NULL,
     "number of iterations of the server's descent; overrides rounds"},
    {"coordinates", FED_INTS, "[]", 0, 4e9, NULL,
     "increasing numbers of the parameters to optimise, from 0; the others keep their initial "
     "values; [] means all"},
    {"radius", FED_FLOAT, "0.0", 0, INFINITY, NULL,
     "projected descent: project theta to |theta| <= radius after every step; 0: no "
     "projection"},
    {"certify", FED_BOOL, "false", FED_ANY, NULL,
     "compute the exact gradient in one more epoch at the end, and bound the gap by it"},
    {"cut", FED_FLOAT, "1e-8", 0, 1, NULL,
     "the pseudo-inverses drop singular values below this fraction of the largest"},
    {"smoothness", FED_FLOAT, "0.0", 0, INFINITY, NULL,
     "smoothness L1, the inverse of the step; 0: closed form for linear and logistic "
     "losses, otherwise power iteration"},
    {"divergence", FED_FLOAT, "1e3", 0, INFINITY, NULL,
     "a run diverges if |theta| is "
     "larger than this"},
    {"theory.epsilon", FED_FLOAT, "1e-6", 1e-300, 1, NULL,
     "accuracy at which the theorems are evaluated"},
    {"theory.order", FED_FLOAT, "0.0", 0, 1e6, NULL,
     "order eta of the smoothness of the loss in the data; 0: the order that requires "
     "the smallest rank"},
    {"theory.holder", FED_FLOAT, "1.0", 1e-300, INFINITY, NULL,
     "Hoelder constant L2 of this smoothness"},
    {"theory.alpha", FED_FLOAT, "1.0", 1, 1e3, NULL,
     "the norms of the inverse matrices are assumed to be at most r^alpha"},
    {"theory.bound", FED_FLOAT, "0.0", 0, INFINITY, NULL,
     "bound B of the derivatives; 0: the largest derivative at the server"},
    FED_END};

const fed_algorithm fed_algorithm_fedlrgd = {
    .entry = {"fedlrgd",
              "Federated Low Rank Gradient Descent: a few messages, then descent at the "
              "server",
              fedlrgd_params},
    .server_samples = true,
    .rounds_key = "iterations",
    .setup = fedlrgd_setup,
    .start = fedlrgd_start,
    .round = fedlrgd_round,
    .finish = fedlrgd_finish,
    .estimate = fedlrgd_estimate,
};
