/* columns_few.h -- products with a few columns of samples, ld apart, whose number is a constant to
 * the compiler. Every loop runs along the samples, eight of them at a time, so that sums have one
 * order on every machine. */
#ifndef FED_COLUMNS_FEW_H
#define FED_COLUMNS_FEW_H

#include "core/simd.h"

/* columns at most; samples at a time; samples of several clients that are passed over together */
enum { FED_FEW = 8, FED_EIGHT = 8, FED_MANY = 256 };

/* Some samples of a client in columns ld apart: n, a multiple of FED_EIGHT, of which the first
 * `count` are there; what is padding is zero. */
typedef struct fed_piece {
    size_t n, count, ld;
    const double *x;
} fed_piece;

/* Pieces in p <= FED_FEW columns, whose responses lie one after another: n <= FED_MANY in all. */
typedef struct fed_few {
    size_t p, pieces, n;
    const fed_piece *piece;
    const double *y;
} fed_few;

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

/* Sums of every eighth sample. */
typedef struct fed_few_lanes {
    double lane[FED_FEW][FED_EIGHT];
} fed_few_lanes;

FED_INLINE void fed_few_clear(const size_t p, fed_few_lanes *sums)
{
#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
#pragma omp simd
        for (size_t l = 0; l < FED_EIGHT; l++)
            sums->lane[j][l] = 0.0;
}

/* Adds d_i x[j ld + i], of whole eights; the return is where the rest begins. */
FED_INLINE size_t fed_few_add(const size_t p, size_t n, const double *restrict x, size_t ld,
                              const double *restrict d, fed_few_lanes *restrict sums)
{
    size_t i = 0;

    for (; i + FED_EIGHT <= n; i += FED_EIGHT) {
#pragma GCC unroll 8
        for (size_t j = 0; j < p; j++)
#pragma omp simd
            for (size_t l = 0; l < FED_EIGHT; l++)
                sums->lane[j][l] += d[i + l] * x[j * ld + i + l];
    }
    return i;
}

/* grad_j += factor times the sum, by halves */
FED_INLINE void fed_few_close(const size_t p, const fed_few_lanes *sums, double factor,
                              double *restrict grad)
{
    double four[FED_FEW][4], two[FED_FEW][2];

#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
#pragma omp simd
        for (size_t l = 0; l < 4; l++)
            four[j][l] = sums->lane[j][l] + sums->lane[j][l + 4];
#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
#pragma omp simd
        for (size_t l = 0; l < 2; l++)
            two[j][l] = four[j][l] + four[j][l + 2];
#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
        grad[j] += factor * (two[j][0] + two[j][1]);
}

/* grad_j += factor sum_i d_i x[j ld + i]; the last few samples, of which there are none in whole
 * clients, by themselves */
FED_INLINE void fed_few_backward(const size_t p, size_t n, const double *restrict x, size_t ld,
                                 const double *restrict d, double factor, double *restrict grad)
{
    fed_few_lanes sums;
    size_t i;

    fed_few_clear(p, &sums);
    i = fed_few_add(p, n, x, ld, d, &sums);
    fed_few_close(p, &sums, factor, grad);
    for (; i < n; i++)
        for (size_t j = 0; j < p; j++)
            grad[j] += factor * d[i] * x[j * ld + i];
}

/* The same of all pieces, with one sum. */
FED_INLINE void fed_few_gradient(const size_t p, const fed_few *few, const double *restrict d,
                                 double factor, double *restrict grad)
{
    fed_few_lanes sums;

    fed_few_clear(p, &sums);
    for (size_t k = 0; k < few->pieces; d += few->piece[k++].n)
        fed_few_add(p, few->piece[k].n, few->piece[k].x, few->piece[k].ld, d, &sums);
    fed_few_close(p, &sums, factor, grad);
}

/* The sum over each piece of slope(eta, y, most) x, with eta = X theta of its own, to its own
 * FED_FEW places of grad. Phase after phase over all pieces: what one waits for, another fills.
 * d: few->n */
FED_INLINE void fed_few_slopes(const size_t p, const fed_few *few, const double *const *theta,
                               double (*slope)(double, double, double), double most,
                               double *restrict grad, double *restrict d)
{
    for (size_t k = 0, at = 0; k < few->pieces; at += few->piece[k++].n)
        fed_few_forward(p, few->piece[k].n, few->piece[k].x, few->piece[k].ld, theta[k], d + at);
#pragma omp simd
    for (size_t i = 0; i < few->n; i++)
        d[i] = slope(d[i], few->y[i], most);
    for (size_t k = 0, at = 0; k < few->pieces; at += few->piece[k++].n) {
        for (size_t j = 0; j < p; j++)
            grad[k * FED_FEW + j] = 0.0;
        fed_few_backward(p, few->piece[k].n, few->piece[k].x, few->piece[k].ld, d + at, 1.0,
                         grad + k * FED_FEW);
    }
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
