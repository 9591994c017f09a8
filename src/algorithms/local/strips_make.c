/* strips_make.c -- the batches of sparse rows of ones, copied into strips. */
#include "algorithms/local/strips_make.h"

#include "core/simd.h"
#include "algorithms/local/order.h"

enum {
    MOST_COLUMNS = 2048, /* whose theta stays in the first-level cache */
    MOST_BYTES = 1 << 28 /* of a copy of the rows */
};

bool fed_strips_wide(void)
{
#ifdef FED_WIDE
    return FED_IS_WIDE;
#else
    return false;
#endif
}

static size_t length(const fed_matrix *x, size_t row)
{
    return x->ptr[row + 1] - x->ptr[row];
}

/* Pairs of places for the longest of n rows. */
static size_t width_of(const fed_matrix *x, const size_t *rows, size_t n)
{
    size_t most = 0;

    for (size_t i = 0; i < n; i++)
        if (length(x, rows[i]) > most)
            most = length(x, rows[i]);
    return (most + 1) / 2;
}

/* Lengths of the parts of strips. */
typedef struct sizes {
    size_t strips, pairs, entries, colds;
} sizes;

static bool is_hot(const fed_strips *strips, size_t place)
{
    return strips->hot && place < FED_STRIP_HOT;
}

static void measure_rows(const fed_strips *strips, const fed_matrix *x, const size_t *rows,
                         size_t n, sizes *all)
{
    all->strips++;
    all->pairs += n * width_of(x, rows, n);
    for (size_t i = 0; i < n; i++) {
        all->entries += length(x, rows[i]);
        for (size_t k = x->ptr[rows[i]]; k < x->ptr[rows[i] + 1]; k++)
            all->colds += !is_hot(strips, strips->place[x->col[k]]);
    }
}

static sizes measure(const fed_run *run, const fed_strips *strips, const size_t *order)
{
    const fed_partition *part = run->problem->part;
    const size_t batch = run->batch;
    sizes all = {0, 0, 0, 0};

    for (size_t m = 0; m < part->clients; m++) {
        const size_t begin = part->start[m], end = part->start[m + 1];

        for (size_t at = begin; end - begin > batch && at < end; at += batch)
            measure_rows(strips, &run->problem->data->matrix, order + at,
                         end - at < batch ? end - at : batch, &all);
    }
    return all;
}

/* Rows of about the same length. */
static bool pays(const sizes *all)
{
    return all->strips > 0 && all->pairs <= all->entries &&
           4 * (all->pairs + all->entries) <= MOST_BYTES;
}

/* Rows of ones, a linear model with one output, one response of a sample. */
static bool fits(const fed_run *run)
{
    const fed_problem *problem = run->problem;
    const fed_matrix *x = &problem->data->matrix;

    return x->ptr != NULL && x->unit == 1.0 && problem->products && problem->outputs == 1 &&
           problem->positions == 1 && problem->targets == NULL && problem->loss->link != NULL &&
           problem->data->matrices == NULL && problem->p - x->d <= 1 && x->d <= MOST_COLUMNS &&
           run->batch > 0 && run->batch <= FED_BLOCK;
}

/* Places: hot columns by their entries, the first of those with as many before others; then all
 * others in order. */
static bool place_columns(fed_strips *strips, fed_arena *arena, const fed_problem *problem)
{
    const bool hot = strips->hot;
    const fed_matrix *x = &problem->data->matrix;
    size_t *entries = FED_ARRAY(arena, x->d, size_t), next = hot ? FED_STRIP_HOT : 0;
    uint16_t *place = FED_ARRAY(arena, x->d, uint16_t);

    if (entries == NULL || place == NULL)
        return false;
    for (size_t k = 0; k < x->ptr[x->n]; k++)
        entries[x->col[k]]++;
    for (size_t j = 0; j < x->d; j++)
        place[j] = UINT16_MAX;
    for (size_t c = 0; hot && c < FED_STRIP_HOT && c < x->d; c++) {
        size_t most = SIZE_MAX;

        for (size_t j = 0; j < x->d; j++)
            if (place[j] == UINT16_MAX && (most == SIZE_MAX || entries[j] > entries[most]))
                most = j;
        place[most] = (uint16_t)c;
    }
    for (size_t j = 0; j < x->d; j++)
        if (place[j] == UINT16_MAX)
            place[j] = (uint16_t)next++;
    strips->place = place;
    strips->d = x->d;
    strips->intercept = next;
    strips->zero = next + 1;
    strips->room = FED_ROUND_UP(next + 2, 8);
    return true;
}

/* Where the next strip's parts go. */
typedef struct parts {
    uint32_t *pair;
    double *y;
    uint64_t *hot;
    uint32_t *cold;
} parts;

static void fill(fed_strip *strip, const fed_strips *strips, const fed_problem *problem,
                 const size_t *rows, size_t n, parts *to)
{
    const fed_matrix *x = &problem->data->matrix;

    *strip = (fed_strip){to->pair, to->y, to->hot, to->cold, n, width_of(x, rows, n), 0};
    for (size_t i = 0; i < n; i++) {
        const uint32_t *col = x->col + x->ptr[rows[i]];
        const size_t entries = length(x, rows[i]);

        for (size_t k = 0; k < 2 * strip->width; k++) {
            const size_t place = k < entries ? strips->place[col[k]] : strips->zero;

            to->pair[k / 2] |= (uint32_t)(place << (k % 2 * 16));
            if (k < entries && is_hot(strips, place))
                to->hot[place] |= UINT64_C(1) << i;
            else if (k < entries)
                *to->cold++ = (uint32_t)(i << 16 | place);
        }
        to->pair += strip->width;
        *to->y++ = problem->y[rows[i]];
    }
    strip->colds = (size_t)(to->cold - strip->cold);
    to->hot += to->hot != NULL ? FED_STRIP_HOT : 0;
}

/* Room for all parts; false without memory. */
static bool make_room(fed_arena *arena, const sizes *all, size_t rows, bool hot, parts *to)
{
    *to = (parts){FED_ARRAY(arena, all->pairs, uint32_t), FED_ARRAY(arena, rows, double),
                  hot ? FED_ARRAY(arena, all->strips * FED_STRIP_HOT, uint64_t) : NULL,
                  FED_ARRAY(arena, all->colds, uint32_t)};
    return to->pair != NULL && to->y != NULL && (!hot || to->hot != NULL) && to->cold != NULL;
}

fed_status fed_strips_make(fed_run *run, const size_t *order, bool hot, const fed_strips **strips)
{
    const fed_partition *part = run->problem->part;
    const size_t batch = run->batch;
    fed_strips *made;
    fed_strip *strip;
    size_t *first;
    parts to;
    sizes all;

    *strips = NULL;
    if (!fits(run))
        return FED_OK;
    if ((made = FED_NEW(run->arena, fed_strips)) == NULL)
        return fed_nomem(run->error);
    made->hot = hot;
    if (!place_columns(made, run->arena, run->problem))
        return fed_nomem(run->error);
    all = measure(run, made, order);
    if (!pays(&all))
        return FED_OK;
    made->strip = strip = FED_ARRAY(run->arena, all.strips, fed_strip);
    made->first = first = FED_ARRAY(run->arena, part->clients + 1, size_t);
    if (strip == NULL || first == NULL ||
        !make_room(run->arena, &all, part->start[part->clients], hot, &to))
        return fed_nomem(run->error);
    for (size_t m = 0; m < part->clients; m++) {
        const size_t begin = part->start[m], end = part->start[m + 1];

        first[m] = (size_t)(strip - made->strip);
        for (size_t at = begin; end - begin > batch && at < end; at += batch)
            fill(strip++, made, run->problem, order + at, end - at < batch ? end - at : batch, &to);
    }
    first[part->clients] = all.strips;
    *strips = made;
    return FED_OK;
}
