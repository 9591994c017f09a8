/* curvature.c -- extreme eigenvalues of the clients' Hessians, or of their second moments. */
#include "losses/curvature.h"

#include "core/linalg.h"
#include "core/simd.h"

#include <math.h>

extern const fed_loss fed_loss_linear;

/* max_i sum_j |a_ij|, no less than the largest eigenvalue */
static double row_bound(size_t n, const double *a)
{
    double most = 0.0;

    for (size_t i = 0; i < n; i++) {
        double sum = 0.0;

        for (size_t j = 0; j < n; j++)
            sum += fabs(a[i * n + j]);
        most = fmax(most, sum);
    }
    return most;
}

/* What has the second moments of x as its Hessian: least squares, whatever the loss. */
static fed_problem squares_of(const fed_problem *problem)
{
    fed_problem squares = *problem;

    squares.loss = &fed_loss_linear;
    squares.outputs = 1;
    squares.p = problem->d + problem->intercept;
    squares.scale = problem->scale * problem->loss->curvature;
    squares.gram = NULL;
    squares.pack = NULL;
    return squares;
}

static fed_status scan(const fed_problem *problem, fed_arena *scratch, double *mu, double *smoothness,
                       fed_error *error)
{
    const size_t p = problem->p;
    double *hessian = FED_ARRAY(scratch, p * p, double), *values = FED_ARRAY(scratch, p, double);
    double *work = FED_ARRAY(scratch, problem->work, double);
    const double *zero = FED_ARRAY(scratch, p, double);

    if (hessian == NULL || values == NULL || work == NULL || zero == NULL)
        return fed_nomem(error);
    *smoothness = 0.0;
    for (size_t m = 0; m < problem->clients; m++) {
        fed_client_hessian(problem, m, zero, hessian, work);
        if (mu == NULL && row_bound(p, hessian) <= *smoothness)
            continue;
        if (!fed_eigen(p, hessian, p, false, values))
            return fed_fail(error, FED_INTERNAL, "the eigenvalues of client %zu's Hessian were not found", m);
        *smoothness = fmax(*smoothness, values[p - 1]);
        if (mu != NULL)
            *mu = m == 0 ? values[0] : fmin(*mu, values[0]);
    }
    return FED_OK;
}

fed_status fed_problem_curvature(const fed_problem *problem, double *mu, double *smoothness, fed_error *error)
{
    fed_problem squares;
    fed_arena scratch = {NULL};
    fed_status status = FED_OK;

    if (problem->loss->affine) {
        status = scan(problem, &scratch, mu, smoothness, error);
    } else {
        if (mu != NULL)
            *mu = problem->intercept ? 0.0 : problem->l2;
        *smoothness = INFINITY;
        if (isfinite(problem->loss->curvature)) {
            squares = squares_of(problem);
            status = scan(&squares, &scratch, NULL, smoothness, error);
        }
    }
    fed_arena_free(&scratch);
    return status;
}
