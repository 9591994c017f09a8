/* pairs_columns.c -- from rows of codes to rows of columns: M = E'(G X), then X'WX = M + M'. */
#include "problem/pairs_columns.h"

#include "core/simd.h"

enum {
    LINE = 8,  /* numbers of a cache line */
    NEAR = 2,  /* lines of all rows at once, which the first cache holds */
    SIDE = 32, /* rows and columns of X'WX that a thread completes at once */
    BLOCK = 4  /* rows and columns that are transposed at once */
};

/* Flops in whose time a number comes from another cache, as half of them do. */
static const double WAIT = 4.0;

typedef struct columns {
    const fed_pairs *pairs;
    size_t count, ld;
    double *half; /* G X; row single[j] becomes row j of M */
    double unit, *out;
} columns;

size_t fed_pairs_stride(size_t p)
{
    const size_t lines = (p + LINE - 1) / LINE;

    return (lines + (lines % 2 == 0)) * LINE;
}

/* Some cache lines of every row: what stands at a code goes to the two it was joined from. */
FED_INLINE void fold(const size_t lines, size_t joins, const uint16_t (*join)[3], size_t ld,
                     double *half)
{
    for (size_t k = 0; k < joins; k++) {
        const fed_v4 *from = (const fed_v4 *)(half + join[k][0] * ld);
        fed_v4 *first = (fed_v4 *)(half + join[k][1] * ld),
               *second = (fed_v4 *)(half + join[k][2] * ld), kept[2 * NEAR];

        for (size_t v = 0; v < 2 * lines; v++)
            kept[v] = from[v];
        for (size_t v = 0; v < 2 * lines; v++)
            first[v] += kept[v];
        for (size_t v = 0; v < 2 * lines; v++)
            second[v] += kept[v];
    }
}

/* Lines of the rows by thread: each fetches what others have written of its own ones alone, all at
 * once, and has them in its first cache for the rest. */
FED_CLONES static void fold_lines(const columns *m, size_t first, size_t last)
{
    const fed_pairs *s = m->pairs;

    for (size_t line = first, lines; line < last; line += lines) {
        double *half = m->half + line * LINE;

        lines = last - line < NEAR ? 1 : NEAR;
        for (size_t c = 0; c < m->count; c++)
            for (size_t k = 0; k < lines; k++)
                __builtin_prefetch(half + c * m->ld + k * LINE, 1);
        if (lines == NEAR)
            fold(NEAR, s->joins, s->join, m->ld, half);
        else
            fold(1, s->joins, s->join, m->ld, half);
    }
}

static void fold_range(void *context, size_t first, size_t last, double *work)
{
    (void)work;
    fold_lines(context, first, last);
}

FED_INLINE void transpose(fed_v4 m[BLOCK])
{
    const fed_v4 a = FED_PICK(m[0], m[1], 0, 4, 2, 6), b = FED_PICK(m[0], m[1], 1, 5, 3, 7),
                 c = FED_PICK(m[2], m[3], 0, 4, 2, 6), e = FED_PICK(m[2], m[3], 1, 5, 3, 7);

    m[0] = FED_PICK(a, c, 0, 1, 4, 5);
    m[1] = FED_PICK(b, e, 0, 1, 4, 5);
    m[2] = FED_PICK(a, c, 2, 3, 6, 7);
    m[3] = FED_PICK(b, e, 2, 3, 6, 7);
}

FED_INLINE void get_block(const double *const *row, size_t k, fed_v4 block[BLOCK])
{
    for (size_t r = 0; r < BLOCK; r++)
        block[r] = *(const fed_v4 *)(row[r] + k);
}

/* To rows and columns of X'WX that may be fewer at its end. */
FED_INLINE void put_block(const fed_v4 block[BLOCK], size_t rows, size_t width, double *out,
                          size_t p)
{
    if (rows >= BLOCK && width >= BLOCK) {
        for (size_t r = 0; r < BLOCK; r++)
            *(fed_v4 *)(out + r * p) = block[r];
        return;
    }
    for (size_t r = 0; r < BLOCK && r < rows; r++)
        for (size_t c = 0; c < BLOCK && c < width; c++)
            out[r * p + c] = block[r][c];
}

/* Rows of M from j on; the last again where there are no more. */
FED_INLINE void find_rows(const columns *m, size_t j, const double *row[SIDE])
{
    const size_t last = m->pairs->columns - 1;

    for (size_t r = 0; r < SIDE; r++)
        row[r] = m->half + m->pairs->single[j + r < last ? j + r : last] * m->ld;
}

/* X'WX from row `top` and column `left` on, and what is across the diagonal. */
FED_CLONES static void complete_tile(const columns *m, size_t top, size_t left)
{
    const size_t p = m->pairs->columns, bottom = top + SIDE < p ? top + SIDE : p;
    const double unit = m->unit, *row[SIDE], *other[SIDE];
    double *out = m->out;

    find_rows(m, top, row);
    find_rows(m, left, other);
    for (size_t j = top; j < bottom; j += BLOCK)
        for (size_t k = left; k < left + SIDE && k <= j; k += BLOCK) {
            fed_v4 sum[BLOCK], across[BLOCK];

            get_block(row + (j - top), k, sum);
            get_block(other + (k - left), j, across);
            transpose(across);
            for (size_t r = 0; r < BLOCK; r++)
                sum[r] = unit * (sum[r] + across[r]);
            put_block(sum, p - j, p - k, out + j * p + k, p);
            transpose(sum);
            put_block(sum, p - k, p - j, out + k * p + j, p);
        }
}

/* Tiles on and below the diagonal, row after row. */
static void complete(void *context, size_t first, size_t last, double *work)
{
    const columns *m = context;
    size_t row = 0, column = first;

    (void)work;
    while (column > row)
        column -= ++row;
    for (size_t k = first; k < last; k++) {
        complete_tile(m, row * SIDE, column * SIDE);
        if (column++ == row) {
            column = 0;
            row++;
        }
    }
}

void fed_pairs_columns(const fed_pairs *pairs, fed_team *team, size_t count, double *half,
                       double unit, double *out)
{
    const size_t p = pairs->columns, lines = (p + LINE - 1) / LINE, sides = (p + SIDE - 1) / SIDE;
    columns m = {pairs, count, fed_pairs_stride(p), half, unit, out};

    fed_each(team, lines, WAIT * (double)(LINE * (2 * pairs->joins + count)), 0, fold_range, &m);
    fed_each(team, sides * (sides + 1) / 2, WAIT * 4.0 * SIDE * SIDE, 0, complete, &m);
}
