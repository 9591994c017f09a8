/* spread.c -- sums over the models, each column in their order, eight columns at a time. */
#include "run/spread.h"

#include "core/simd.h"

enum { WIDE = 8 };

/* Models from the first on whose eight columns from `at` on end within all models; those of the
 * next model are among them where there are fewer, and are not used. */
static size_t readable(size_t models, size_t p, size_t at)
{
    return at + WIDE > models * p ? 0 : (models * p - at - WIDE) / p + 1;
}

FED_INLINE void add(const size_t count, const double *restrict theta, double *restrict sum)
{
#pragma omp simd
    for (size_t j = 0; j < count; j++)
        sum[j] += theta[j];
}

FED_CLONES void fed_spread_mean(size_t models, size_t p, const double *theta, double *mean)
{
    for (size_t at = 0; at < p; at += WIDE) {
        const size_t count = p - at < WIDE ? p - at : WIDE, whole = readable(models, p, at);
        double sum[WIDE] = {0.0};

        for (size_t m = 0; m < whole; m++)
            add(WIDE, theta + m * p + at, sum);
        for (size_t m = whole; m < models; m++)
            add(count, theta + m * p + at, sum);
        for (size_t j = 0; j < count; j++)
            mean[at + j] = sum[j] / (double)models;
    }
}

FED_INLINE void add_squares(const size_t count, const double *restrict theta,
                            double centre[FED_CENTRES][WIDE], double sum[FED_CENTRES][WIDE])
{
#pragma GCC unroll 3
    for (size_t k = 0; k < FED_CENTRES; k++)
#pragma omp simd
        for (size_t j = 0; j < count; j++) {
            const double d = theta[j] - centre[k][j];

            sum[k][j] += d * d;
        }
}

FED_CLONES void fed_spread_squares(size_t models, size_t p, const double *theta,
                                   const double *const centre[FED_CENTRES],
                                   double square[FED_CENTRES])
{
    double total[FED_CENTRES] = {0.0};

    for (size_t at = 0; at < p; at += WIDE) {
        const size_t count = p - at < WIDE ? p - at : WIDE, whole = readable(models, p, at);
        double near[FED_CENTRES][WIDE] = {{0.0}}, sum[FED_CENTRES][WIDE] = {{0.0}};

        for (size_t k = 0; k < FED_CENTRES; k++)
            for (size_t j = 0; j < count; j++)
                near[k][j] = centre[k][at + j];
        for (size_t m = 0; m < whole; m++)
            add_squares(WIDE, theta + m * p + at, near, sum);
        for (size_t m = whole; m < models; m++)
            add_squares(count, theta + m * p + at, near, sum);
        for (size_t k = 0; k < FED_CENTRES; k++) {
            double part = 0.0;

            for (size_t j = 0; j < count; j++)
                part += sum[k][j];
            total[k] += part;
        }
    }
    for (size_t k = 0; k < FED_CENTRES; k++)
        square[k] = total[k] / (double)models;
}
