/* solver.c -- Cholesky of the server's normal matrix, dependent rows left out. */
#include "ipm/solver.h"

#include "core/linalg.h"

#include <string.h>

static const double dependent = 1e-11; /* pivot of a row that others explain, its diagonal being 1 */

/* Row by row: l_ij = (a_ij - sum_k l_ik l_jk)/l_jj; a row whose pivot vanishes is dropped. */
static void find_dependent(fed_ipm *ipm, const double *a)
{
    const size_t d = ipm->d;
    double *l = ipm->sums; /* d x d of scratch */

    ipm->rank = 0;
    for (size_t i = 0; i < d; i++) {
        double pivot = a[i * d + i];

        for (size_t j = 0; j < i; j++) {
            l[i * d + j] = ipm->dropped[j] ? 0.0
                                           : (a[i * d + j] - fed_dot(j, l + i * d, l + j * d)) / l[j * d + j];
            pivot -= l[i * d + j] * l[i * d + j];
        }
        ipm->dropped[i] = !(pivot > dependent);
        l[i * d + i] = sqrt(fmax(pivot, dependent));
        ipm->rank += !ipm->dropped[i];
    }
}

static void drop(fed_ipm *ipm, double *a)
{
    const size_t d = ipm->d;

    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < i; j++)
            if (ipm->dropped[i] || ipm->dropped[j])
                a[i * d + j] = 0.0;
        if (ipm->dropped[i])
            a[i * d + i] = 1.0;
    }
}

static bool scale_rows(fed_ipm *ipm, double *a)
{
    const size_t d = ipm->d;

    for (size_t i = 0; i < d; i++) {
        if (!isfinite(a[i * d + i]))
            return false;
        ipm->scale[i] = a[i * d + i] > 0.0 ? 1.0 / sqrt(a[i * d + i]) : 0.0;
    }
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j <= i; j++)
            a[i * d + j] *= ipm->scale[i] * ipm->scale[j];
    return true;
}

bool fed_normal_factor(fed_ipm *ipm)
{
    const size_t d = ipm->d;
    double *a = ipm->matrix, *copy = ipm->sums;
    const bool first = ipm->rank == 0;

    if (!scale_rows(ipm, a))
        return false;
    if (first)
        find_dependent(ipm, a);
    drop(ipm, a);
    memcpy(copy, a, d * d * sizeof *a);
    for (double shift = 1e-15; shift < 1e-7; shift *= 10.0) {
        if (fed_cholesky(d, a, d))
            return true;
        memcpy(a, copy, d * d * sizeof *a);
        for (size_t i = 0; i < d; i++)
            a[i * d + i] += shift;
    }
    return false;
}

void fed_normal_solve(const fed_ipm *ipm, const double *b, double *x)
{
    const size_t d = ipm->d;

    for (size_t i = 0; i < d; i++)
        x[i] = ipm->dropped[i] ? 0.0 : ipm->scale[i] * b[i];
    fed_cholesky_solve(d, ipm->matrix, d, x);
    for (size_t i = 0; i < d; i++)
        x[i] = ipm->dropped[i] ? 0.0 : ipm->scale[i] * x[i];
}
