/* trajectory.c -- the recursion theta <- theta - A theta + v of coefficients, or f <- f - eta KP (f
 * - y) of a kernel's values at the samples (13). */
#include "theory/trajectory.h"

#include "core/lapack.h"
#include "core/linalg.h"
#include "theory/affine.h"
#include "problem/client.h"
#include "theory/fixed_point.h"

#include <string.h>

/* As the theorems have it: from zeros, with one rate. */
static bool as_theory(const fed_run *run)
{
    fed_rule rule;

    return run->algorithm->rule(run, &rule) == FED_OK && rule.client_fixed &&
           strcmp(fed_config_string(run->config, "algorithm.initial"), "zeros") == 0;
}

/* Whether clients are those for which truths were drawn. */
static bool own_truths(const fed_run *run)
{
    return run->problem->data->truths != NULL &&
           strcmp(fed_config_string(run->config, "partition.scheme"), "given") == 0;
}

/* out += w Q_m S_m theta through the eigenvectors of S_m */
static bool add_image(const fed_affine *affine, size_t client, const double *theta, double *out)
{
    const size_t p = affine->p;

    if (!fed_affine_eigen(affine, client))
        return false;
    for (size_t k = 0; k < p; k++) {
        const double *u = affine->s + k * p, lambda = affine->values[k];

        fed_axpy(p,
                 affine->problem->weight[client] * lambda *
                     fed_affine_distortion(affine, affine->rate, lambda) * fed_dot(p, u, theta),
                 u, out);
    }
    return true;
}

/* (26): |theta-bar - theta_j|^2 <= |Delta_{f_j}|^2 kappa / (N rho_N), for every client */
static void compare_truths(const fed_run *run, const fed_spectrum *spectrum,
                           const fed_affine *affine, double *image, fed_target *target)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;
    const double rho = spectrum->lambda[p - 1], *bar = target->bar;

    target->apart = target->farthest = 0.0;
    for (size_t j = 0; j < problem->clients; j++) {
        const double *own = problem->data->truths + j * p, apart = fed_distance(p, bar, own);
        double square = 0.0; /* |Delta|^2 / N = sum_m w_m d'S_m d, d = theta_m - theta_j */

        for (size_t m = 0; m < problem->clients; m++) {
            memcpy(affine->b, problem->data->truths + m * p, p * sizeof *affine->b);
            fed_axpy(p, -1.0, own, affine->b);
            fed_client_hvp(problem, m, bar, affine->b, image, affine->work);
            square += problem->weight[m] * fed_dot(p, affine->b, image) / problem->scale;
        }
        if (square > 0.0)
            target->apart = fmax(target->apart, apart / sqrt(square * spectrum->kappa / rho));
        target->farthest = fmax(target->farthest, apart);
    }
}

static fed_status find_bar(fed_run *run, const fed_spectrum *spectrum, fed_target *target)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;
    double *a = FED_ARRAY(run->arena, p * p, double), *v = FED_ARRAY(run->arena, p, double);
    double *bar = FED_ARRAY(run->arena, p, double), *values = FED_ARRAY(run->arena, p, double);
    fed_affine affine;
    bool done;

    if (a == NULL || v == NULL || bar == NULL || values == NULL)
        return fed_nomem(run->error);
    target->bar = problem->truth;
    if (!own_truths(run) || problem->l2 > 0.0 || spectrum->rank < p)
        return FED_OK;
    TRY(fed_affine_read(run, "decomposition", &affine));
    done = fed_affine_sum(&affine, affine.rate, a, v);
    memset(v, 0, p * sizeof *v);
    for (size_t m = 0; done && m < problem->clients; m++)
        done = add_image(&affine, m, problem->data->truths + m * p, v);
    if (!done || !fed_affine_solve(p, a, v, NULL, values, bar))
        return fed_no_eigen(run->error, "the eigenvalues of the clients' curvature were "
                                        "not found");
    target->bar = bar;
    compare_truths(run, spectrum, &affine, values, target);
    return FED_OK;
}

/* |f|_H^2 = sum (u_k'f)^2 / (N lambda_k); NAN when f is not in the span of the kernel's sections */
static fed_status least_norm(fed_run *run, const fed_spectrum *spectrum, double *norm)
{
    const fed_problem *problem = run->problem;
    const size_t n = problem->samples;
    double *f = FED_ARRAY(run->arena, n, double), outside = 0.0, sum = 0.0;

    if (f == NULL)
        return fed_nomem(run->error);
    for (size_t i = 0; i < n; i++)
        f[i] = problem->data->signal[problem->part->row[i]];
    for (size_t k = 0; k < n; k++) {
        const double along = fed_dot(n, spectrum->vectors + (n - 1 - k) * n, f);

        if (k < spectrum->rank)
            sum += along * along / ((double)n * spectrum->lambda[k]);
        else
            outside += along * along;
    }
    *norm = outside <= 1e-10 * fed_dot(n, f, f) ? sum : NAN;
    return FED_OK;
}

fed_status fed_target_find(fed_run *run, const fed_spectrum *spectrum, fed_target *target)
{
    const fed_problem *problem = run->problem;

    *target = (fed_target){.norm = NAN, .apart = NAN, .farthest = NAN};
    if (!as_theory(run))
        return FED_OK;
    if (problem->functions)
        return problem->data->signal != NULL && spectrum->vectors != NULL
                   ? least_norm(run, spectrum, &target->norm)
                   : FED_OK;
    if (problem->truth == NULL)
        return FED_OK;
    target->norm = fed_dot(problem->p, problem->truth, problem->truth);
    return find_bar(run, spectrum, target);
}

/* In sample: f <- f - eta KP (f - y), samples in the partition's order */
static fed_status of_kernel(fed_run *run, const fed_spectrum *spectrum, size_t count,
                            const double *rounds, double *prediction)
{
    const fed_problem *problem = run->problem;
    const size_t n = problem->samples, *row = problem->part->row;
    double *f = FED_ARRAY(run->arena, n, double), *miss = FED_ARRAY(run->arena, n, double), t = 0.0;

    if (f == NULL || miss == NULL)
        return fed_nomem(run->error);
    for (size_t k = 0; k < count; k++) {
        double sum = 0.0;

        for (; t < rounds[k]; t++) {
            for (size_t i = 0; i < n; i++)
                miss[i] = f[i] - problem->y[row[i]];
            fed_gemv(n, n, -spectrum->rate, spectrum->kp, n, miss, 1.0, f);
        }
        for (size_t i = 0; i < n; i++)
            sum += pow(f[i] - problem->data->signal[row[i]], 2.0);
        prediction[k] = sum / (double)n;
    }
    return FED_OK;
}

/* |f_t - f|_N^2 is d'(sum w_i S_i) d for d = theta_t - theta */
static fed_status of_features(fed_run *run, const fed_target *target, size_t count,
                              const double *rounds, double *prediction, double *coefficients)
{
    const size_t p = run->problem->p;
    double *a = FED_ARRAY(run->arena, p * p, double), *s = FED_ARRAY(run->arena, p * p, double);
    double *v = FED_ARRAY(run->arena, p, double), *x = FED_ARRAY(run->arena, p, double);
    double *step = FED_ARRAY(run->arena, p, double), t = 0.0;
    fed_affine affine;

    if (a == NULL || s == NULL || v == NULL || x == NULL || step == NULL)
        return fed_nomem(run->error);
    TRY(fed_affine_read(run, "decomposition", &affine));
    for (size_t m = 0; m < run->problem->clients; m++) {
        fed_affine_client(&affine, m);
        fed_axpy(p * p, run->problem->weight[m], affine.s, s);
    }
    if (!fed_affine_sum(&affine, affine.rate, a, v))
        return fed_no_eigen(run->error, "the eigenvalues of the clients' curvature were "
                                        "not found");
    for (size_t k = 0; k < count; k++) {
        for (; t < rounds[k]; t++) {
            memcpy(step, v, p * sizeof *step);
            fed_gemv(p, p, -affine.server, a, p, x, affine.server, step);
            fed_axpy(p, 1.0, step, x);
        }
        memcpy(affine.b, x, p * sizeof *x);
        fed_axpy(p, -1.0, run->problem->truth, affine.b);
        fed_gemv(p, p, 1.0, s, p, affine.b, 0.0, step);
        prediction[k] = fed_dot(p, affine.b, step) / run->problem->scale;
        if (target->bar != NULL)
            coefficients[k] = pow(fed_distance(p, x, target->bar), 2.0);
    }
    return FED_OK;
}

fed_status fed_trajectory(fed_run *run, const fed_spectrum *spectrum, const fed_target *target,
                          size_t count, const double *rounds, double *prediction,
                          double *coefficients)
{
    for (size_t k = 0; k < count; k++)
        prediction[k] = coefficients[k] = NAN;
    if (!fed_affine_plain(run) || !as_theory(run)) /* what is run anew is not what was run */
        return FED_OK;
    if (run->problem->functions)
        return run->problem->data->signal != NULL
                   ? of_kernel(run, spectrum, count, rounds, prediction)
                   : FED_OK;
    return run->problem->truth != NULL
               ? of_features(run, target, count, rounds, prediction, coefficients)
               : FED_OK;
}
