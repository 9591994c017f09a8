/* linalg.c -- vectors by plain loops, matrices by thin calls of BLIS. */
#include "core/linalg.h"

#include "core/simd.h"

/* BLIS's headers do not pass the warnings this project is compiled with. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <blis.h>
#include <cblas.h>
#pragma GCC diagnostic pop
#include <math.h>

void fed_blas_threads(int threads)
{
    bli_thread_set_num_threads(threads);
}

FED_CLONES double fed_dot(size_t n, const double *x, const double *y)
{
    double sum = 0.0;

#pragma omp simd reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

double fed_norm(size_t n, const double *x)
{
    double largest = 0.0, sum;

    sum = fed_dot(n, x, x);
    if (sum > 1e-280 && sum < 1e280)
        return sqrt(sum);
    for (size_t i = 0; i < n; i++)
        if (!(fabs(x[i]) <= largest))
            largest = fabs(x[i]);
    if (largest == 0.0 || !isfinite(largest))
        return largest;
    sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += (x[i] / largest) * (x[i] / largest);
    return largest * sqrt(sum);
}

double fed_distance(size_t n, const double *x, const double *y)
{
    double square = 0.0;

    for (size_t i = 0; i < n; i++)
        square += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(square);
}

FED_CLONES void fed_axpy(size_t n, double a, const double *restrict x, double *restrict y)
{
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

void fed_gemv(size_t rows, size_t columns, double alpha, const double *a, size_t lda,
              const double *x, double beta, double *y)
{
    cblas_dgemv(CblasRowMajor, CblasNoTrans, (f77_int)rows, (f77_int)columns, alpha, a,
                (f77_int)lda, x, 1, beta, y, 1);
}

void fed_gemm(bool transpose_a, bool transpose_b, size_t m, size_t n, size_t k, double alpha,
              const double *a, size_t lda, const double *b, size_t ldb, double beta, double *c,
              size_t ldc)
{
    cblas_dgemm(CblasRowMajor, transpose_a ? CblasTrans : CblasNoTrans,
                transpose_b ? CblasTrans : CblasNoTrans, (f77_int)m, (f77_int)n, (f77_int)k, alpha,
                a, (f77_int)lda, b, (f77_int)ldb, beta, c, (f77_int)ldc);
}

void fed_syrk(size_t n, size_t k, double alpha, const double *a, size_t lda, double *c, size_t ldc)
{
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, (f77_int)n, (f77_int)k, alpha, a,
                (f77_int)lda, 1.0, c, (f77_int)ldc);
}

void fed_mirror(size_t n, double *a, size_t lda)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            a[j * lda + i] = a[i * lda + j];
}
