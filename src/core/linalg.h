/* linalg.h -- dense linear algebra by rows; linalg.c and lapack.c alone call BLIS and LAPACKE. */
#ifndef FED_LINALG_H
#define FED_LINALG_H

#include <stdbool.h>
#include <stddef.h>

/* Threads BLIS may use when called from this thread. */
void fed_blas_threads(int threads);

double fed_dot(size_t n, const double *x, const double *y);
double fed_norm(size_t n, const double *x);
double fed_distance(size_t n, const double *x, const double *y); /* |x - y|, summed in order */
void fed_axpy(size_t n, double a, const double *x, double *y);   /* y += a x */

/* y = beta y + alpha A x, A rows x columns */
void fed_gemv(size_t rows, size_t columns, double alpha, const double *a, size_t lda,
              const double *x, double beta, double *y);
/* C = beta C + alpha op(A) op(B), C m x n, op(A) m x k */
void fed_gemm(bool transpose_a, bool transpose_b, size_t m, size_t n, size_t k, double alpha,
              const double *a, size_t lda, const double *b, size_t ldb, double beta, double *c,
              size_t ldc);
/* lower triangle of C += alpha A'A, A k x n, C n x n */
void fed_syrk(size_t n, size_t k, double alpha, const double *a, size_t lda, double *c, size_t ldc);
/* copies the lower triangle to the upper */
void fed_mirror(size_t n, double *a, size_t lda);

#endif
