/* columns.c -- products with a few columns of samples: every loop runs along the samples, eight of
 * them at a time, so that sums have one order on every machine. */
#include "problem/columns.h"

#include "core/simd.h"

#include <string.h>

enum { LANES = 8, FEW = 8 };

/* Columns that are a constant to the compiler: eta stays in registers. */
FED_INLINE void forward_few(const size_t p, size_t n, const double *x, size_t ld,
                            const double *theta, double *restrict eta)
{
#pragma omp simd
    for (size_t i = 0; i < n; i++) {
        double sum = p < 4 ? theta[0] * x[i]
                           : (theta[0] * x[i] + theta[1] * x[ld + i]) +
                                 (theta[2] * x[2 * ld + i] + theta[3] * x[3 * ld + i]);

#pragma GCC unroll 8
        for (size_t j = p < 4 ? 1 : 4; j < p; j++)
            sum += theta[j] * x[j * ld + i];
        eta[i] = sum;
    }
}

/* The same with eta kept in memory, added to. */
FED_INLINE void forward_more(size_t p, size_t n, const double *x, size_t ld, const double *theta,
                             double *restrict eta)
{
    size_t j = 0;

    for (; j + 4 <= p; j += 4) {
        const double *a = x + j * ld, *b = a + ld, *c = b + ld, *e = c + ld;
        const double ta = theta[j], tb = theta[j + 1], tc = theta[j + 2], te = theta[j + 3];

#pragma omp simd
        for (size_t i = 0; i < n; i++)
            eta[i] += (ta * a[i] + tb * b[i]) + (tc * c[i] + te * e[i]);
    }
    for (; j < p; j++)
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            eta[i] += theta[j] * x[j * ld + i];
}

FED_CLONES void fed_columns_forward(size_t p, size_t n, const double *x, size_t ld,
                                    const double *theta, double *restrict eta)
{
    switch (p) {
    case 1: forward_few(1, n, x, ld, theta, eta); break;
    case 2: forward_few(2, n, x, ld, theta, eta); break;
    case 3: forward_few(3, n, x, ld, theta, eta); break;
    case 4: forward_few(4, n, x, ld, theta, eta); break;
    case 5: forward_few(5, n, x, ld, theta, eta); break;
    case 6: forward_few(6, n, x, ld, theta, eta); break;
    case 7: forward_few(7, n, x, ld, theta, eta); break;
    case 8: forward_few(8, n, x, ld, theta, eta); break;
    default:
        forward_few(4, n, x, ld, theta, eta);
        forward_more(p - 4, n, x + 4 * ld, ld, theta + 4, eta);
    }
}

/* grad_j += factor sum_i d_i x[j ld + i]: sums of every eighth sample, then those by halves; the
 * last few samples, of which there are none in whole clients, by themselves. */
FED_INLINE void backward_few(const size_t p, size_t n, const double *restrict x, size_t ld,
                             const double *restrict d, double factor, double *restrict grad)
{
    double lane[FEW][LANES], four[FEW][4], two[FEW][2];
    size_t i = 0;

#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
#pragma omp simd
        for (size_t l = 0; l < LANES; l++)
            lane[j][l] = 0.0;
    for (; i + LANES <= n; i += LANES) {
#pragma GCC unroll 8
        for (size_t j = 0; j < p; j++)
#pragma omp simd
            for (size_t l = 0; l < LANES; l++)
                lane[j][l] += d[i + l] * x[j * ld + i + l];
    }
#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
#pragma omp simd
        for (size_t l = 0; l < 4; l++)
            four[j][l] = lane[j][l] + lane[j][l + 4];
#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
#pragma omp simd
        for (size_t l = 0; l < 2; l++)
            two[j][l] = four[j][l] + four[j][l + 2];
#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
        grad[j] += factor * (two[j][0] + two[j][1]);
    for (; i < n; i++)
        for (size_t j = 0; j < p; j++)
            grad[j] += factor * d[i] * x[j * ld + i];
}

FED_CLONES void fed_columns_backward(size_t p, size_t n, const double *x, size_t ld,
                                     const double *d, double factor, double *restrict grad)
{
    for (; p > FEW; p -= FEW, x += FEW * ld, grad += FEW)
        backward_few(FEW, n, x, ld, d, factor, grad);
    switch (p) {
    case 1: backward_few(1, n, x, ld, d, factor, grad); break;
    case 2: backward_few(2, n, x, ld, d, factor, grad); break;
    case 3: backward_few(3, n, x, ld, d, factor, grad); break;
    case 4: backward_few(4, n, x, ld, d, factor, grad); break;
    case 5: backward_few(5, n, x, ld, d, factor, grad); break;
    case 6: backward_few(6, n, x, ld, d, factor, grad); break;
    case 7: backward_few(7, n, x, ld, d, factor, grad); break;
    default: backward_few(8, n, x, ld, d, factor, grad);
    }
}
