/* map.c -- features computed from features, sample by sample. */
#include "models/model.h"

#include <omp.h>
#include <string.h>

static void densify(const fed_dataset *data, size_t row, double *out)
{
    if (data->x != NULL) {
        memcpy(out, data->x + row * data->d, data->d * sizeof *out);
        return;
    }
    memset(out, 0, data->d * sizeof *out);
    for (size_t k = data->ptr[row]; k < data->ptr[row + 1]; k++)
        out[data->col[k]] = data->val[k];
}

static fed_status map_set(fed_arena *arena, fed_feature_map *map, const void *context, size_t width,
                          fed_dataset *data, fed_error *error)
{
    const int threads = omp_in_parallel() ? 1 : omp_get_max_threads();
    const size_t n = data->n, room = data->d + 8;
    double *out = n <= SIZE_MAX / width ? FED_ARRAY(arena, n * width, double) : NULL;
    double *row = FED_ARRAY(arena, (size_t)threads * room, double);

    if (out == NULL || row == NULL)
        return fed_nomem(error);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1) default(none) \
    shared(map, context, data, out, row) firstprivate(n, width, room)
    for (size_t i = 0; i < n; i++) {
        double *own = row + (size_t)omp_get_thread_num() * room;

        densify(data, i, own);
        map(context, own, out + i * width);
    }
    data->x = out;
    data->ptr = NULL;
    data->col = NULL;
    data->val = NULL;
    data->names = NULL;
    data->d = width;
    return FED_OK;
}

fed_status fed_map_features(fed_arena *arena, fed_feature_map *map, const void *context,
                            size_t width, fed_dataset *data, fed_error *error)
{
    if (data->test != NULL) {
        fed_dataset *test = FED_NEW(arena, fed_dataset);

        if (test == NULL)
            return fed_nomem(error);
        *test = *data->test;
        TRY(map_set(arena, map, context, width, test, error));
        data->test = test;
    }
    return map_set(arena, map, context, width, data, error);
}
