/* columns.c -- products with any number of columns of samples, eight or four at a time. */
#include "core/columns.h"

#include "core/columns_few.h"

/* eta += X theta, kept in memory */
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
#define CALL(P) fed_few_forward(P, n, x, ld, theta, eta)
    FED_FOR_FEW(p <= FED_FEW ? p : 4, CALL)
#undef CALL
    if (p > FED_FEW)
        forward_more(p - 4, n, x + 4 * ld, ld, theta + 4, eta);
}

FED_CLONES void fed_columns_backward(size_t p, size_t n, const double *x, size_t ld,
                                     const double *d, double factor, double *restrict grad)
{
    for (; p > FED_FEW; p -= FED_FEW, x += FED_FEW * ld, grad += FED_FEW)
        fed_few_backward(FED_FEW, n, x, ld, d, factor, grad);
#define CALL(P) fed_few_backward(P, n, x, ld, d, factor, grad)
    FED_FOR_FEW(p, CALL)
#undef CALL
}
