/* columns_few.h -- products with a few columns of samples, ld apart, whose number is a constant to
 * the compiler. Every loop runs along the samples, eight of them at a time, so that sums have one
 * order on every machine. */
#ifndef FED_COLUMNS_FEW_H
#define FED_COLUMNS_FEW_H

#include "core/simd.h"

enum { FED_FEW = 8, FED_EIGHT = 8 }; /* columns at most; samples at a time */

/* eta = X theta, in registers until it is whole */
FED_INLINE void fed_few_forward(const size_t p, size_t n, const double *restrict x, size_t ld,
                                const double *restrict theta, double *restrict eta)
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

/* grad_j += factor sum_i d_i x[j ld + i]: sums of every eighth sample, then those by halves; the
 * last few samples, of which there are none in whole clients, by themselves. */
FED_INLINE void fed_few_backward(const size_t p, size_t n, const double *restrict x, size_t ld,
                                 const double *restrict d, double factor, double *restrict grad)
{
    double lane[FED_FEW][FED_EIGHT], four[FED_FEW][4], two[FED_FEW][2];
    size_t i = 0;

#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
#pragma omp simd
        for (size_t l = 0; l < FED_EIGHT; l++)
            lane[j][l] = 0.0;
    for (; i + FED_EIGHT <= n; i += FED_EIGHT) {
#pragma GCC unroll 8
        for (size_t j = 0; j < p; j++)
#pragma omp simd
            for (size_t l = 0; l < FED_EIGHT; l++)
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

/* One body for every number of columns. */
#define FED_FOR_FEW(p, call) \
    switch (p) {             \
    case 1: call(1); break;  \
    case 2: call(2); break;  \
    case 3: call(3); break;  \
    case 4: call(4); break;  \
    case 5: call(5); break;  \
    case 6: call(6); break;  \
    case 7: call(7); break;  \
    case 8: call(8); break;  \
    default: break;          \
    }

#endif
