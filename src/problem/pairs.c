/* pairs.c -- X'WX by codes: the rows of Z'WZ are folded to rows of Z'WX, these to X'WX. */
#include "problem/pairs.h"

#include "core/linalg.h"
#include "problem/codes.h"

#include <string.h>

enum {
    BLOCK = 4, /* codes folded at once */
    SIDE = 32  /* rows of X'WX that a thread completes */
};

/* even[e] += w for the codes e of every second sample, odd[e] for those of the others: what one
 * sample adds then does not wait for the one before. The return is what all w add up to. */
FED_INLINE double add_samples(const fed_pairs *s, const size_t length, const uint32_t *at,
                              const uint32_t *end, const double *w, double *restrict even,
                              double *restrict odd)
{
    double sum = 0.0, other = 0.0;

    for (; end - at >= 2; at += 2) {
        const uint16_t *a = s->code + s->start[at[0]], *b = s->code + s->start[at[1]];
        const double wa = w[at[0]], wb = w[at[1]];

        for (size_t k = 0; k < length; k++) {
            even[a[k]] += wa;
            odd[b[k]] += wb;
        }
        sum += wa;
        other += wb;
    }
    for (; at < end; at++) {
        const uint16_t *a = s->code + s->start[*at];

        for (size_t k = 0; k < length; k++)
            even[a[k]] += w[*at];
        sum += w[*at];
    }
    return sum + other;
}

/* Lengths that are constants to the compiler have no loop. */
static double add_cell(const fed_pairs *s, size_t length, const uint32_t *at, const uint32_t *end,
                       const double *w, double *even, double *odd)
{
    switch (length) {
    case 0: return add_samples(s, 0, at, end, w, even, odd);
    case 1: return add_samples(s, 1, at, end, w, even, odd);
    case 2: return add_samples(s, 2, at, end, w, even, odd);
    case 3: return add_samples(s, 3, at, end, w, even, odd);
    case 4: return add_samples(s, 4, at, end, w, even, odd);
    case 5: return add_samples(s, 5, at, end, w, even, odd);
    case 6: return add_samples(s, 6, at, end, w, even, odd);
    default: return add_samples(s, length, at, end, w, even, odd);
    }
}

typedef struct square {
    const fed_codes *codes;
    const double *w;
    double *half; /* count x p: G X with G the lower half of Z'WZ, its diagonal halved */
    double *out;  /* p x p */
    size_t p;
} square;

/* Row c of G to row[e BLOCK], e <= c; zeros behind. sums: 2 count */
static void add_code(const square *q, size_t c, double *row, double *sums)
{
    const fed_pairs *s = &q->codes->pairs;
    const uint32_t *cell = s->cell + c * s->width;
    double *even = sums, *odd = sums + c, diagonal = 0.0;

    memset(sums, 0, 2 * c * sizeof *sums);
    for (size_t k = 0; k < s->width; k++)
        if (cell[k + 1] > cell[k])
            diagonal +=
                add_cell(s, k, s->sample + cell[k], s->sample + cell[k + 1], q->w, even, odd);
    for (size_t e = 0; e < c; e++)
        row[e * BLOCK] = even[e] + odd[e];
    row[c * BLOCK] = 0.5 * diagonal;
    for (size_t e = c + 1; e < q->codes->count; e++)
        row[e * BLOCK] = 0.0;
}

/* What stands at a code goes to the two it was joined from, and so to columns in the end. */
FED_CLONES static void fold_rows(size_t joins, const uint16_t (*join)[3], double *rows)
{
    fed_v4 *v = (fed_v4 *)rows;

    for (size_t k = 0; k < joins; k++) {
        v[join[k][1]] += v[join[k][0]];
        v[join[k][2]] += v[join[k][0]];
    }
}

/* Rows of G X, BLOCK codes at a time. work: [rows, count x BLOCK][sums, 2 count] */
static void add_codes(void *context, size_t first, size_t last, double *work)
{
    const square *q = context;
    const fed_codes *codes = q->codes;
    const fed_pairs *s = &codes->pairs;
    double *rows = work, *sums = work + BLOCK * codes->count;

    for (size_t block = first; block < last; block++) {
        const size_t at = block * BLOCK, n = codes->count - at < BLOCK ? codes->count - at : BLOCK;

        for (size_t r = 0; r < BLOCK; r++)
            add_code(q, r < n ? at + r : at, rows + r, sums);
        fold_rows(s->joins, s->join, rows);
        for (size_t r = 0; r < n; r++)
            for (size_t j = 0; j < q->p; j++)
                q->half[(at + r) * q->p + j] = rows[s->single[j] * BLOCK + r];
    }
}

/* M = X'-half: row j of E'(G X) adds up the rows of the codes that have column j. */
static void add_columns(void *context, size_t first, size_t last, double *work)
{
    const square *q = context;
    const fed_pairs *s = &q->codes->pairs;

    (void)work;
    for (size_t j = first; j < last; j++) {
        memset(q->out + j * q->p, 0, q->p * sizeof *q->out);
        for (size_t k = s->first[j]; k < s->first[j + 1]; k++)
            fed_axpy(q->p, 1.0, q->half + s->in[k] * q->p, q->out + j * q->p);
    }
}

/* X'WX = M + M', in tiles: of the rows of one side, whatever is left of the diagonal. */
static void complete(void *context, size_t first, size_t last, double *work)
{
    const square *q = context;
    const double unit = q->codes->data.matrix.unit * q->codes->data.matrix.unit;
    const size_t p = q->p, end = last * SIDE < p ? last * SIDE : p;

    (void)work;
    for (size_t left = 0; left < end; left += 8)
        for (size_t j = left > first * SIDE ? left : first * SIDE; j < end; j++)
            for (size_t k = left; k < left + 8 && k <= j; k++) {
                double *a = q->out + j * p + k, *b = q->out + k * p + j;

                *a = *b = unit * (*a + *b);
            }
}

void fed_pairs_square(const fed_codes *codes, fed_team *team, const double *w, double *out)
{
    const size_t count = codes->count, p = codes->pairs.columns,
                 blocks = (count + BLOCK - 1) / BLOCK, sides = (p + SIDE - 1) / SIDE;
    double *half = fed_take(team, count * p);
    square q = {codes, w, half, out, p};

    if (half != NULL) {
        fed_each(team, blocks, codes->pairs.cost / (double)blocks, (BLOCK + 2) * count, add_codes,
                 &q);
        fed_each(team, p, 2.0 * (double)codes->start[count], 0, add_columns, &q);
        fed_each(team, sides, 2.0 * (double)(SIDE * p), 0, complete, &q);
    }
    fed_give(team, half);
}
