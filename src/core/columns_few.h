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

/* lane_j += the sums of every eighth d_i x[j ld + i], n a multiple of eight. */
FED_INLINE void fed_few_lanes(const size_t p, size_t n, const double *restrict x, size_t ld,
                              const double *restrict d, fed_v8 *restrict lane)
{
    fed_v8 sum[FED_FEW];

#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
        sum[j] = lane[j];
    for (size_t i = 0; i < n; i += FED_EIGHT) {
        const fed_v8 now = *(const fed_v8 *)(d + i);

#pragma GCC unroll 8
        for (size_t j = 0; j < p; j++)
            sum[j] += now * *(const fed_v8 *)(x + j * ld + i);
    }
#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
        lane[j] = sum[j];
}

/* The sum of eight lanes, by halves. */
FED_INLINE double fed_few_sum(const fed_v8 *lane)
{
    const double *l = (const double *)lane;
    const fed_v4 four = *(const fed_v4 *)l + *(const fed_v4 *)(l + 4);

    return (four[0] + four[2]) + (four[1] + four[3]);
}

/* grad_j += factor sum_i d_i x[j ld + i]; the last few samples, of which there are none in whole
 * clients, by themselves. */
FED_INLINE void fed_few_backward(const size_t p, size_t n, const double *restrict x, size_t ld,
                                 const double *restrict d, double factor, double *restrict grad)
{
    const size_t whole = n / FED_EIGHT * FED_EIGHT;
    fed_v8 lane[FED_FEW] = {{0.0}};

    fed_few_lanes(p, whole, x, ld, d, lane);
#pragma GCC unroll 8
    for (size_t j = 0; j < p; j++)
        grad[j] += factor * fed_few_sum(&lane[j]);
    for (size_t i = whole; i < n; i++)
        for (size_t j = 0; j < p; j++)
            grad[j] += factor * d[i] * x[j * ld + i];
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
        fed_v8 lane[FED_FEW] = {{0.0}};

        fed_few_lanes(p, few->piece[k].n, few->piece[k].x, few->piece[k].ld, d + at, lane);
#pragma GCC unroll 8
        for (size_t j = 0; j < p; j++)
            grad[k * FED_FEW + j] = fed_few_sum(&lane[j]);
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
