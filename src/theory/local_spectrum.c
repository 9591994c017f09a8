/* local_spectrum.c -- the spectra of K, P and KP: through sum_i w_i Q_i S_i where parameters are
 * few, else by the kernel's matrix itself. */
#include "theory/local_spectrum.h"

#include "core/linalg.h"
#include "theory/affine.h"
#include "core/lapack.h"

#include <string.h>

enum { MOST_SAMPLES = 6000, MOST_VECTORS = 2000 }; /* of a kernel's matrix to be decomposed */

fed_status fed_spectrum_check(const fed_run *run, const char *analysis)
{
    fed_rule rule = {.averages = false};

    if (run->algorithm->rule != NULL)
        TRY(run->algorithm->rule(run, &rule));
    if (!rule.averages)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'%s' needs fedavg or fedprox, not %s", analysis,
                                run->algorithm->entry.name);
    TRY(fed_refuse(run->problem, run->config, "analysis", analysis,
                   FED_TRAIT_MIXED | FED_TRAIT_CURVED, run->error));
    if (!run->problem->by_samples)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "partition.weights",
                                "'%s' needs weights by samples", analysis);
    if (run->problem->functions && run->problem->samples > MOST_SAMPLES)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'%s' of a kernel needs at most %d samples, found %zu", analysis,
                                MOST_SAMPLES, run->problem->samples);
    return run->problem->functions ? FED_OK : fed_affine_check(run, analysis);
}

/* The eigenvalue of P_ii that goes with lambda of K_i. */
static double local_of(const fed_spectrum *spectrum, bool prox, double lambda)
{
    const double x = spectrum->rate * lambda;
    double sum = 0.0;

    if (prox)
        return 1.0 / (1.0 + x);
    for (size_t k = 0; k < spectrum->steps; k++)
        sum = sum * (1.0 - x) + 1.0;
    return sum;
}

static void note_local(fed_spectrum *spectrum, bool prox, double lambda)
{
    const double p = local_of(spectrum, prox, lambda);

    spectrum->least = fmin(spectrum->least, p);
    spectrum->largest = fmax(spectrum->largest, p);
    spectrum->gamma = fmax(spectrum->gamma, spectrum->rate * lambda);
}

static void decreasing(size_t n, double *values)
{
    for (size_t k = 0; k < n / 2; k++) {
        const double swap = values[k];

        values[k] = values[n - 1 - k];
        values[n - 1 - k] = swap;
    }
}

/* The eigenvalues of KP other than 0 are those of sum_i w_i Q_i S_i, and of P_ii those of Q_i. */
static fed_status from_features(fed_run *run, const char *analysis, bool prox,
                                fed_spectrum *spectrum)
{
    const size_t p = run->problem->p;
    double *a = FED_ARRAY(run->arena, p * p, double), *v = FED_ARRAY(run->arena, p, double);
    double *lambda = FED_ARRAY(run->arena, p, double), *product = FED_ARRAY(run->arena, p, double);
    fed_affine affine;
    bool done;

    if (a == NULL || v == NULL || lambda == NULL || product == NULL)
        return fed_nomem(run->error);
    TRY(fed_affine_read(run, analysis, &affine));
    done = fed_affine_sum(&affine, affine.rate, a, v) && fed_eigen(p, a, p, false, product);
    memset(a, 0, p * p * sizeof *a);
    for (size_t m = 0; done && m < run->problem->clients; m++) {
        const size_t n = fed_held(run->problem->part, m);

        fed_affine_client(&affine, m);
        fed_axpy(p * p, run->problem->weight[m], affine.s, a);
        done = fed_eigen(p, affine.s, p, false, affine.values);
        for (size_t k = n < p ? p - n : 0; done && k < p;
             k++) /* K_i has n of them: zeros are cut or added */
            note_local(spectrum, prox, fmax(affine.values[k] / run->problem->scale, 0.0));
        if (n > p)
            note_local(spectrum, prox, 0.0);
    }
    if (!done || !fed_eigen(p, a, p, false, lambda))
        return fed_no_eigen(run->error, "the eigenvalues of the clients' curvature were "
                                        "not found");
    decreasing(p, lambda);
    decreasing(p, product);
    for (size_t k = 0; k < p; k++) {
        lambda[k] /= run->problem->scale;
        product[k] /= run->problem->scale;
    }
    spectrum->lambda = lambda;
    spectrum->product = product;
    spectrum->count = p < run->problem->samples ? p : run->problem->samples;
    return FED_OK;
}

/* root <- its block i replaced by P_ii^(1/2); *definite becomes false when P is not positive
 * definite. False when LAPACK fails. */
static bool put_root(fed_run *run, size_t client, bool prox, fed_spectrum *spectrum, double *root,
                     double *block, double *values, bool *definite)
{
    const fed_problem *problem = run->problem;
    const size_t *start = problem->part->start, *row = problem->part->row, first = start[client];
    const size_t n = fed_held(problem->part, client);
    double *scaled = block + n * n;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            block[i * n + j] =
                problem->data->x[row[first + i] * problem->p + row[first + j]] / (double)n;
    if (!fed_eigen(n, block, n, true, values))
        return false;
    for (size_t k = 0; k < n; k++) {
        const double p = local_of(spectrum, prox, fmax(values[k], 0.0));

        note_local(spectrum, prox, fmax(values[k], 0.0));
        *definite = *definite && p > 0.0;
        for (size_t j = 0; j < n; j++)
            scaled[k * n + j] = sqrt(fmax(p, 0.0)) * block[k * n + j];
    }
    fed_gemm(true, false, n, n, n, 1.0, block, n, scaled, n, 0.0,
             root + first * problem->samples + first, problem->samples);
    return true;
}

/* KP has the eigenvalues of P^(1/2) K P^(1/2); samples stand in the partition's order. */
static fed_status from_kernel(fed_run *run, bool prox, fed_spectrum *spectrum)
{
    const fed_problem *problem = run->problem;
    const size_t n = problem->samples, *row = problem->part->row, *start = problem->part->start;
    double *k = FED_ARRAY(run->arena, n * n, double), *root = FED_ARRAY(run->arena, n * n, double);
    double *half = FED_ARRAY(run->arena, n * n, double),
           *block = FED_ARRAY(run->arena, 2 * n * n, double);
    double *lambda = FED_ARRAY(run->arena, n, double), *product = FED_ARRAY(run->arena, n, double);
    bool definite = true, done = true;

    if (k == NULL || root == NULL || half == NULL || block == NULL || lambda == NULL ||
        product == NULL)
        return fed_nomem(run->error);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            k[i * n + j] = problem->data->x[row[i] * problem->p + row[j]] / (double)n;
    for (size_t m = 0; m < problem->clients && done; m++)
        done = put_root(run, m, prox, spectrum, root, block, lambda + start[m], &definite);
    if (!done)
        return fed_no_eigen(run->error, "no eigenvalues of a client's kernel matrix");
    fed_gemm(false, false, n, n, n, 1.0, k, n, root, n, 0.0, half, n);
    fed_gemm(false, false, n, n, n, 1.0, root, n, half, n, 0.0, block, n);
    fed_gemm(false, false, n, n, n, 1.0, half, n, root, n, 0.0, block + n * n, n);
    done = fed_eigen(n, k, n, n <= MOST_VECTORS, lambda) && fed_eigen(n, block, n, false, product);
    if (!done)
        return fed_no_eigen(run->error, "the eigenvalues of the kernel matrix were not "
                                        "found");
    decreasing(n, lambda);
    decreasing(n, product);
    for (size_t i = 0; !definite && i < n; i++)
        product[i] = NAN;
    spectrum->lambda = lambda;
    spectrum->product = product;
    spectrum->count = n;
    spectrum->kp = block + n * n;
    spectrum->vectors = n <= MOST_VECTORS ? k : NULL;
    return FED_OK;
}

fed_status fed_spectrum_make(fed_run *run, const char *analysis, fed_spectrum *spectrum)
{
    fed_rule rule;
    bool prox;
    double s;

    TRY(fed_spectrum_check(run, analysis));
    TRY(run->algorithm->rule(run, &rule));
    prox = rule.shape == FED_THETA_PROX;
    *spectrum = (fed_spectrum){.samples = run->problem->samples,
                               .least = INFINITY,
                               .rate = run->problem->scale * rule.rate,
                               .steps = rule.steps};
    TRY(run->problem->functions ? from_kernel(run, prox, spectrum)
                                : from_features(run, analysis, prox, spectrum));
    while (spectrum->rank < spectrum->count &&
           spectrum->lambda[spectrum->rank] > FED_EIGEN_CUT * spectrum->lambda[0])
        spectrum->rank++;
    s = (double)spectrum->steps;
    spectrum->kappa = prox                     ? 1.0 + spectrum->gamma
                      : spectrum->gamma >= 1.0 ? NAN
                      : spectrum->gamma > 0.0
                          ? spectrum->gamma * s / -expm1(s * log1p(-spectrum->gamma))
                          : 1.0;
    return FED_OK;
}
