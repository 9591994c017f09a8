/* cholesky.c -- A = LL' by rows, in tiles of 4 x 4 that stay in registers: up to some hundred rows
 * the calls of a library cost more than the arithmetic. */
#include "core/cholesky.h"

#include "core/linalg.h"
#include "core/tiles.h"

#include <math.h>

enum { TILE = FED_TILE, PANEL = 16 };
enum { FINISH = 32 }; /* columns whose products cost what the last divisions of a tile do */

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

/* Columns first..last-1 of a matrix of `whole` rows, and the corner of the columns behind them. */
typedef struct panel {
    double *a;
    size_t lda, first, last, whole;
    bool sound; /* the next corner has been factored */
} panel;

static size_t panel_end(size_t first, size_t whole)
{
    return whole - first < PANEL ? whole : first + PANEL;
}

/* Rows first..last-1 of the columns from `first` on. */
static bool factor_corner(double *a, size_t lda, size_t first, size_t last)
{
    fed_v4 sum[TILE];

    for (size_t i = first; i < last; i += TILE) {
        for (size_t j = first; j < i; j += TILE) {
            fed_tile_sum(a, lda, i, j, 1, sum);
            finish_tile(a, lda, i, j, sum);
        }
        fed_tile_sum(a, lda, i, i, 1, sum);
        if (!finish_corner(a, lda, i, sum))
            return false;
    }
    return true;
}

/* Rows begin..end-1 of a panel, two tiles at a time, which do not wait for each other. */
static void factor_below(const panel *p, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i += 2 * TILE)
        for (size_t j = p->first; j < p->last; j += TILE) {
            const size_t tiles = i + TILE < end ? 2 : 1;
            fed_v4 sum[2 * TILE];

            fed_tile_sum(p->a, p->lda, i, j, tiles, sum);
            for (size_t r = 0; r < tiles * TILE; r += TILE)
                finish_tile(p->a, p->lda, i + r, j, sum + r);
        }
}

/* Pairs of tiles below the corner. Whoever has the first goes on with all rows of the next panel,
 * and with its corner while others are still below: nobody waits for a corner alone. */
static void factor_panel(void *context, size_t first, size_t last, double *work)
{
    panel *p = context;
    const size_t next = panel_end(p->last, p->whole);
    const size_t begin = first == 0 ? next : next + (first - 1) * 2 * TILE,
                 end = next + (last - 1) * 2 * TILE;

    (void)work;
    if (first == 0) {
        factor_below(p, p->last, next);
        p->sound = factor_corner(p->a, p->lda, p->last, next);
    }
    factor_below(p, begin, end < p->whole ? end : p->whole);
}

bool fed_cholesky_tiles(fed_team *team, size_t n, double *a, size_t lda)
{
    const size_t whole = n / TILE * TILE;
    panel p = {a, lda, 0, panel_end(0, whole), whole, false};

    p.sound = factor_corner(a, lda, 0, p.last);
    while (p.sound && p.last < whole) {
        const size_t left = whole - panel_end(p.last, whole),
                     pairs = (left + 2 * TILE - 1) / (2 * TILE);

        if (team == NULL)
            factor_panel(&p, 0, pairs + 1, NULL);
        else
            fed_each(team, pairs + 1, 4.0 * TILE * (double)((p.last - p.first) * (p.last + FINISH)),
                     0, factor_panel, &p);
        p.first = p.last;
        p.last = panel_end(p.first, whole);
    }
    return p.sound && finish_rows(whole, n, a, lda);
}
