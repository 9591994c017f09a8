/* fixed_point.c -- fixed points of the rounds' map, and its high powers. */
#include "theory/fixed_point.h"

#include "core/linalg.h"
#include "theory/affine.h"
#include "core/lapack.h"

#include <string.h>

/* Eigenvalues of no account beside the largest: rounding of a null space. */
static double cut_of(size_t p, const double *values)
{
    return 1e-13 * (double)p * fmax(fabs(values[0]), fabs(values[p - 1]));
}

bool fed_affine_solve(size_t p, double *a, const double *v, const double *start, double *values,
                      double *x)
{
    if (!fed_eigen(p, a, p, true, values))
        return false;
    memset(x, 0, p * sizeof *x);
    for (size_t k = 0; k < p; k++) {
        const double *u = a + k * p;
        const bool null = fabs(values[k]) <= cut_of(p, values);

        if (!null || start != NULL)
            fed_axpy(p, null ? fed_dot(p, u, start) : fed_dot(p, u, v) / values[k], u, x);
    }
    return true;
}

/* The part of an iterate in the null space never changes: that of the last is that of the first. */
fed_status fed_affine_limit(fed_run *run, const fed_affine *affine, double *a, double *values,
                            double *x, bool *converges)
{
    const size_t p = affine->p;
    double *v = FED_ARRAY(run->arena, p, double);

    if (v == NULL)
        return fed_nomem(run->error);
    if (!fed_affine_sum(affine, affine->rate, a, v) ||
        !fed_affine_solve(p, a, v, run->theta, values, x))
        return fed_no_eigen(run->error, "the eigenvalues of the clients' curvature were "
                                        "not found");
    *converges = values[0] >= -cut_of(p, values) && affine->server * values[p - 1] < 2.0;
    return FED_OK;
}

/* (M, c) is theta -> M theta + c; twice it is (M M, M c + c). */
fed_status fed_affine_power(fed_run *run, const fed_affine *affine, int doublings,
                            const double *start, double *x)
{
    const size_t p = affine->p;
    double *map = FED_ARRAY(run->arena, p * p, double),
           *next = FED_ARRAY(run->arena, p * p, double);
    double *c = FED_ARRAY(run->arena, p, double), *step = FED_ARRAY(run->arena, p, double);

    if (map == NULL || next == NULL || c == NULL || step == NULL)
        return fed_nomem(run->error);
    if (!fed_affine_sum(affine, affine->rate, map, c))
        return fed_no_eigen(run->error, "the eigenvalues of the clients' curvature were "
                                        "not found");
    for (size_t k = 0; k < p * p; k++)
        map[k] = (k % (p + 1) == 0 ? 1.0 : 0.0) - affine->server * map[k];
    for (size_t j = 0; j < p; j++)
        c[j] *= affine->server;
    for (int k = 0; k < doublings; k++) {
        fed_gemv(p, p, 1.0, map, p, c, 0.0, step);
        fed_axpy(p, 1.0, step, c);
        fed_gemm(false, false, p, p, p, 1.0, map, p, map, p, 0.0, next, p);
        memcpy(map, next, p * p * sizeof *map);
    }
    memcpy(x, c, p * sizeof *x);
    fed_gemv(p, p, 1.0, map, p, start, 1.0, x);
    return FED_OK;
}
