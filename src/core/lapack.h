/* lapack.h -- factorizations by LAPACKE, to which a matrix by rows is its transpose by columns. */
#ifndef FED_CORE_LAPACK_H
#define FED_CORE_LAPACK_H

#include "core/linalg.h"
#include "core/team.h"

/* Whether the last of fed_spd_factor, fed_lu, fed_eigen and fed_eigen_general that this thread
 * called said false for want of memory, and not because of its matrix. */
bool fed_lapack_starved(void);
/* FED_NOMEM then, else FED_INTERNAL with the text. */
fed_status fed_no_eigen(fed_error *error, const char *text);

/* a_ij = scale_i a_ij scale_j for j <= i */
void fed_scale_lower(size_t n, const double *scale, double *a);
/* A = LL' in place (lower triangle), false when A is not positive definite. */
bool fed_cholesky(size_t n, double *a, size_t lda);
/* The same, bit for bit, with the team's idle threads, if there is a team. */
bool fed_cholesky_shared(fed_team *team, size_t n, double *a, size_t lda);
/* b = A^-1 b after fed_cholesky */
void fed_cholesky_solve(size_t n, const double *a, size_t lda, double *b);
/* The same with rows and columns scaled to a unit diagonal first (scale: n doubles, ld n), the
 * upper triangle left as it is; false when A is singular to working precision too. No eigenvalue of
 * A is below `least`, which may be 0: a large one saves looking for it. */
bool fed_spd_factor(fed_team *team, size_t n, double least, double *a, double *scale);
void fed_spd_solve(size_t n, const double *a, const double *scale, double *b);
/* A = PLU in place (pivots: n), false when singular to working precision; then b = A^-1 b. */
bool fed_lu(size_t n, double *a, int *pivots);
void fed_lu_solve(size_t n, const double *a, const int *pivots, double *b);
/* Eigenvalues of symmetric A (lower triangle) in increasing order; a is overwritten, with vectors
 * by the eigenvectors as rows. */
bool fed_eigen(size_t n, double *a, size_t lda, bool vectors, double *values);
/* Eigenvalues of a general matrix, which is overwritten; false when LAPACK fails. */
bool fed_eigen_general(size_t n, double *a, double *re, double *im);

#endif
