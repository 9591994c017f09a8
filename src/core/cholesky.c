/* cholesky.c -- A = LL' by rows, in tiles of 4 x 4 that stay in registers: up to some hundred rows
 * the calls of a library cost more than the arithmetic. */
#include "core/cholesky.h"

#include "core/linalg.h"
#include "core/simd.h"

#include <math.h>

enum { TILE = 4 };

FED_INLINE double total(const fed_v4 *v)
{
    return ((*v)[0] + (*v)[1]) + ((*v)[2] + (*v)[3]);
}

/* sum[r][c], sum[r][c+1] = x_r'y over k, a multiple of 4, for four rows x_r and two rows y. */
FED_INLINE void dots(size_t k, const double *x, const double *y, size_t ld, size_t c,
                     double (*sum)[TILE])
{
    fed_v4 s[TILE][2] = {{{0.0}}};

    for (size_t t = 0; t < k; t += 4) {
        const fed_v4 a = *(const fed_v4 *)(y + t), b = *(const fed_v4 *)(y + ld + t);

        for (size_t r = 0; r < TILE; r++) {
            const fed_v4 v = *(const fed_v4 *)(x + r * ld + t);

            s[r][0] += v * a;
            s[r][1] += v * b;
        }
    }
    for (size_t r = 0; r < TILE; r++) {
        sum[r][c] = total(&s[r][0]);
        sum[r][c + 1] = total(&s[r][1]);
    }
}

/* Rows i.. and columns j.. of one tile, whose sums over the columns before j are there. */
static bool finish_tile(double *a, size_t ld, size_t i, size_t j, double (*sum)[TILE])
{
    for (size_t r = 0; r < TILE; r++)
        for (size_t c = 0; c < TILE && j + c <= i + r; c++) {
            double *row = a + (i + r) * ld + j, rest = row[c] - sum[r][c];
            const double *other = a + (j + c) * ld + j;

            for (size_t t = 0; t < c; t++)
                rest -= row[t] * other[t];
            if (j + c < i + r)
                row[c] = rest / other[c];
            else if (!(rest > 0.0) || isinf(rest))
                return false;
            else
                row[c] = sqrt(rest);
        }
    return true;
}

/* One row at a time, for those that are no whole tile. */
static bool finish_rows(size_t first, size_t n, double *a, size_t lda)
{
    for (size_t i = first; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            const double rest = a[i * lda + j] - fed_dot(j, a + i * lda, a + j * lda);

            if (j < i)
                a[i * lda + j] = rest / a[j * lda + j];
            else if (!(rest > 0.0) || isinf(rest))
                return false;
            else
                a[i * lda + i] = sqrt(rest);
        }
    return true;
}

FED_CLONES bool fed_cholesky_tiles(size_t n, double *a, size_t lda)
{
    const size_t whole = n / TILE * TILE;

    for (size_t i = 0; i < whole; i += TILE)
        for (size_t j = 0; j <= i; j += TILE) {
            double sum[TILE][TILE];

            dots(j, a + i * lda, a + j * lda, lda, 0, sum);
            dots(j, a + i * lda, a + (j + 2) * lda, lda, 2, sum);
            if (!finish_tile(a, lda, i, j, sum))
                return false;
        }
    return finish_rows(whole, n, a, lda);
}
