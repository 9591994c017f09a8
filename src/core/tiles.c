/* tiles.c -- products of rows, four by four, which stay in registers. */
#include "core/tiles.h"

/* (v0 + v1) + (v2 + v3) of four vectors v = a, b, c, e to *sum. */
FED_INLINE void totals(const fed_v4 *a, const fed_v4 *b, const fed_v4 *c, const fed_v4 *e,
                       fed_v4 *sum)
{
    const fed_v4 low = FED_PICK(*a, *b, 0, 4, 2, 6) + FED_PICK(*a, *b, 1, 5, 3, 7),
                 high = FED_PICK(*c, *e, 0, 4, 2, 6) + FED_PICK(*c, *e, 1, 5, 3, 7);

    *sum = FED_PICK(low, high, 0, 1, 4, 5) + FED_PICK(low, high, 2, 3, 6, 7);
}

/* sum[0], sum[1]: x_r'y over k, a multiple of 4, for four rows x_r and two rows y. */
FED_INLINE void dots(size_t k, const double *x, const double *y, size_t ld, fed_v4 *sum)
{
    fed_v4 s[FED_TILE][2] = {{{0.0}}};

    for (size_t t = 0; t < k; t += 4) {
        const fed_v4 a = *(const fed_v4 *)(y + t), b = *(const fed_v4 *)(y + ld + t);

        for (size_t r = 0; r < FED_TILE; r++) {
            const fed_v4 v = *(const fed_v4 *)(x + r * ld + t);

            s[r][0] += v * a;
            s[r][1] += v * b;
        }
    }
    for (size_t c = 0; c < 2; c++)
        totals(&s[0][c], &s[1][c], &s[2][c], &s[3][c], &sum[c]);
}

FED_CLONES static void narrow_sum(const double *a, size_t lda, size_t i, size_t j, size_t tiles,
                                  fed_v4 *sum)
{
    for (size_t r = 0; r < tiles * FED_TILE; r += FED_TILE)
        for (size_t c = 0; c < FED_TILE; c += 2)
            dots(j, a + (i + r) * lda, a + (j + c) * lda, lda, sum + r + c);
}

#ifdef FED_WIDE
#include <immintrin.h>

/* The same lanes, those of two rows y side by side. */
FED_INLINE FED_WIDE void wide_sum(const double *a, size_t lda, size_t i, size_t j,
                                  const size_t tiles, fed_v4 *sum)
{
    const double *x = a + i * lda, *y = a + j * lda;
    __m512d s[2 * FED_TILE][2];

    for (size_t r = 0; r < tiles * FED_TILE; r++)
        s[r][0] = s[r][1] = _mm512_setzero_pd();
    for (size_t t = 0; t < j; t += 4) {
        const __m512d first = _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(y + t)),
                                                 _mm256_loadu_pd(y + lda + t), 1),
                      last = _mm512_insertf64x4(
                          _mm512_castpd256_pd512(_mm256_loadu_pd(y + 2 * lda + t)),
                          _mm256_loadu_pd(y + 3 * lda + t), 1);

#pragma GCC unroll 8
        for (size_t r = 0; r < tiles * FED_TILE; r++) {
            const __m512d v = _mm512_broadcast_f64x4(_mm256_loadu_pd(x + r * lda + t));

            s[r][0] = _mm512_fmadd_pd(v, first, s[r][0]);
            s[r][1] = _mm512_fmadd_pd(v, last, s[r][1]);
        }
    }
#pragma GCC unroll 2
    for (size_t r = 0; r < tiles * FED_TILE; r += FED_TILE)
#pragma GCC unroll 2
        for (size_t c = 0; c < 2; c++) {
            fed_v4 low[FED_TILE], high[FED_TILE];

#pragma GCC unroll 4
            for (size_t k = 0; k < FED_TILE; k++) {
                low[k] = (fed_v4)_mm512_castpd512_pd256(s[r + k][c]);
                high[k] = (fed_v4)_mm512_extractf64x4_pd(s[r + k][c], 1);
            }
            totals(&low[0], &low[1], &low[2], &low[3], sum + r + 2 * c);
            totals(&high[0], &high[1], &high[2], &high[3], sum + r + 2 * c + 1);
        }
}

/* The number of tiles is a constant to the compiler. */
FED_WIDE static void wide(const double *a, size_t lda, size_t i, size_t j, size_t tiles,
                          fed_v4 *sum)
{
    if (tiles == 1)
        wide_sum(a, lda, i, j, 1, sum);
    else
        wide_sum(a, lda, i, j, 2, sum);
}
#endif

void fed_tile_sum(const double *a, size_t lda, size_t i, size_t j, size_t tiles, fed_v4 *sum)
{
#ifdef FED_WIDE
    if (FED_IS_WIDE) {
        wide(a, lda, i, j, tiles, sum);
        return;
    }
#endif
    narrow_sum(a, lda, i, j, tiles, sum);
}
