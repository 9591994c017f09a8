/* pairs.c -- X'WX by codes: the rows of Z'WZ are folded to rows of Z'WX, these to X'WX. */
#include "problem/pairs.h"

#include "core/simd.h"
#include "problem/codes.h"
#include "problem/pairs_columns.h"

#include <string.h>

enum {
    LINE = 8,  /* numbers of a cache line */
    LANES = 4, /* sums of one pair */
    BLOCK = 4  /* codes folded at once */
};

/* lane[e] += w for the codes e before this one of every fourth sample: what one sample adds then
 * does not wait for those before. The return is what all w add up to. */
FED_INLINE double add_samples(const size_t length, const uint16_t *before, const uint32_t *at,
                              const uint32_t *end, const double *w, double *lane, size_t c)
{
    double *second = lane + c, *third = second + c, *fourth = third + c;
    double sum[LANES] = {0.0};

    for (; end - at >= LANES; at += LANES, before += LANES * length) {
        const double wa = w[at[0]], wb = w[at[1]], wc = w[at[2]], we = w[at[3]];

        for (size_t k = 0; k < length; k++) {
            double *a = lane + before[k], *b = second + before[length + k],
                   *d = third + before[2 * length + k], *e = fourth + before[3 * length + k];
            const double to_a = *a + wa, to_b = *b + wb, to_d = *d + wc, to_e = *e + we;

            *a = to_a;
            *b = to_b;
            *d = to_d;
            *e = to_e;
        }
        sum[0] += wa;
        sum[1] += wb;
        sum[2] += wc;
        sum[3] += we;
    }
    for (; at < end; at++, before += length) {
        for (size_t k = 0; k < length; k++)
            lane[before[k]] += w[*at];
        sum[0] += w[*at];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Lengths that are constants to the compiler have no loop. */
static double add_cell(size_t length, const uint16_t *before, const uint32_t *at,
                       const uint32_t *end, const double *w, double *lane, size_t c)
{
    switch (length) {
    case 0: return add_samples(0, before, at, end, w, lane, c);
    case 1: return add_samples(1, before, at, end, w, lane, c);
    case 2: return add_samples(2, before, at, end, w, lane, c);
    case 3: return add_samples(3, before, at, end, w, lane, c);
    case 4: return add_samples(4, before, at, end, w, lane, c);
    case 5: return add_samples(5, before, at, end, w, lane, c);
    case 6: return add_samples(6, before, at, end, w, lane, c);
    default: return add_samples(length, before, at, end, w, lane, c);
    }
}

typedef struct square {
    const fed_codes *codes;
    const double *w;
    double *half; /* count x ld: G X with G the lower half of Z'WZ, its diagonal halved */
    size_t ld;
} square;

/* Row c of G to row[e BLOCK], e <= c; zeros behind. sums: LANES count */
static void add_code(const square *q, size_t c, double *row, double *sums)
{
    const fed_pairs *s = &q->codes->pairs;
    const uint32_t *cell = s->cell + c * s->width;
    const uint16_t *before = s->before + s->from[c];
    double diagonal = 0.0;

    memset(sums, 0, LANES * c * sizeof *sums);
    for (size_t k = 0; k < s->width; k++)
        if (cell[k + 1] > cell[k]) {
            diagonal +=
                add_cell(k, before, s->sample + cell[k], s->sample + cell[k + 1], q->w, sums, c);
            before += k * (cell[k + 1] - cell[k]);
        }
    for (size_t e = 0; e < c; e++)
        row[e * BLOCK] = (sums[e] + sums[c + e]) + (sums[2 * c + e] + sums[3 * c + e]);
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

/* Rows of G X, BLOCK codes at a time. work: [rows, count x BLOCK][sums, LANES count] */
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
        for (size_t r = 0; r < n; r++) {
            for (size_t j = 0; j < s->columns; j++)
                q->half[(at + r) * q->ld + j] = rows[s->single[j] * BLOCK + r];
            for (size_t j = s->columns; j < q->ld; j++)
                q->half[(at + r) * q->ld + j] = 0.0;
        }
    }
}

/* All w to the cache of a thread, in order: others have written most of them, and add_codes would
 * wait for one after the other. */
static void bring_weights(void *context, size_t first, size_t last, double *work)
{
    const square *q = context;

    (void)first, (void)last, (void)work;
    for (size_t i = 0; i < q->codes->pairs.samples; i += LINE)
        __builtin_prefetch(q->w + i, 0, 2);
}

void fed_pairs_square(const fed_codes *codes, fed_team *team, const double *w, double *out)
{
    const size_t threads = (size_t)fed_team_threads(team), count = codes->count,
                 ld = fed_pairs_stride(codes->pairs.columns), blocks = (count + BLOCK - 1) / BLOCK;
    const double unit = codes->data.matrix.unit;
    double *half = fed_take(team, count * ld);
    square q = {codes, w, half, ld};

    if (half != NULL) {
        if (threads > 1) /* a part for each, worth a task whatever its flops */
            fed_each(team, threads, 2e5, 0, bring_weights, &q);
        fed_each(team, blocks, codes->pairs.cost / (double)blocks, (BLOCK + LANES) * count,
                 add_codes, &q);
        fed_pairs_columns(&codes->pairs, team, count, half, unit * unit, out);
    }
    fed_give(team, half);
}
