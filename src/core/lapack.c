/* lapack.c -- factorizations by LAPACKE, to which a matrix by rows is its transpose by columns. */
#include "core/lapack.h"

#include "core/cholesky.h"
#include "core/linalg.h"
#include "core/simd.h"

#include <errno.h>
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOOPS = 512 }; /* rows up to which loops beat the calls */

static void solve_loops(size_t n, const double *a, size_t lda, double *b)
{
    for (size_t i = 0; i < n; i++) /* b = L^-1 b */
        b[i] = (b[i] - fed_dot(i, a + i * lda, b)) / a[i * lda + i];
    for (size_t i = n; i-- > 0;) { /* b = L'^-1 b */
        b[i] /= a[i * lda + i];
        fed_axpy(i, -b[i], a + i * lda, b);
    }
}

bool fed_cholesky(size_t n, double *a, size_t lda)
{
    return fed_cholesky_shared(NULL, n, a, lda);
}

bool fed_cholesky_shared(fed_team *team, size_t n, double *a, size_t lda)
{
    if (n <= LOOPS)
        return fed_cholesky_tiles(team, n, a, lda);
    return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', (lapack_int)n, a, (lapack_int)lda) == 0;
}

void fed_cholesky_solve(size_t n, const double *a, size_t lda, double *b)
{
    if (n <= LOOPS) {
        solve_loops(n, a, lda, b);
        return;
    }
    LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'U', (lapack_int)n, 1, a, (lapack_int)lda, b,
                        (lapack_int)n);
}

bool fed_lapack_starved(void)
{
    return errno == ENOMEM;
}

fed_status fed_no_eigen(fed_error *error, const char *text)
{
    return fed_lapack_starved() ? fed_nomem(error) : fed_fail(error, FED_INTERNAL, "%s", text);
}

/* LAPACKE's own allocations leak when the second of two fails: these many doubles, then integers.
 */
static double *room_of(size_t doubles, size_t integers)
{
    double *room = malloc((doubles + integers + 1) * sizeof *room);

    errno = room == NULL ? ENOMEM : 0;
    return room;
}

/* max_j sum_i |a_ij| by the lower triangle; sums: n */
FED_CLONES static double norm_one(size_t n, const double *a, double *restrict sums)
{
    double norm = 0.0;

    for (size_t i = 0; i < n; i++) {
        double sum = fabs(a[i * n + i]);

#pragma omp simd reduction(+ : sum)
        for (size_t j = 0; j < i; j++) {
            sums[j] += fabs(a[i * n + j]);
            sum += fabs(a[i * n + j]);
        }
        sums[i] = sum;
    }
    for (size_t j = 0; j < n; j++)
        if (!(sums[j] <= norm))
            norm = sums[j];
    return norm;
}

/* |A^-1|_1 of a factored matrix, estimated from some solutions as LAPACK's dpocon does. room: 2 n
 * and n integers */
static double inverse_norm(size_t n, const double *a, double *room)
{
    const lapack_int order = (lapack_int)n;
    lapack_int kase = 0, place[3] = {0};
    double norm = 0.0, *v = room, *x = room + n;

    for (;;) {
        LAPACKE_dlacn2_work(order, v, x, (lapack_int *)(void *)(x + n), &norm, &kase, place);
        if (kase == 0)
            return norm;
        fed_cholesky_solve(n, a, n, x);
    }
}

FED_CLONES void fed_scale_lower(size_t n, const double *scale, double *restrict a)
{
    for (size_t i = 0; i < n; i++)
#pragma omp simd
        for (size_t j = 0; j <= i; j++)
            a[i * n + j] *= scale[i] * scale[j];
}

bool fed_spd_factor(fed_team *team, size_t n, double least, double *a, double *scale)
{
    const double limit = 4.0 * (double)n * DBL_EPSILON;
    double norm, inverse, *room, largest = 0.0;
    bool sound, safe;

    errno = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(a[i * n + i] > 0.0) || !isfinite(a[i * n + i]))
            return false;
        largest = fmax(largest, a[i * n + i]);
        scale[i] = 1.0 / sqrt(a[i * n + i]);
    }
    if ((room = room_of(2 * n, n)) == NULL)
        return false;
    fed_scale_lower(n, scale, a);
    /* |A^-1|_1 <= sqrt(n) over the least eigenvalue of the scaled A, none of whose entries is above
     * 1 if it has a factor */
    inverse = sqrt((double)n) * largest / least;
    safe = 1.0 / inverse / (double)n > limit;
    norm = safe ? (double)n : norm_one(n, a, room);
    sound = isfinite(norm) && fed_cholesky_shared(team, n, a, n);
    if (sound && !(1.0 / inverse / norm > limit))
        inverse = inverse_norm(n, a, room);
    free(room);
    return sound && 1.0 / inverse / norm > limit;
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
    double norm, rcond = 0.0, *room = room_of(4 * n, n);

    if (room == NULL)
        return false;
    norm = LAPACKE_dlange_work(LAPACK_COL_MAJOR, '1', order, order, a, order, room);
    if (isfinite(norm) &&
        LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, order, order, a, order, pivots) == 0)
        LAPACKE_dgecon_work(LAPACK_COL_MAJOR, '1', order, a, order, norm, &rcond, room,
                            (lapack_int *)(void *)(room + 4 * n));
    free(room);
    return rcond > 4.0 * DBL_EPSILON;
}

void fed_lu_solve(size_t n, const double *a, const int *pivots, double *b)
{
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'T', (lapack_int)n, 1, a, (lapack_int)n, pivots, b,
                        (lapack_int)n);
}

bool fed_eigen(size_t n, double *a, size_t lda, bool vectors, double *values)
{
    const lapack_int order = (lapack_int)n, ld = (lapack_int)lda;
    const char job = vectors ? 'V' : 'N';
    lapack_int integers = 0;
    double size = 0.0, *room;
    bool found;

    LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, job, 'U', order, a, ld, values, &size, -1, &integers, -1);
    if ((room = room_of((size_t)size, (size_t)integers)) == NULL)
        return false;
    found = LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, job, 'U', order, a, ld, values, room,
                                (lapack_int)size, (lapack_int *)(void *)(room + (size_t)size),
                                integers) == 0;
    free(room);
    return found;
}

bool fed_eigen_general(size_t n, double *a, double *re, double *im)
{
    const lapack_int order = (lapack_int)n;
    double size = 0.0, *room;
    bool found;

    LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', order, a, order, re, im, NULL, 1, NULL, 1, &size,
                       -1);
    if ((room = room_of((size_t)size, 0)) == NULL)
        return false;
    found = LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', order, a, order, re, im, NULL, 1, NULL,
                               1, room, (lapack_int)size) == 0;
    free(room);
    return found;
}
