/* cholesky.c -- A = LL' by rows, in tiles of 4 x 4 that stay in registers: up to some hundred rows
 * the calls of a library cost more than the arithmetic. */
#include "core/cholesky.h"

#include "core/linalg.h"
#include "core/simd.h"

#include <math.h>

enum { TILE = 4, PANEL = 16 };

FED_INLINE double total(const fed_v4 *v)
{
    return ((*v)[0] + (*v)[1]) + ((*v)[2] + (*v)[3]);
}

/* sum[c][r], sum[c+1][r] = x_r'y over k, a multiple of 4, for four rows x_r and two rows y. */
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
        sum[c][r] = total(&s[r][0]);
        sum[c + 1][r] = total(&s[r][1]);
    }
}

/* The tile on the diagonal at row j, whose sums over the columns before are there. */
static bool finish_corner(double *a, size_t ld, size_t j, double (*sum)[TILE])
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
                                                  double (*sum)[TILE])
{
    const double *corner = a + j * ld + j;
    double *at = a + i * ld + j;
    fed_v4 column[TILE];

    for (size_t c = 0; c < TILE; c++) {
        column[c] =
            (fed_v4){at[c], at[ld + c], at[2 * ld + c], at[3 * ld + c]} - *(const fed_v4 *)sum[c];
        for (size_t t = 0; t < c; t++)
            column[c] -= column[t] * corner[c * ld + t];
        column[c] /= corner[c * ld + c];
    }
    for (size_t r = 0; r < TILE; r++)
        *(fed_v4 *)(at + r * ld) = (fed_v4){column[0][r], column[1][r], column[2][r], column[3][r]};
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

/* Four rows from i on, in the columns first..last-1, those before being there. */
FED_INLINE bool four_rows(double *a, size_t lda, size_t i, size_t first, size_t last)
{
    for (size_t j = first; j < last && j <= i; j += TILE) {
        double sum[TILE][TILE];

        dots(j, a + i * lda, a + j * lda, lda, 0, sum);
        dots(j, a + i * lda, a + (j + 2) * lda, lda, 2, sum);
        if (j < i)
            finish_tile(a, lda, i, j, sum);
        else if (!finish_corner(a, lda, j, sum))
            return false;
    }
    return true;
}

/* Columns first..last-1, whose rows below the diagonal threads may share. */
typedef struct panel {
    double *a;
    size_t lda, first, last;
} panel;

FED_CLONES static bool panel_corner(const panel *p)
{
    bool sound = true;

    for (size_t i = p->first; i < p->last && sound; i += TILE)
        sound = four_rows(p->a, p->lda, i, p->first, p->last);
    return sound;
}

FED_CLONES static void panel_below(void *context, size_t first, size_t last, double *work)
{
    const panel *p = context;

    (void)work;
    for (size_t k = first; k < last; k++)
        four_rows(p->a, p->lda, p->last + k * TILE, p->first, p->last);
}

bool fed_cholesky_tiles(fed_team *team, size_t n, double *a, size_t lda)
{
    const size_t whole = n / TILE * TILE, wide = team != NULL ? PANEL : whole;

    for (size_t first = 0; first < whole; first += wide) {
        panel p = {a, lda, first, whole - first < wide ? whole : first + wide};

        if (!panel_corner(&p))
            return false;
        if (p.last < whole)
            fed_each(team, (whole - p.last) / TILE,
                     2.0 * TILE * (double)((p.last - first) * (p.last + 8)), 0, panel_below, &p);
    }
    return finish_rows(whole, n, a, lda);
}
