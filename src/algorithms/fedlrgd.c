/* fedlrgd.c -- Federated Low Rank Gradient Descent: clients tell once what the server's own samples must
 * weigh; then the server descends alone, theta <- theta - g(theta)/L1. */
#include "lowrank/report.h"
#include "lowrank/smoothness.h"

#include "core/linalg.h"
#include "lowrank/probes.h"

#include <string.h>

static double constant_rate(const fed_schedule *schedule, size_t t)
{
    (void)t;
    return schedule->value;
}

static size_t largest_client(const fed_problem *problem)
{
    size_t most = 0;

    for (size_t m = 0; m < problem->clients; m++) {
        const size_t n = problem->part->start[m + 1] - problem->part->start[m];

        most = n > most ? n : most;
    }
    return most;
}

static fed_status check_rank(fed_run *run, size_t rank)
{
    const size_t held = run->problem->part->server_count;

    if (held == 0)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "partition.server",
                                "fedlrgd needs samples at the server: give it some, or data with client -1");
    if (rank > held)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.rank",
                                "%zu, but the server holds %zu samples", rank, held);
    return FED_OK;
}

/* Epoch 1: the server's K gradients at each sample; 2: every client's, after the probes and the p
 * pseudo-inverses; 2 to r+1: p weights of every client in each. */
static void count_setup(fed_run *run, const fed_lowrank *low)
{
    const size_t clients = run->problem->clients;
    const double probes = (double)low->probes;

    fed_count_epoch(run, probes * (double)low->held, 0);
    fed_count_broadcast(run, low->probes * run->problem->p + low->moved * low->probes * low->rank);
    for (size_t k = 0; k < low->rank; k++) {
        fed_count_reduce(run, low->moved);
        fed_count_epoch(run, k == 0 ? probes * (double)largest_client(run->problem) : 0.0, clients);
    }
    run->counts.gradients += probes * (double)run->problem->samples;
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
    TRY(check_rank(run, rank));
    TRY(fed_lowrank_rows(run, rank, low));
    TRY(fed_lowrank_coordinates(run, low));
    TRY(fed_probes_make(run, low->rank, &low->probes, &low->probe));
    TRY(fed_run_work(run, fed_lowrank_work(run, low)));
    if ((run->next = FED_ARRAY(run->arena, run->problem->p, double)) == NULL)
        return fed_nomem(run->error);
    TRY(fed_lowrank_weights(run, low));
    count_setup(run, low);
    fed_lrgd_warn(run, low);
    if (run->outcome == FED_RUNNING)
        TRY(fed_smoothness(run, low, &state->l1));
    run->schedule = (fed_schedule){.rate = constant_rate, .value = 1.0 / state->l1};
    run->active = 0; /* the clients rest from here on */
    return FED_OK;
}

static fed_status fedlrgd_round(fed_run *run)
{
    const fed_lrgd *state = run->state;
    const size_t p = run->problem->p;
    double size;

    fed_lowrank_gradient(run, &state->low, run->theta, run->next, run->work[0]);
    fed_axpy(p, -run->rate, run->next, run->theta);
    size = fed_norm(p, run->theta);
    if (!(size <= state->bound))
        fed_diverged(run, "|theta| is %g after %zu iterations: the server's samples do not stand for all", size,
                     run->round + 1);
    fed_count_epoch(run, (double)state->low.rank, 0);
    run->counts.gradients += (double)state->low.rank;
    return FED_OK;
}

/* One more epoch: every client sends its exact gradient at the end, L - L* <= |grad L|^2/(2 mu). */
static fed_status certify(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const double mu = problem->intercept ? 0.0 : problem->l2;
    double norm;

    run->active = problem->clients;
    fed_count_broadcast(run, problem->p);
    fed_problem_value(problem, run->theta, run->gradient, run->work, run->threads);
    fed_count_reduce(run, problem->p);
    fed_count_epoch(run, (double)largest_client(problem), problem->clients);
    run->counts.gradients += (double)problem->samples;
    run->active = 0;
    norm = fed_norm(problem->p, run->gradient);
    TRY(fed_run_scalar(run, "certificate", "grad_norm", norm));
    return fed_run_scalar(run, "certificate", "gap_at_most", mu > 0.0 ? 0.5 * norm * norm / mu : INFINITY);
}

static fed_status fedlrgd_finish(fed_run *run)
{
    TRY(fed_lrgd_report(run, largest_client(run->problem)));
    if (fed_config_bool(run->config, "algorithm.certify") && fed_outcome_is_answer(run->outcome))
        TRY(certify(run));
    return FED_OK;
}

static const fed_param fedlrgd_params[] = {
    {"rank", FED_INT, "0", 0, 1e6, NULL, "samples of the server that stand for all, r; 0: all it holds"},
    {"probes", FED_COLUMN, "0", FED_ANY, NULL,
     "parameters at which derivatives are compared: their number K, 0 for twice the rank; or a word as design"},
    {"design", FED_CHOICE, "uniform", FED_ANY, "uniform|halton|normal|file", "how the probes are chosen"},
    {"box", FED_FLOATS, "1.0", FED_ANY, NULL,
     "where the probes lie: the half width of a box about 0, or [low, high]; normal: one standard deviation"},
    {"probe_path", FED_PATH, NULL, FED_ANY, NULL, "probes in theta.csv's columns, one a row, for design = \"file\""},
    {"iterations", FED_INT, NULL, 0, 4e9, NULL, "iterations of the server's descent; the same as rounds, and wins"},
    {"coordinates", FED_INTS, "[]", 0, 4e9, NULL, "numbers of the parameters that move, increasing; [] moves all"},
    {"certify", FED_BOOL, "false", FED_ANY, NULL,
     "one more epoch at the end: the exact gradient, and a bound of the gap from it"},
    {"cut", FED_FLOAT, "1e-8", 0, 1, NULL,
     "singular values below this part of the largest are left out of the pseudo-inverses"},
    {"smoothness", FED_FLOAT, "0.0", 0, INFINITY, NULL,
     "L1, whose inverse is the step; 0: closed form for linear and logistic, else power iteration"},
    {"divergence", FED_FLOAT, "1e3", 0, INFINITY, NULL, "|theta| beyond this counts as divergence"},
    {"theory.epsilon", FED_FLOAT, "1e-6", 1e-300, 1, NULL, "accuracy for which the theorems are evaluated"},
    {"theory.order", FED_FLOAT, "0.0", 0, 1e6, NULL,
     "order eta of the loss's smoothness in the data; 0: the one that asks for the smallest rank"},
    {"theory.holder", FED_FLOAT, "1.0", 1e-300, INFINITY, NULL, "its Hoelder constant L2"},
    {"theory.alpha", FED_FLOAT, "1.0", 1, 1e3, NULL, "the inverses of the matrices are assumed below r^alpha"},
    {"theory.bound", FED_FLOAT, "0.0", 0, INFINITY, NULL,
     "bound B of the derivatives; 0: the largest met at the server"},
    FED_END};

const fed_algorithm fed_algorithm_fedlrgd = {
    .entry = {"fedlrgd", "Federated Low Rank Gradient Descent: a few messages, then the server alone", fedlrgd_params},
    .server_samples = true,
    .rounds_key = "iterations",
    .setup = fedlrgd_setup,
    .round = fedlrgd_round,
    .finish = fedlrgd_finish,
};
