/* cholesky.c -- A = LL' by rows, in tiles of 4 x 4 that stay in registers: up to some hundred rows
 * the calls of a library cost more than the arithmetic. */
#include "core/cholesky.h"

#include "core/linalg.h"
#include "core/simd.h"

#include <math.h>

enum { TILE = 4, PANEL = 16 };

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
    fed_v4 s[TILE][2] = {{{0.0}}};

    for (size_t t = 0; t < k; t += 4) {
        const fed_v4 a = *(const fed_v4 *)(y + t), b = *(const fed_v4 *)(y + ld + t);

        for (size_t r = 0; r < TILE; r++) {
            const fed_v4 v = *(const fed_v4 *)(x + r * ld + t);

            s[r][0] += v * a;
            s[r][1] += v * b;
        }
    }
    for (size_t c = 0; c < 2; c++)
        totals(&s[0][c], &s[1][c], &s[2][c], &s[3][c], &sum[c]);
}

/* The tile on the diagonal at row j, whose sums over the columns before are there. */
static bool finish_corner(double *a, size_t ld, size_t j, const fed_v4 *sum)
{
    for (size_t r = 0; r < TILE; r++)
        for (size_t c = 0; c <= r; c++) {
            double *row = a + (j + r) * ld + j, rest = row[c] - sum[c][r];
            const double *other = a + (j + c) * ld + j;

            for (size_t t = 0; t < c; t++)
                rest -= row[t] * other[t];
            if (c < r)
                row[c] = rest / other[c];
            else if (!(rest > 0.0) || isinf(rest))
                return false;
            else
                row[c] = sqrt(rest);
        }
    return true;
}

/* The tile at row i and column j < i, its four rows at once. Not in the clones: products that are
 * rounded here and not there would make a corner and what is below it differ. */
__attribute__((noinline)) static void finish_tile(double *a, size_t ld, size_t i, size_t j,
                                                  const fed_v4 *sum)
{
    const double *corner = a + j * ld + j;
    double *at = a + i * ld + j;
    fed_v4 column[TILE];

    for (size_t c = 0; c < TILE; c++) {
        column[c] = (fed_v4){at[c], at[ld + c], at[2 * ld + c], at[3 * ld + c]} - sum[c];
        for (size_t t = 0; t < c; t++)
            column[c] -= column[t] * corner[c * ld + t];
        column[c] /= corner[c * ld + c];
    }
    for (size_t r = 0; r < TILE; r++)
        *(fed_v4 *)(at + r * ld) = (fed_v4){column[0][r], column[1][r], column[2][r], column[3][r]};
}

/* One number at a time, for the last rows, which are no whole tile. */
static bool finish_rows(size_t first, size_t n, double *a, size_t lda)
{
    for (size_t j = 0; j < n; j++)
        for (size_t i = j < first ? first : j; i < n; i++) {
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

/* sum of the tile at row i and column j, by columns */
FED_INLINE void sum_tile(const double *a, size_t lda, size_t i, size_t j, fed_v4 *sum)
{
    dots(j, a + i * lda, a + j * lda, lda, sum);
    dots(j, a + i * lda, a + (j + 2) * lda, lda, sum + 2);
}

/* Columns first..last-1, whose rows below the diagonal threads may share. */
typedef struct panel {
    double *a;
    size_t lda, first, last;
} panel;

FED_CLONES static bool panel_corner(const panel *p)
{
    fed_v4 sum[TILE];

    for (size_t i = p->first; i < p->last; i += TILE) {
        for (size_t j = p->first; j < i; j += TILE) {
            sum_tile(p->a, p->lda, i, j, sum);
            finish_tile(p->a, p->lda, i, j, sum);
        }
        sum_tile(p->a, p->lda, i, i, sum);
        if (!finish_corner(p->a, p->lda, i, sum))
            return false;
    }
    return true;
}

/* Two tiles at a time, which do not wait for each other. */
FED_CLONES static void panel_below(void *context, size_t first, size_t last, double *work)
{
    const panel *p = context;
    const size_t end = p->last + last * TILE;

    (void)work;
    for (size_t i = p->last + first * TILE; i < end; i += 2 * TILE)
        for (size_t j = p->first; j < p->last; j += TILE) {
            fed_v4 sum[TILE], other[TILE];

            sum_tile(p->a, p->lda, i, j, sum);
            if (i + TILE < end)
                sum_tile(p->a, p->lda, i + TILE, j, other);
            finish_tile(p->a, p->lda, i, j, sum);
            if (i + TILE < end)
                finish_tile(p->a, p->lda, i + TILE, j, other);
        }
}

bool fed_cholesky_tiles(fed_team *team, size_t n, double *a, size_t lda)
{
    const size_t whole = n / TILE * TILE;

    for (size_t first = 0; first < whole; first += PANEL) {
        panel p = {a, lda, first, whole - first < PANEL ? whole : first + PANEL};

        if (!panel_corner(&p))
            return false;
        if (team == NULL)
            panel_below(&p, 0, (whole - p.last) / TILE, NULL);
        else if (p.last < whole)
            fed_each(team, (whole - p.last) / TILE,
                     2.0 * TILE * (double)((p.last - first) * (p.last + 8)), 0, panel_below, &p);
    }
    return finish_rows(whole, n, a, lda);
}
