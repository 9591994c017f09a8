/* codes.c -- rows written in codes, and the way back from codes to columns. */
#include "problem/codes.h"

#include "core/linalg.h"
#include "core/simd.h"
#include "models/linear.h"
#include "problem/blocks.h"
#include "problem/chunks.h"
#include "problem/codes_find.h"
#include "problem/pairs_make.h"

#include <math.h>
#include <string.h>

enum {
    FEW_ROWS = 2048,   /* are not worth it, */
    SHORT = 4,         /*   nor are rows of less than so many entries, */
    MOST_COLUMNS = 512 /*   nor those of more columns, whose codes would leave the cache */
};
static const double MOST_PAIRS = 0x1p32; /* some tenth is left when rows are shortened */
/* So many chunks occupy a few threads evenly; samples of one, which has sums by code to add up. */
enum { CHUNKS = 32, LEAST = 256, MOST = 4096 };

/* Samples and their entries have numbers of 32 bits; the pairs in a row are kept. */
static bool fits(const fed_problem *problem)
{
    const fed_matrix *x = &problem->data->matrix;
    const double copies = fmax(1.0, (double)problem->samples / (double)x->n);

    return (double)problem->samples < UINT32_MAX && copies * (double)x->ptr[x->n] < UINT32_MAX &&
           copies * (double)x->ptr[x->n] * fed_matrix_width(x) < MOST_PAIRS;
}

bool fed_codes_pay(const fed_problem *problem)
{
    const fed_matrix *x = &problem->data->matrix;

    return x->ptr != NULL && x->unit != 0.0 && problem->products && problem->p == x->d &&
           x->n >= FEW_ROWS && x->d <= MOST_COLUMNS && fits(problem) &&
           problem->loss->link != NULL && problem->data->matrices == NULL &&
           fed_matrix_width(x) >= SHORT;
}

/* Writes the columns of a code; behind them. */
static uint32_t *put_columns(const fed_code_search *s, size_t code, uint32_t *column)
{
    if (code >= s->columns)
        return put_columns(s, s->parent[code][1], put_columns(s, s->parent[code][0], column));
    *column = (uint32_t)code;
    return column + 1;
}

static bool list_columns(const fed_code_search *s, fed_arena *arena, fed_codes *codes)
{
    size_t total = 0;
    uint32_t *start, *column;

    for (size_t c = 0; c < s->count; c++)
        total += s->size[c];
    codes->count = s->count;
    codes->start = start = FED_ARRAY(arena, s->count + 1, uint32_t);
    codes->column = column = FED_ARRAY(arena, total, uint32_t);
    for (size_t r = 0; start != NULL && column != NULL && r < s->count; r++) {
        column = put_columns(s, s->order[r], column);
        start[r + 1] = start[r] + s->size[s->order[r]];
    }
    return start != NULL && column != NULL;
}

/* 64 rows from `first` on, or those left: the rows of each code. */
static void join_rows(const fed_code_search *s, const fed_matrix *x, size_t first, size_t n,
                      uint64_t *rows)
{
    memset(rows, 0, s->count * sizeof *rows);
    for (size_t i = 0; i < n; i++)
        for (size_t k = x->ptr[first + i]; k < x->ptr[first + i + 1]; k++)
            rows[x->col[k]] |= UINT64_C(1) << i;
    for (size_t c = s->columns; c < s->count; c++)
        fed_code_part(&rows[c], &rows[s->parent[c][0]], &rows[s->parent[c][1]]);
}

/* The codes of 64 rows, row i's at list + i columns: length[i] of them. */
static void list_codes(const fed_code_search *s, const uint64_t *rows, uint16_t *list,
                       size_t length[64])
{
    memset(length, 0, 64 * sizeof *length);
    for (size_t r = 0; r < s->count; r++)
        for (uint64_t left = rows[s->order[r]]; left != 0; left &= left - 1) {
            const size_t i = (size_t)__builtin_ctzll(left);

            list[i * s->columns + length[i]++] = (uint16_t)r;
        }
}

static bool write_rows(const fed_code_search *s, fed_arena *arena, fed_arena *scratch,
                       const fed_matrix *x, fed_matrix *z)
{
    size_t *ptr = FED_ARRAY(arena, x->n + 1, size_t), length[64];
    uint32_t *room = FED_ARRAY(scratch, x->ptr[x->n], uint32_t), *col;
    uint64_t *rows = FED_ARRAY(scratch, s->count, uint64_t);
    uint16_t *list = FED_ARRAY(scratch, 64 * s->columns, uint16_t);

    if (ptr == NULL || room == NULL || rows == NULL || list == NULL)
        return false;
    for (size_t first = 0; first < x->n; first += 64) {
        const size_t n = x->n - first < 64 ? x->n - first : 64;

        join_rows(s, x, first, n, rows);
        list_codes(s, rows, list, length);
        for (size_t i = 0; i < n; i++) {
            const size_t at = ptr[first + i];

            for (size_t k = 0; k < length[i]; k++)
                room[at + k] = list[i * s->columns + k];
            ptr[first + i + 1] = at + length[i];
        }
    }
    if ((col = FED_ARRAY(arena, ptr[x->n], uint32_t)) == NULL)
        return false;
    memcpy(col, room, ptr[x->n] * sizeof *col);
    *z = (fed_matrix){.n = x->n, .d = s->count, .unit = x->unit, .ptr = ptr, .col = col};
    return true;
}

/* Within a client rows stand by their lengths: loops over them then end when they did before. */
static bool sort_rows(fed_arena *arena, fed_arena *scratch, const fed_partition *part,
                      fed_codes *codes)
{
    const fed_matrix *z = &codes->data.matrix;
    const size_t held = part->start[part->clients];
    size_t *row = FED_ARRAY(arena, held, size_t), *at = FED_ARRAY(scratch, part->clients, size_t),
           *start = FED_ARRAY(scratch, z->d + 2, size_t), *order = FED_ARRAY(scratch, held, size_t),
           *owner = FED_ARRAY(scratch, held, size_t);

    if (row == NULL || at == NULL || start == NULL || order == NULL || owner == NULL)
        return false;
    for (size_t m = 0; m < part->clients; m++) {
        at[m] = part->start[m];
        for (size_t i = part->start[m]; i < part->start[m + 1]; i++) {
            owner[i] = m;
            start[fed_row_length(z, part->row[i]) + 1]++;
        }
    }
    for (size_t k = 0; k <= z->d; k++)
        start[k + 1] += start[k];
    for (size_t i = 0; i < held; i++)
        order[start[fed_row_length(z, part->row[i])]++] = i;
    for (size_t i = 0; i < held; i++)
        row[at[owner[order[i]]]++] = part->row[order[i]];
    codes->part = *part;
    codes->part.row = row;
    return true;
}

static void set_inner(const fed_problem *problem, fed_codes *codes)
{
    const fed_model_shape shape = {.x = &codes->data.matrix, .outputs = 1};
    fed_problem *inner = &codes->inner;

    *inner = *problem;
    inner->data = &codes->data;
    inner->part = &codes->part;
    inner->model = fed_linear(&shape);
    inner->p = codes->count;
    inner->l2 = inner->l1 = 0.0;
    inner->truth = inner->optimum = NULL;
    inner->work = FED_ROUND_UP(2 * (inner->p + 8) + fed_rows_work(inner), 8);
}

size_t fed_codes_worth(size_t samples)
{
    const size_t worth = samples / CHUNKS;

    return worth < LEAST ? LEAST : worth > MOST ? MOST : worth;
}

fed_status fed_codes_make(fed_arena *arena, const fed_problem *problem, const fed_codes **result,
                          fed_error *error)
{
    const fed_matrix *x = &problem->data->matrix;
    fed_codes *codes = FED_NEW(arena, fed_codes);
    fed_arena scratch = {NULL};
    fed_code_search s;
    bool good = codes != NULL && fed_codes_find(&s, &scratch, x);

    if (good) {
        codes->data = *problem->data;
        good = list_columns(&s, arena, codes) &&
               write_rows(&s, arena, &scratch, x, &codes->data.matrix) &&
               sort_rows(arena, &scratch, problem->part, codes) &&
               fed_code_rows_make(arena, &codes->data.matrix, codes->part.row,
                                  codes->part.start[codes->part.clients], &codes->rows) &&
               fed_pairs_make(arena, &scratch, &s, codes, &codes->pairs);
    }
    fed_arena_free(&scratch);
    if (!good)
        return fed_nomem(error);
    set_inner(problem, codes);
    *result = codes;
    return fed_chunks_make(arena, &codes->inner, fed_codes_worth(problem->samples), error);
}

void fed_codes_lift(const fed_codes *codes, const double *theta, double *out)
{
    for (size_t c = 0; c < codes->count; c++) {
        double sum = 0.0;

        for (size_t k = codes->start[c]; k < codes->start[c + 1]; k++)
            sum += theta[codes->column[k]];
        out[c] = sum;
    }
}

void fed_codes_drop_every(const fed_codes *codes, size_t step, const double *g, double *grad)
{
    for (size_t c = 0; c < codes->count; c++)
        for (size_t k = codes->start[c]; k < codes->start[c + 1]; k++)
            grad[codes->column[k]] += g[c * step];
}

void fed_codes_drop(const fed_codes *codes, const double *g, double *grad)
{
    fed_codes_drop_every(codes, 1, g, grad);
}
