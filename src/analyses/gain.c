/* gain.c -- what a client gains by joining: the error of its own minimum-norm least squares over
 * that of the common model, at the end of the run, in the limit and at the best round, beside the
 * lower bounds of Theorems 16 and 17. */
#include "analyses/analysis.h"
#include "core/lapack.h"
#include "core/linalg.h"
#include "theory/affine.h"
#include "theory/alone.h"
#include "theory/local_spectrum.h"
#include "theory/fixed_point.h"
#include "theory/stopping.h"
#include "theory/subspaces.h"

#include <string.h>

enum { ROUNDS_MOST = 20000 }; /* looked at for the best round */

enum {
    CLIENT,
    SAMPLES,
    LOCAL,
    FINAL,
    LIMIT,
    NORM,
    RISK,
    LIMIT_NORM,
    LIMIT_RISK,
    BEST_ROUND,
    BEST_RISK,
    THEOREM16,
    THEOREM17,
    COLUMNS
};
static const char *const columns[] = {
    "client",     "samples",    "local_error", "final_error", "limit_error", "norm",     "risk",
    "limit_norm", "limit_risk", "best_round",  "best_risk",   "theorem16",   "theorem17"};

/* What the lower bounds of Theorems 16 and 17 are made of. */
typedef struct terms {
    double sigma2, apart, kappa; /* noise; Gamma, the largest distance of two truths; (14) or NAN */
} terms;

static fed_status check(const fed_run *run)
{
    const fed_problem *problem = run->problem;
    const int64_t *chosen;
    const size_t count = fed_config_ints(run->config, "gain.clients", &chosen);

    if (problem->truth == NULL)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'gain' needs data with known true parameters");
    if (run->models > 1 || !fed_all_penalised(&problem->model))
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'gain' needs a method with a server and no intercept");
    for (size_t k = 0; k < count; k++)
        if ((size_t)chosen[k] >= problem->clients)
            return fed_config_fault(run->config, run->error, FED_CONFIG, "gain.clients",
                                    "client %lld of %zu", (long long)chosen[k], problem->clients);
    return fed_affine_known(run) ? fed_affine_check(run, "gain") : FED_OK;
}

/* The client's own truth, where clients are those of the data. */
static const double *truth_of(const fed_run *run, size_t client)
{
    const fed_dataset *data = run->problem->data;
    const bool given = strcmp(fed_config_string(run->config, "partition.scheme"), "given") == 0;

    return data->truths != NULL && given && client < data->clients
               ? data->truths + client * run->problem->p
               : run->problem->truth;
}

/* The limit in closed form where there is one, else NULL. */
static fed_status find_limit(fed_run *run, const double **limit)
{
    const size_t p = run->problem->p;
    double *a, *values, *x;
    fed_affine affine;
    bool converges;

    *limit = NULL;
    if (!fed_affine_known(run))
        return FED_OK;
    a = FED_ARRAY(run->arena, p * p, double);
    values = FED_ARRAY(run->arena, p, double);
    x = FED_ARRAY(run->arena, p, double);
    if (a == NULL || values == NULL || x == NULL)
        return fed_nomem(run->error);
    TRY(fed_affine_read(run, "gain", &affine));
    if (!fed_affine_plain(run))
        return FED_OK;
    TRY(fed_affine_limit(run, &affine, a, values, x, &converges));
    *limit = converges ? x : NULL;
    return FED_OK;
}

/* The round at which the method's own recursion from zeros comes nearest to each client's truth:
 * the infimum of (33). */
static fed_status find_best(fed_run *run, fed_table *table)
{
    const size_t p = run->problem->p;
    double *a = FED_ARRAY(run->arena, p * p, double), *v = FED_ARRAY(run->arena, p, double);
    double *x = FED_ARRAY(run->arena, p, double), *step = FED_ARRAY(run->arena, p, double);
    fed_affine affine;

    if (a == NULL || v == NULL || x == NULL || step == NULL)
        return fed_nomem(run->error);
    TRY(fed_affine_read(run, "gain", &affine));
    if (!fed_affine_sum(&affine, affine.rate, a, v))
        return fed_no_eigen(run->error, "the eigenvalues of the clients' curvature were "
                                        "not found");
    for (size_t t = 0; t < ROUNDS_MOST; t++) {
        for (size_t k = 0; k < table->rows; k++) {
            double *row = table->cells + k * COLUMNS;
            const double error = fed_distance(p, x, truth_of(run, (size_t)row[CLIENT]));
            const double risk = pow(row[LOCAL] / error, 2.0);

            if (isnan(row[BEST_RISK]) || risk > row[BEST_RISK]) {
                row[BEST_RISK] = risk;
                row[BEST_ROUND] = (double)t;
            }
        }
        memcpy(step, v, p * sizeof *step);
        fed_gemv(p, p, -affine.server, a, p, x, affine.server, step);
        fed_axpy(p, 1.0, step, x);
        if (fed_norm(p, step) <= 1e-9 * (1.0 + fed_norm(p, x)))
            break;
    }
    return FED_OK;
}

static fed_status find_terms(fed_run *run, terms *b)
{
    const fed_problem *problem = run->problem;
    fed_rule rule = {.averages = false};
    double sigma;

    TRY(fed_noise(run, &sigma));
    *b = (terms){.sigma2 = sigma * sigma, .apart = fed_truths_apart(problem), .kappa = NAN};
    if (run->algorithm->rule != NULL)
        TRY(run->algorithm->rule(run, &rule));
    if (rule.averages && problem->by_samples) {
        fed_spectrum spectrum;

        TRY(fed_spectrum_make(run, "gain", &spectrum));
        b->kappa = spectrum.kappa;
    }
    return FED_OK;
}

/* (34) and (35) with c_1 = 1 and B the length of the client's truth */
static void put_bounds(const fed_run *run, const terms *b, size_t rank, const double *truth,
                       double *row)
{
    const double d = (double)run->problem->p, n = row[SAMPLES];
    const double total = (double)run->problem->samples,
                 square = fed_dot(run->problem->p, truth, truth);
    const double alone = fmin(b->sigma2 * d / n, square);

    row[THEOREM16] =
        (alone + fmax(1.0 - n / d, 0.0) * square) / (b->sigma2 * d / total + b->apart * b->apart);
    row[THEOREM17] = b->apart == 0.0 ? (alone + (1.0 - (double)rank / d) * square) /
                                           (b->kappa * b->sigma2 * d / total)
                                     : NAN;
}

static fed_status evaluate(fed_run *run, size_t client, const double *limit, const terms *b,
                           fed_alone *alone, double *row)
{
    const size_t p = run->problem->p;
    const double *truth = truth_of(run, client);

    TRY(fed_alone_fit(run, alone, client));
    row[CLIENT] = (double)client;
    row[SAMPLES] = (double)fed_held(run->problem->part, client);
    row[LOCAL] = fed_distance(p, alone->theta, truth);
    row[FINAL] = fed_distance(p, run->theta, truth);
    row[LIMIT] = limit != NULL ? fed_distance(p, limit, truth) : NAN;
    row[NORM] = row[LOCAL] / row[FINAL];
    row[RISK] = row[NORM] * row[NORM];
    row[LIMIT_NORM] = row[LOCAL] / row[LIMIT];
    row[LIMIT_RISK] = row[LIMIT_NORM] * row[LIMIT_NORM];
    row[BEST_ROUND] = row[BEST_RISK] = NAN;
    put_bounds(run, b, alone->rank, truth, row);
    return FED_OK;
}

static fed_status analyse(fed_run *run)
{
    const size_t clients = run->problem->clients;
    const double *limit;
    const int64_t *chosen;
    const size_t count = fed_config_ints(run->config, "gain.clients", &chosen);
    fed_table *table;
    fed_alone alone;
    terms b;

    TRY(fed_alone_room(run, &alone));
    TRY(find_limit(run, &limit));
    TRY(find_terms(run, &b));
    table = fed_run_table(run, "gain", columns, COLUMNS, count > 0 ? count : clients);
    if (table == NULL)
        return fed_nomem(run->error);
    for (size_t k = 0; k < table->rows; k++)
        TRY(evaluate(run, count > 0 ? (size_t)chosen[k] : k, limit, &b, &alone,
                     table->cells + k * COLUMNS));
    if (limit != NULL && fed_affine_steady(run))
        TRY(find_best(run, table));
    TRY(fed_run_scalar(run, "gain", "first_norm", table->cells[NORM]));
    TRY(fed_run_scalar(run, "gain", "first_limit_norm", table->cells[LIMIT_NORM]));
    return fed_run_scalar(run, "gain", "first_best_risk", table->cells[BEST_RISK]);
}

const fed_param fed_gain_params[] = {{"clients", FED_INTS, "[]", 0, 1e9, NULL,
                                      "clients whose federation gain is computed; by default all"},
                                     FED_END};

const fed_analysis fed_analysis_gain = {
    .entry = {"gain",
              "federation gain of each client over its own minimum-norm "
              "least squares, as a ratio of norms and of risks",
              NULL},
    .analyse = analyse,
    .check = check,
    .refuses = FED_TRAIT_MIXED | FED_TRAIT_CURVED,
};
