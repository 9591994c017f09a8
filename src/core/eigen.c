/* eigen.c -- LAPACK's dgeev and dsyevd, eigenvalues only. */
#include "core/eigen.h"

#include <lapacke.h>

static fed_status result(lapack_int info, const char *routine, fed_error *error)
{
    if (info == LAPACK_WORK_MEMORY_ERROR || info == LAPACK_TRANSPOSE_MEMORY_ERROR)
        return fed_nomem(error);
    if (info != 0)
        return fed_fail(error, FED_INTERNAL, "eigenvalues: %s gave %d", routine, (int)info);
    return FED_OK;
}

fed_status fed_eigen_general(size_t n, double *matrix, double *re, double *im, fed_error *error)
{
    lapack_int order = (lapack_int)n;

    return result(
        LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', order, matrix, order, re, im, NULL, 1, NULL, 1),
        "dgeev", error);
}

fed_status fed_eigen_symmetric(size_t n, double *matrix, double *values, fed_error *error)
{
    lapack_int order = (lapack_int)n;

    return result(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'N', 'U', order, matrix, order, values),
                  "dsyevd", error);
}
