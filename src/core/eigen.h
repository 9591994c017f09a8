/* eigen.h -- eigenvalues of dense matrices, through LAPACK. */
#ifndef FED_EIGEN_H
#define FED_EIGEN_H

#include "core/status.h"

/* n x n matrices, n leading dimension; the matrix is overwritten. Eigenvalues do not tell rows from
 * columns, so either order will do. */
fed_status fed_eigen_general(size_t n, double *matrix, double *re, double *im, fed_error *error);
fed_status fed_eigen_symmetric(size_t n, double *matrix, double *values,
                               fed_error *error); /* increasing */

#endif
