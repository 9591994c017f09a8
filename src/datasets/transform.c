/* transform.c -- splitting, arranging and padding. The arrays are the data set's own, only lent as
 * const to the stages after it: here, before anyone else has seen them, they are written. */
#include "datasets/transform.h"

#include <string.h>

/* Row `from` of one matrix to row `to` of another, or further up in the same. */
static void move_entries(const fed_matrix *source, size_t from, const fed_matrix *goal, size_t to)
{
    const size_t d = source->d;

    if (source->bytes != NULL) {
        memmove((uint8_t *)goal->bytes + to * d, source->bytes + from * d, d);
    } else if (source->single != NULL) {
        memmove((float *)goal->single + to * d, source->single + from * d, d * sizeof(float));
    } else if (source->x != NULL) {
        memmove((double *)goal->x + to * d, source->x + from * d, d * sizeof(double));
    } else {
        size_t begin = source->ptr[from], count = source->ptr[from + 1] - begin, at = goal->ptr[to];

        memmove((double *)goal->val + at, source->val + begin, count * sizeof(double));
        memmove((uint32_t *)goal->col + at, source->col + begin, count * sizeof(uint32_t));
        ((size_t *)goal->ptr)[to + 1] =
            at + count; /* in place: to <= from, so nothing unread is lost */
    }
}

static void move_row(const fed_dataset *source, size_t from, fed_dataset *goal, size_t to)
{
    size_t d = source->d;

    ((double *)goal->y)[to] = source->y[from];
    if (source->signal != NULL && goal->signal != NULL)
        ((double *)goal->signal)[to] = source->signal[from];
    if (source->client != NULL && goal->client != NULL)
        ((int64_t *)goal->client)[to] = source->client[from];
    if (source->matrices != NULL && goal->matrices != NULL)
        memmove((double *)goal->matrices + to * d * d, source->matrices + from * d * d,
                d * d * sizeof(double));
    if (source->targets != NULL)
        move_entries(source->targets, from, goal->targets, to);
    move_entries(&source->matrix, from, &goal->matrix, to);
}

/* Arrays of the same kind for `count` rows, those that are chosen; NULL: all. */
static fed_status make_matrix(fed_arena *arena, size_t count, const bool *chosen,
                              const fed_matrix *from, fed_matrix *to, fed_error *error)
{
    size_t stored = 0;

    *to = *from;
    to->n = count;
    for (size_t i = 0; from->ptr != NULL && i < from->n; i++)
        stored += chosen == NULL || chosen[i] ? from->ptr[i + 1] - from->ptr[i] : 0;
    if (from->x != NULL)
        to->x = FED_ARRAY(arena, count * from->d, double);
    if (from->single != NULL)
        to->single = FED_ARRAY(arena, count * from->d, float);
    if (from->bytes != NULL)
        to->bytes = FED_ARRAY(arena, count * from->d, uint8_t);
    if (from->ptr != NULL) {
        to->ptr = FED_ARRAY(arena, count + 1, size_t);
        to->col = FED_ARRAY(arena, stored, uint32_t);
        to->val = FED_ARRAY(arena, stored, double);
    }
    return to->x == NULL && to->single == NULL && to->bytes == NULL &&
                   (to->ptr == NULL || to->col == NULL || to->val == NULL)
               ? fed_nomem(error)
               : FED_OK;
}

/* Arrays for the rows marked, but for those of the whole set alone. */
static fed_status make_room(fed_arena *arena, size_t count, const bool *chosen,
                            const fed_dataset *data, fed_dataset *test, fed_error *error)
{
    fed_matrix *targets = FED_NEW(arena, fed_matrix);

    *test = *data;
    test->test = NULL;
    test->client = NULL;
    test->clients = 0;
    test->truths = NULL;
    TRY(make_matrix(arena, count, chosen, &data->matrix, &test->matrix, error));
    test->y = FED_ARRAY(arena, count, double);
    if (data->signal != NULL)
        test->signal = FED_ARRAY(arena, count, double);
    if (data->matrices != NULL)
        test->matrices = FED_ARRAY(arena, count * data->d * data->d, double);
    if (targets == NULL || test->y == NULL || (data->signal != NULL && test->signal == NULL) ||
        (data->matrices != NULL && test->matrices == NULL))
        return fed_nomem(error);
    if (data->targets != NULL) {
        TRY(make_matrix(arena, count, chosen, data->targets, targets, error));
        test->targets = targets;
    }
    return FED_OK;
}

/* Marks `count` of n rows drawn at random. */
static fed_status draw_rows(fed_arena *scratch, fed_rng *rng, size_t n, size_t count, bool **chosen,
                            fed_error *error)
{
    size_t *pool = FED_ARRAY(scratch, n, size_t);

    *chosen = FED_ARRAY(scratch, n, bool);
    if (pool == NULL || *chosen == NULL)
        return fed_nomem(error);
    fed_rng_choose(rng, n, count, pool);
    for (size_t k = 0; k < count; k++)
        (*chosen)[pool[k]] = true;
    return FED_OK;
}

static void shorten(fed_dataset *data, size_t n)
{
    data->n = n;
    if (data->targets != NULL)
        ((fed_matrix *)data->targets)->n = n;
}

fed_status fed_dataset_split(fed_arena *arena, fed_rng *rng, size_t count, fed_dataset *data,
                             fed_dataset *test, fed_error *error)
{
    fed_arena scratch = {NULL};
    size_t kept = 0, moved = 0;
    bool *chosen = NULL;
    fed_status status = draw_rows(&scratch, rng, data->n, count, &chosen, error);

    if (status == FED_OK)
        status = make_room(arena, count, chosen, data, test, error);
    for (size_t i = 0; status == FED_OK && i < data->n; i++)
        move_row(data, i, chosen[i] ? test : data, chosen[i] ? moved++ : kept++);
    fed_arena_free(&scratch);
    if (status == FED_OK)
        shorten(data, kept);
    return status;
}

fed_status fed_dataset_thin(fed_rng *rng, size_t count, fed_dataset *data, fed_error *error)
{
    fed_arena scratch = {NULL};
    size_t kept = 0;
    bool *chosen = NULL;
    fed_status status = draw_rows(&scratch, rng, data->n, count, &chosen, error);

    for (size_t i = 0; status == FED_OK && i < data->n; i++)
        if (chosen[i])
            move_row(data, i, data, kept++);
    fed_arena_free(&scratch);
    if (status == FED_OK)
        shorten(data, kept);
    return status;
}

/* What every stored entry of a sparse matrix is, or 0. */
static double common_value(const fed_matrix *x)
{
    for (size_t k = 1; k < x->ptr[x->n]; k++)
        if (x->val[k] != x->val[0])
            return 0.0;
    return x->ptr[x->n] > 0 ? x->val[0] : 0.0;
}

fed_status fed_dataset_arrange(fed_arena *arena, const size_t *order, const fed_dataset *data,
                               fed_dataset *to, fed_error *error)
{
    TRY(make_room(arena, data->n, NULL, data, to, error));
    to->test = data->test;
    to->clients = data->clients;
    to->truths = data->truths;
    for (size_t i = 0; i < data->n; i++)
        move_row(data, order[i], to, i);
    if (to->ptr != NULL)
        to->unit = common_value(&to->matrix);
    return FED_OK;
}

fed_status fed_dataset_doubles(fed_arena *arena, fed_dataset *data, fed_error *error)
{
    double *x;

    if (data->bytes == NULL)
        return FED_OK;
    if ((x = FED_ARRAY(arena, data->n * data->d, double)) == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < data->n; i++)
        fed_row_copy(&data->matrix, i, x + i * data->d);
    data->x = x;
    data->bytes = NULL;
    return FED_OK;
}

/* Added columns have no names, so the list is given up. */
fed_status fed_dataset_pad(fed_arena *arena, size_t features, fed_dataset *data, fed_error *error)
{
    double *wider, *truth;

    if (features == data->d)
        return FED_OK;
    if (data->matrices != NULL)
        return fed_fail(error, FED_DATA, "quadratic data of %zu features cannot be widened to %zu",
                        data->d, features);
    TRY(fed_dataset_doubles(arena, data, error));
    if (data->x != NULL) {
        if (features > SIZE_MAX / sizeof(double) / data->n ||
            (wider = FED_ARRAY(arena, data->n * features, double)) == NULL)
            return fed_nomem(error);
        for (size_t i = 0; i < data->n; i++)
            memcpy(wider + i * features, data->x + i * data->d, data->d * sizeof(double));
        data->x = wider;
    }
    if (data->truth != NULL && data->truth_count == data->d) { /* nothing depends on zeros */
        if ((truth = FED_ARRAY(arena, features, double)) == NULL)
            return fed_nomem(error);
        memcpy(truth, data->truth, data->d * sizeof(double));
        data->truth = truth;
        data->truth_count = features;
        data->truths = NULL;
    }
    data->d = features;
    data->names = NULL;
    return FED_OK;
}
