/* affine.c -- what a configuration's rounds do to an affine problem, client by client and
 * summed. */
#include "theory/affine.h"

#include "core/linalg.h"
#include "core/lapack.h"
#include "problem/client.h"

#include <string.h>

enum { FEW_STEPS = 24 }; /* up to which products are cheaper than eigenvectors */

bool fed_affine_known(const fed_run *run)
{
    return run->algorithm->rule != NULL;
}

bool fed_affine_plain(const fed_run *run)
{
    fed_rule rule;

    return run->algorithm->rule(run, &rule) == FED_OK && rule.plain;
}

bool fed_affine_steady(const fed_run *run)
{
    fed_rule rule;

    return run->algorithm->rule(run, &rule) == FED_OK && rule.plain && rule.client_fixed &&
           rule.server_fixed;
}

fed_status fed_affine_check(const fed_run *run, const char *analysis)
{
    fed_rule rule;

    if (!fed_affine_known(run))
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'%s' needs fedavg, fedprox or local-update, not %s", analysis,
                                run->algorithm->entry.name);
    TRY(run->algorithm->rule(run, &rule));
    if (!rule.local)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'%s' needs local_epochs = 0 and plain local steps", analysis);
    return fed_refuse(run->problem, run->config, "analysis", analysis,
                      FED_TRAIT_CURVED | FED_TRAIT_FUNCTIONS | FED_TRAIT_MANY, run->error);
}

fed_status fed_affine_read(fed_run *run, const char *analysis, fed_affine *affine)
{
    const size_t p = run->problem->p;
    fed_rule rule;

    TRY(fed_affine_check(run, analysis));
    *affine = (fed_affine){
        .problem = run->problem, .p = p, .work = FED_ARRAY(run->arena, run->problem->work, double)};
    if (affine->work == NULL)
        return fed_nomem(run->error);
    TRY(run->algorithm->rule(run, &rule));
    affine->shape = rule.shape;
    affine->steps = rule.steps;
    affine->weights = rule.weights;
    affine->rate = rule.rate;
    affine->server = rule.server;
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

/* a += w Q S, v += w Q b through the eigenvectors of S, which cost the same for any number of
 * steps */
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
