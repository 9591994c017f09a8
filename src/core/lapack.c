/* lapack.c -- factorizations by LAPACKE, to which a matrix by rows is its transpose by columns. */
#include "core/linalg.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>

bool fed_cholesky(size_t n, double *a, size_t lda)
{
    return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', (lapack_int)n, a, (lapack_int)lda) == 0;
}

void fed_cholesky_solve(size_t n, const double *a, size_t lda, double *b)
{
    LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'U', (lapack_int)n, 1, a, (lapack_int)lda, b, (lapack_int)n);
}

/* max_j sum_i |a_ij| of a symmetric matrix */
static double norm_one(size_t n, const double *a)
{
    double norm = 0.0;

    for (size_t i = 0; i < n; i++) {
        double sum = 0.0;

        for (size_t j = 0; j < n; j++)
            sum += fabs(a[i * n + j]);
        if (!(sum <= norm))
            norm = sum;
    }
    return norm;
}

bool fed_spd_factor(size_t n, double *a, double *scale)
{
    double norm, rcond = 0.0;

    for (size_t i = 0; i < n; i++) {
        if (!(a[i * n + i] > 0.0) || !isfinite(a[i * n + i]))
            return false;
        scale[i] = 1.0 / sqrt(a[i * n + i]);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            a[i * n + j] *= scale[i] * scale[j];
    norm = norm_one(n, a);
    if (!isfinite(norm) || !fed_cholesky(n, a, n))
        return false;
    return LAPACKE_dpocon(LAPACK_COL_MAJOR, 'U', (lapack_int)n, a, (lapack_int)n, norm, &rcond) == 0 &&
           rcond > 4.0 * (double)n * DBL_EPSILON;
}

void fed_spd_solve(size_t n, const double *a, const double *scale, double *b)
{
    for (size_t i = 0; i < n; i++)
        b[i] *= scale[i];
    fed_cholesky_solve(n, a, n, b);
    for (size_t i = 0; i < n; i++)
        b[i] *= scale[i];
}

bool fed_lu(size_t n, double *a, int *pivots)
{
    const lapack_int order = (lapack_int)n;
    const double norm = LAPACKE_dlange(LAPACK_COL_MAJOR, '1', order, order, a, order);
    double rcond = 0.0;

    return isfinite(norm) && LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, order, order, a, order, pivots) == 0 &&
           LAPACKE_dgecon(LAPACK_COL_MAJOR, '1', order, a, order, norm, &rcond) == 0 && rcond > 4.0 * DBL_EPSILON;
}

void fed_lu_solve(size_t n, const double *a, const int *pivots, double *b)
{
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'T', (lapack_int)n, 1, a, (lapack_int)n, pivots, b, (lapack_int)n);
}

bool fed_eigen(size_t n, double *a, size_t lda, bool vectors, double *values)
{
    return LAPACKE_dsyevd(LAPACK_COL_MAJOR, vectors ? 'V' : 'N', 'U', (lapack_int)n, a, (lapack_int)lda,
                          values) == 0;
}

double fed_eigen_max(size_t n, double *a, size_t lda, double *work)
{
    return n > 0 && fed_eigen(n, a, lda, false, work) ? work[n - 1] : NAN;
}

bool fed_eigen_general(size_t n, double *a, double *re, double *im)
{
    const lapack_int order = (lapack_int)n;

    return LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', order, a, order, re, im, NULL, 1, NULL, 1) == 0;
}
