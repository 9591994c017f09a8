/* transform.c -- splitting and padding. The arrays are the data set's own, only lent as
 * const to the stages after it: here, before anyone else has seen them, they are written. */
#include "datasets/transform.h"

#include <string.h>

/* Row `from` of one set to row `to` of another, or further up in the same. */
static void move_row(const fed_dataset *source, size_t from, fed_dataset *goal, size_t to)
{
    size_t d = source->d;

    ((double *)goal->y)[to] = source->y[from];
    if (source->signal != NULL && goal->signal != NULL)
        ((double *)goal->signal)[to] = source->signal[from];
    if (source->client != NULL && goal->client != NULL)
        ((int64_t *)goal->client)[to] = source->client[from];
    if (source->curvature != NULL && goal->curvature != NULL)
        memmove((double *)goal->curvature + to * d * d, source->curvature + from * d * d,
                d * d * sizeof(double));
    if (source->x != NULL) {
        memmove((double *)goal->x + to * d, source->x + from * d, d * sizeof(double));
    } else {
        size_t begin = source->ptr[from], count = source->ptr[from + 1] - begin, at = goal->ptr[to];

        memmove((double *)goal->val + at, source->val + begin, count * sizeof(double));
        memmove((uint32_t *)goal->col + at, source->col + begin, count * sizeof(uint32_t));
        ((size_t *)goal->ptr)[to + 1] =
            at + count; /* in place: to <= from, so nothing unread is lost */
    }
}

/* The test set's arrays, for the rows marked. */
static fed_status make_room(fed_arena *arena, size_t count, const bool *chosen,
                            const fed_dataset *data, fed_dataset *test, fed_error *error)
{
    size_t stored = 0;

    *test = *data;
    test->test = NULL;
    test->client = NULL;
    test->clients = 0;
    test->truths = NULL;
    test->signal = NULL;
    test->n = count;
    for (size_t i = 0; data->x == NULL && i < data->n; i++)
        stored += chosen[i] ? data->ptr[i + 1] - data->ptr[i] : 0;
    test->y = FED_ARRAY(arena, count, double);
    if (data->x != NULL)
        test->x = FED_ARRAY(arena, count * data->d, double);
    if (data->curvature != NULL)
        test->curvature = FED_ARRAY(arena, count * data->d * data->d, double);
    if (data->x == NULL) {
        test->ptr = FED_ARRAY(arena, count + 1, size_t);
        test->col = FED_ARRAY(arena, stored, uint32_t);
        test->val = FED_ARRAY(arena, stored, double);
    }
    if (test->y == NULL || (data->curvature != NULL && test->curvature == NULL) ||
        (data->x != NULL ? test->x == NULL
                         : test->ptr == NULL || test->col == NULL || test->val == NULL))
        return fed_nomem(error);
    return FED_OK;
}

fed_status fed_dataset_split(fed_arena *arena, fed_rng *rng, size_t count, fed_dataset *data,
                             fed_dataset *test, fed_error *error)
{
    fed_arena scratch = {NULL};
    size_t *pool = FED_ARRAY(&scratch, data->n, size_t), kept = 0, moved = 0;
    bool *chosen = FED_ARRAY(&scratch, data->n, bool);
    fed_status status = pool != NULL && chosen != NULL ? FED_OK : fed_nomem(error);

    if (status == FED_OK) {
        fed_rng_choose(rng, data->n, count, pool);
        for (size_t k = 0; k < count; k++)
            chosen[pool[k]] = true;
        status = make_room(arena, count, chosen, data, test, error);
    }
    for (size_t i = 0; status == FED_OK && i < data->n; i++)
        move_row(data, i, chosen[i] ? test : data, chosen[i] ? moved++ : kept++);
    fed_arena_free(&scratch);
    data->n = status == FED_OK ? kept : data->n;
    return status;
}

/* The names go on as they are: added columns have none, so the list is given up. */
fed_status fed_dataset_pad(fed_arena *arena, size_t features, fed_dataset *data, fed_error *error)
{
    double *wider, *truth;

    if (features == data->d)
        return FED_OK;
    if (data->curvature != NULL)
        return fed_fail(error, FED_DATA, "quadratic data of %zu features cannot be widened to %zu",
                        data->d, features);
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
