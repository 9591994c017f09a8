/* affine.c -- what a configuration's rounds do to an affine problem, client by client and summed.
 * */
#include "local/affine.h"

#include "core/linalg.h"
#include "local/decay.h"
#include "local/local.h"

#include <string.h>

enum {
    MOST_PARAMETERS = 3000,
    FEW_STEPS = 24
}; /* up to which products are cheaper than eigenvectors */

/* Theta of local-update as weights. */
static fed_status read_weights(fed_run *run, fed_affine *affine)
{
    const fed_config *config = run->config;
    const char *word = fed_config_string(config, "algorithm.theta");
    const bool local = strcmp(run->algorithm->entry.name, "local-update") == 0;
    double *weights;

    affine->steps = (size_t)fed_config_int(config, "algorithm.local_steps");
    affine->shape = FED_THETA_SUM;
    if (local && fed_config_is_list(config, "algorithm.theta")) {
        affine->steps = fed_config_floats(config, "algorithm.theta", &affine->weights);
        affine->shape = FED_THETA_OTHER;
        return FED_OK;
    }
    if (local && strcmp(word, "sum") != 0)
        affine->shape = FED_THETA_LAST;
    if (local && strcmp(word, "maml") == 0) /* on quadratics MAML is Theta_{2K+1} */
        affine->steps = 2 * affine->steps + 1;
    affine->weights = weights = FED_ARRAY(run->arena, affine->steps, double);
    if (weights == NULL)
        return fed_nomem(run->error);
    for (size_t k = 0; k < affine->steps; k++)
        weights[k] = affine->shape == FED_THETA_SUM || k + 1 == affine->steps ? 1.0 : 0.0;
    return FED_OK;
}

static double last_rate(const fed_run *run, const fed_schedule *schedule)
{
    return fed_rate(schedule, run->rounds > 0 ? run->rounds - 1 : 0);
}

bool fed_affine_plain(const fed_run *run)
{
    const fed_config *config = run->config;

    if (run->batch > 0 || fed_config_int(config, "algorithm.clients_per_round") > 0)
        return false;
    return strcmp(run->algorithm->entry.name, "local-update") != 0 ||
           (fed_config_int(config, "algorithm.local_epochs") == 0 &&
            strcmp(fed_config_string(config, "algorithm.server.optimizer"), "sgd") == 0 &&
            !fed_decay_given(config));
}

static fed_status read_rates(fed_run *run, fed_affine *affine)
{
    const fed_config *config = run->config;
    const bool local = strcmp(run->algorithm->entry.name, "local-update") == 0;
    fed_curvature curvature = {0};
    fed_schedule client;

    affine->rate = affine->server = last_rate(run, &run->schedule);
    if (strcmp(run->algorithm->entry.name, "fedprox") == 0) {
        affine->shape = FED_THETA_PROX;
        affine->steps = 1;
        return FED_OK;
    }
    TRY(read_weights(run, affine));
    if (!local)
        return FED_OK;
    curvature.steps = (double)affine->steps;
    TRY(fed_local_schedule(run, "algorithm.client_learning_rate", true, &curvature, &client));
    affine->rate = last_rate(run, &client);
    if (fed_config_bool(config, "algorithm.delta"))
        affine->server *= affine->rate;
    return FED_OK;
}

bool fed_affine_known(const fed_run *run)
{
    static const char *const known[] = {"fedavg", "fedprox", "local-update"};

    for (size_t k = 0; k < 3; k++)
        if (strcmp(run->algorithm->entry.name, known[k]) == 0)
            return true;
    return false;
}

fed_status fed_affine_check(const fed_run *run, const char *analysis)
{
    const fed_problem *problem = run->problem;

    if (!fed_affine_known(run))
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'%s' is of fedavg, fedprox and local-update, not of %s", analysis,
                                run->algorithm->entry.name);
    if (!problem->loss->affine)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'%s' needs a linear or quadratic loss, found '%s'", analysis,
                                problem->loss->entry.name);
    if (problem->data->kernel)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'%s' needs a model of finite dimension, found a kernel", analysis);
    if (problem->p > MOST_PARAMETERS)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'%s' needs at most %d parameters, found %zu", analysis,
                                MOST_PARAMETERS, problem->p);
    return FED_OK;
}

fed_status fed_affine_read(fed_run *run, const char *analysis, fed_affine *affine)
{
    const size_t p = run->problem->p;

    TRY(fed_affine_check(run, analysis));
    *affine = (fed_affine){.problem = run->problem, .p = p, .work = run->work[0]};
    TRY(read_rates(run, affine));
    affine->s = FED_ARRAY(run->arena, p * p, double);
    affine->q = FED_ARRAY(run->arena, p * p, double);
    affine->spare = FED_ARRAY(run->arena, p * p, double);
    affine->b = FED_ARRAY(run->arena, p, double);
    affine->values = FED_ARRAY(run->arena, p, double);
    return affine->s == NULL || affine->q == NULL || affine->spare == NULL || affine->b == NULL ||
                   affine->values == NULL
               ? fed_nomem(run->error)
               : FED_OK;
}

double fed_affine_distortion(const fed_affine *affine, double rate, double lambda)
{
    double sum = 0.0;

    if (affine->shape == FED_THETA_PROX)
        return 1.0 / (1.0 + rate * lambda);
    for (size_t k = affine->steps; k-- > 0;) /* Horner */
        sum = sum * (1.0 - rate * lambda) + affine->weights[k];
    return sum;
}

void fed_affine_client(const fed_affine *affine, size_t client)
{
    const size_t p = affine->p;

    memset(affine->values, 0, p * sizeof *affine->values);
    fed_client_gradient(affine->problem, client, affine->values, affine->b, affine->work);
    for (size_t j = 0; j < p; j++)
        affine->b[j] = -affine->b[j];
    fed_client_hessian(affine->problem, client, affine->values, affine->s, affine->work);
}

bool fed_affine_eigen(const fed_affine *affine, size_t client)
{
    fed_affine_client(affine, client);
    return fed_eigen(affine->p, affine->s, affine->p, true, affine->values);
}

/* q = Q_i as a matrix: Horner's rule, or columns of the inverse by Cholesky; power: p x p */
static bool distort(const fed_affine *affine, double rate, double *power)
{
    const size_t p = affine->p;
    double *q = affine->q;

    memset(q, 0, p * p * sizeof *q);
    for (size_t j = 0; j < p; j++)
        q[j * (p + 1)] = affine->shape == FED_THETA_PROX ? 1.0 : affine->weights[affine->steps - 1];
    if (affine->shape == FED_THETA_PROX) {
        for (size_t k = 0; k < p * p; k++)
            power[k] = rate * affine->s[k] + (k % (p + 1) == 0 ? 1.0 : 0.0);
        if (!fed_cholesky(p, power, p))
            return false;
        for (size_t j = 0; j < p; j++)
            fed_cholesky_solve(p, power, p, q + j * p);
        return true;
    }
    for (size_t k = affine->steps - 1; k-- > 0;) { /* Q <- Q - gamma S Q + theta_k I */
        memcpy(power, q, p * p * sizeof *q);
        fed_gemm(false, false, p, p, p, -rate, affine->s, p, power, p, 1.0, q, p);
        for (size_t j = 0; j < p; j++)
            q[j * (p + 1)] += affine->weights[k];
    }
    return true;
}

/* a += w Q S, v += w Q b through the eigenvectors of S, which cost the same for any number of steps
 * */
static bool add_by_eigen(const fed_affine *affine, size_t client, double rate, double *a, double *v)
{
    const size_t p = affine->p;
    const double weight = affine->problem->weight[client];
    double *scaled = affine->q, *along = affine->work;

    if (!fed_affine_eigen(affine, client))
        return false;
    fed_gemv(p, p, 1.0, affine->s, p, affine->b, 0.0, along); /* U'b */
    for (size_t k = 0; k < p; k++) {
        const double q = fed_affine_distortion(affine, rate, affine->values[k]);

        for (size_t j = 0; j < p; j++)
            scaled[k * p + j] = q * affine->values[k] * affine->s[k * p + j];
        fed_axpy(p, weight * q * along[k], affine->s + k * p, v);
    }
    fed_gemm(true, false, p, p, p, weight, affine->s, p, scaled, p, 1.0, a, p);
    return true;
}

bool fed_affine_sum(const fed_affine *affine, double rate, double *a, double *v)
{
    const size_t p = affine->p;

    memset(a, 0, p * p * sizeof *a);
    memset(v, 0, p * sizeof *v);
    for (size_t m = 0; m < affine->problem->clients; m++) {
        if (affine->steps > FEW_STEPS) {
            if (!add_by_eigen(affine, m, rate, a, v))
                return false;
            continue;
        }
        fed_affine_client(affine, m);
        if (!distort(affine, rate, affine->spare))
            return false;
        fed_gemm(false, false, p, p, p, affine->problem->weight[m], affine->q, p, affine->s, p, 1.0,
                 a, p);
        fed_gemv(p, p, affine->problem->weight[m], affine->q, p, affine->b, 1.0, v);
    }
    return true;
}
