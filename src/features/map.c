/* map.c -- features computed from features, sample by sample. */
#include "features/features.h"

typedef struct mapping {
    fed_feature_map *map;
    const void *context;
    const fed_dataset *data;
    double *out;
    size_t width;
} mapping;

/* work: one row */
static void map_rows(void *context, size_t first, size_t last, double *work)
{
    const mapping *m = context;

    for (size_t i = first; i < last; i++) {
        fed_row_copy(&m->data->matrix, i, work);
        m->map(m->context, work, m->out + i * m->width);
    }
}

static fed_status map_set(fed_arena *arena, fed_team *team, fed_feature_map *map,
                          const void *context, size_t width, fed_dataset *data, fed_error *error)
{
    const size_t n = data->n;
    mapping m = {map, context, data, NULL, width};

    m.out = n <= SIZE_MAX / width ? FED_ARRAY(arena, n * width, double) : NULL;
    if (m.out == NULL)
        return fed_nomem(error);
    fed_each(team, n, 4.0 * (double)width * (double)data->d, data->d + 8, map_rows, &m);
    data->x = m.out;
    data->bytes = NULL;
    data->ptr = NULL;
    data->col = NULL;
    data->val = NULL;
    data->names = NULL;
    data->d = width;
    return FED_OK;
}

fed_status fed_map_features(fed_arena *arena, fed_team *team, fed_feature_map *map,
                            const void *context, size_t width, fed_dataset *data, fed_error *error)
{
    if (data->test != NULL) {
        fed_dataset *test = FED_NEW(arena, fed_dataset);

        if (test == NULL)
            return fed_nomem(error);
        *test = *data->test;
        TRY(map_set(arena, team, map, context, width, test, error));
        data->test = test;
    }
    return map_set(arena, team, map, context, width, data, error);
}
