/* sparse.c -- sparse A W A' and its Cholesky factor, row by row along the elimination tree, in the
 * order of AMD. */
#include "algorithms/ipm/sparse.h"

#include "config.h"
#include "algorithms/ipm/solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_AMD
#include <suitesparse/amd.h>
#endif

static const double huge = 1e64; /* in the place of a pivot that vanishes */

#ifdef HAVE_AMD
enum { PAIRS = 1 << 25 };            /* of all columns, at most */
static const double dense_gain = 12; /* flops a dense factor does in the time of a sparse one */

/* Columns of A that hold a row: the transpose, for the pattern of A A'. */
static fed_status transpose(fed_arena *arena, size_t d, size_t n, const size_t *start,
                            const uint32_t *row, size_t **begin, uint32_t **column,
                            fed_error *error)
{
    size_t *next = FED_ARRAY(arena, d + 1, size_t);

    *begin = FED_ARRAY(arena, d + 2, size_t);
    *column = FED_ARRAY(arena, start[n], uint32_t);
    if (next == NULL || *begin == NULL || *column == NULL)
        return fed_nomem(error);
    for (size_t e = 0; e < start[n]; e++)
        (*begin)[row[e] + 1]++;
    for (size_t i = 0; i < d; i++)
        (*begin)[i + 1] += (*begin)[i];
    memcpy(next, *begin, d * sizeof *next);
    for (size_t j = 0; j < n; j++)
        for (size_t e = start[j]; e < start[j + 1]; e++)
            (*column)[next[row[e]]++] = (uint32_t)j;
    return FED_OK;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return x < y ? -1 : x > y;
}

/* Lower triangle of A A' by columns: row i and all rows that share a column of A with it. Counts
 * when row is NULL. */
static size_t pattern(const fed_sparse *s, const size_t *start, const uint32_t *row,
                      const size_t *begin, const uint32_t *column, size_t *first, uint32_t *out)
{
    size_t count = 0;

    memset(s->mark, 0, s->d * sizeof *s->mark);
    for (size_t i = 0; i < s->d; i++) {
        const size_t at = count;

        first[i] = count;
        if (out != NULL)
            out[count] = (uint32_t)i;
        count++;
        s->mark[i] = i + 1;
        for (size_t k = begin[i]; k < begin[i + 1]; k++)
            for (size_t e = start[column[k]]; e < start[column[k] + 1]; e++)
                if (row[e] > i && s->mark[row[e]] != i + 1) {
                    s->mark[row[e]] = i + 1;
                    if (out != NULL)
                        out[count] = row[e];
                    count++;
                }
        if (out != NULL)
            qsort(out + at, count - at, sizeof *out, by_number);
    }
    first[s->d] = count;
    return count;
}

/* Where every pair of entries of a column goes; rows within a column increase. */
static void places(const fed_sparse *s, size_t n, const size_t *start, const uint32_t *row)
{
    size_t k = 0;

    for (size_t j = 0; j < n; j++) {
        s->pairs[j] = k;
        for (size_t b = start[j]; b < start[j + 1]; b++) {
            size_t at = s->start[row[b]];

            for (size_t a = b; a < start[j + 1]; a++) {
                while (s->row[at] != row[a])
                    at++;
                s->place[k++] = (uint32_t)at;
            }
        }
    }
    s->pairs[n] = k;
}

static fed_status reorder(fed_arena *arena, fed_sparse *s, fed_error *error)
{
    const size_t d = s->d;
    int *start = FED_ARRAY(arena, d + 1, int), *row = FED_ARRAY(arena, s->entries, int),
        *order = FED_ARRAY(arena, d, int);
    uint32_t *number = FED_ARRAY(arena, d, uint32_t);
    size_t *next = FED_ARRAY(arena, d + 1, size_t);

    if (start == NULL || row == NULL || order == NULL || number == NULL || next == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i <= d; i++)
        start[i] = (int)s->start[i];
    for (size_t e = 0; e < s->entries; e++)
        row[e] = (int)s->row[e];
    if (amd_order((int)d, start, row, order, NULL, NULL) < 0)
        return fed_nomem(error);
    for (size_t k = 0; k < d; k++) {
        s->order[k] = (uint32_t)order[k];
        number[order[k]] = (uint32_t)k;
    }
    for (int pass = 0; pass < 2; pass++)
        for (size_t j = 0; j < d; j++)
            for (size_t e = s->start[j]; e < s->start[j + 1]; e++) {
                const uint32_t a = number[j], b = number[s->row[e]], low = a < b ? a : b,
                               high = a < b ? b : a;

                if (pass == 0) {
                    s->upper[high + 1]++;
                } else {
                    s->above[s->upper[high] + next[high]] = low;
                    s->from[s->upper[high] + next[high]++] = (uint32_t)e;
                }
                if (pass == 0 && j == d - 1 && e + 1 == s->start[d])
                    for (size_t i = 0; i < d; i++)
                        s->upper[i + 1] += s->upper[i];
            }
    return FED_OK;
}

/* Elimination tree with path compression, column counts by walking the rows. */
static size_t symbolic(fed_sparse *s)
{
    const size_t d = s->d;
    int64_t *ancestor = (int64_t *)(void *)s->x; /* d of the same size, not in use yet */
    size_t sum = 0;

    for (size_t k = 0; k < d; k++) {
        s->parent[k] = ancestor[k] = -1;
        for (size_t e = s->upper[k]; e < s->upper[k + 1]; e++)
            for (int64_t i = s->above[e], next; i != -1 && i < (int64_t)k; i = next) {
                next = ancestor[i];
                ancestor[i] = (int64_t)k;
                if (next == -1)
                    s->parent[i] = (int64_t)k;
            }
    }
    memset(s->at, 0, d * sizeof *s->at);
    memset(s->mark, 0, d * sizeof *s->mark);
    for (size_t k = 0; k < d; k++) {
        s->mark[k] = k + 1;
        for (size_t e = s->upper[k]; e < s->upper[k + 1]; e++)
            for (int64_t i = s->above[e]; s->mark[i] != k + 1; i = s->parent[i]) {
                s->at[i]++;
                s->mark[i] = k + 1;
            }
    }
    for (size_t k = 0; k < d; k++) {
        s->column[k] = sum;
        sum += s->at[k] + 1;
        s->flops += (double)(s->at[k] + 1) * (double)(s->at[k] + 1);
    }
    s->column[d] = sum;
    memset(s->x, 0, d * sizeof *s->x);
    return sum;
}
#endif

fed_status fed_sparse_analyse(fed_arena *arena, size_t d, size_t n, const size_t *start,
                              const uint32_t *row, fed_sparse **sparse, fed_error *error)
{
    *sparse = NULL;
#ifdef HAVE_AMD
    fed_sparse *s = FED_NEW(arena, fed_sparse);
    size_t *begin, pairs = 0, fill;
    uint32_t *column;

    for (size_t j = 0; j < n; j++)
        pairs += (start[j + 1] - start[j]) * (start[j + 1] - start[j] + 1) / 2;
    if (d < 32 || pairs > PAIRS || start[n] == 0)
        return FED_OK;
    if (s == NULL)
        return fed_nomem(error);
    TRY(transpose(arena, d, n, start, row, &begin, &column, error));
    s->d = d;
    s->mark = FED_ARRAY(arena, d, size_t);
    s->start = FED_ARRAY(arena, d + 1, size_t);
    if (s->mark == NULL || s->start == NULL)
        return fed_nomem(error);
    s->entries = pattern(s, start, row, begin, column, s->start, NULL);
    if ((double)s->entries > 0.25 * (double)d * (double)d)
        return FED_OK;
    s->row = FED_ARRAY(arena, s->entries, uint32_t);
    s->place = FED_ARRAY(arena, pairs, uint32_t);
    s->pairs = FED_ARRAY(arena, n + 1, size_t);
    s->upper = FED_ARRAY(arena, d + 1, size_t);
    s->above = FED_ARRAY(arena, s->entries, uint32_t);
    s->from = FED_ARRAY(arena, s->entries, uint32_t);
    s->order = FED_ARRAY(arena, d, uint32_t);
    s->parent = FED_ARRAY(arena, d, int64_t);
    s->column = FED_ARRAY(arena, d + 1, size_t);
    s->at = FED_ARRAY(arena, d, size_t);
    s->x = FED_ARRAY(arena, d, double);
    s->reach = FED_ARRAY(arena, 2 * d, uint32_t);
    if (s->row == NULL || s->place == NULL || s->pairs == NULL || s->upper == NULL ||
        s->above == NULL || s->from == NULL || s->order == NULL || s->parent == NULL ||
        s->column == NULL || s->at == NULL || s->x == NULL || s->reach == NULL)
        return fed_nomem(error);
    pattern(s, start, row, begin, column, s->start, s->row);
    places(s, n, start, row);
    TRY(reorder(arena, s, error));
    fill = symbolic(s);
    if (dense_gain * s->flops > (double)d * (double)d * (double)d / 3.0)
        return FED_OK;
    s->below = FED_ARRAY(arena, fill, uint32_t);
    s->factor = FED_ARRAY(arena, fill, double);
    if (s->below == NULL || s->factor == NULL)
        return fed_nomem(error);
    *sparse = s;
#else
    (void)arena, (void)d, (void)n, (void)start, (void)row, (void)error;
#endif
    return FED_OK;
}

/* The columns of the factor that row k of it has entries in, in an order of elimination:
 * reach[top..d) of the second half. */
static size_t reach_of(fed_sparse *s, size_t k)
{
    size_t top = s->d;
    uint32_t *path = s->reach, *stack = s->reach + s->d;

    s->mark[k] = k + 1;
    for (size_t e = s->upper[k]; e < s->upper[k + 1]; e++) {
        size_t length = 0;

        for (int64_t i = s->above[e]; s->mark[i] != k + 1; i = s->parent[i]) {
            path[length++] = (uint32_t)i;
            s->mark[i] = k + 1;
        }
        while (length > 0)
            stack[--top] = path[--length];
    }
    return top;
}

void fed_sparse_factor(fed_sparse *s, const double *matrix, const double *scale, double ridge,
                       double least, bool *dropped)
{
    double *l = s->factor, *x = s->x;

    memset(s->mark, 0, s->d * sizeof *s->mark);
    memcpy(s->at, s->column, s->d * sizeof *s->at);
    for (size_t k = 0; k < s->d; k++) {
        const size_t top = reach_of(s, k);
        const double row_scale = scale[s->order[k]];
        double pivot;

        for (size_t e = s->upper[k]; e < s->upper[k + 1]; e++)
            x[s->above[e]] += matrix[s->from[e]] * row_scale * scale[s->order[s->above[e]]];
        pivot = x[k] + ridge;
        x[k] = 0.0;
        for (size_t r = top; r < s->d; r++) {
            const uint32_t i = s->reach[s->d + r];
            const size_t first = s->column[i], end = s->at[i];
            const double lki = x[i] / l[first];

            x[i] = 0.0;
            for (size_t p = first + 1; p < end; p++)
                x[s->below[p]] -= l[p] * lki;
            pivot -= lki * lki;
            s->below[end] = (uint32_t)k;
            l[end] = lki;
            s->at[i]++;
        }
        if (dropped != NULL)
            dropped[s->order[k]] = !(pivot > least);
        s->below[s->at[k]] = (uint32_t)k;
        l[s->at[k]++] = pivot > least ? sqrt(pivot) : huge;
    }
}

void fed_sparse_solve(const fed_sparse *s, const double *b, double *out)
{
    const double *l = s->factor;
    double *x = s->x;

    for (size_t k = 0; k < s->d; k++)
        x[k] = b[s->order[k]];
    for (size_t k = 0; k < s->d; k++) {
        x[k] /= l[s->column[k]];
        for (size_t p = s->column[k] + 1; p < s->column[k + 1]; p++)
            x[s->below[p]] -= l[p] * x[k];
    }
    for (size_t k = s->d; k-- > 0;) {
        for (size_t p = s->column[k] + 1; p < s->column[k + 1]; p++)
            x[k] -= l[p] * x[s->below[p]];
        x[k] /= l[s->column[k]];
    }
    for (size_t k = 0; k < s->d; k++)
        out[s->order[k]] = x[k];
    memset(x, 0, s->d * sizeof *x);
}

void fed_sparse_times(const fed_sparse *s, const double *matrix, const double *scale,
                      const double *v, double *out)
{
    memset(out, 0, s->d * sizeof *out);
    for (size_t j = 0; j < s->d; j++)
        for (size_t e = s->start[j]; e < s->start[j + 1]; e++) {
            const size_t i = s->row[e];
            const double entry = matrix[e] * scale[i] * scale[j];

            out[i] += entry * v[j];
            if (i != j)
                out[j] += entry * v[i];
        }
}
