/* parts.c -- sorting by response, equal parts, and the fault they share. */
#include "partitions/scheme.h"

#include <stdlib.h>
#include <string.h>

typedef struct keyed {
    double y;
    size_t place, row;
} keyed;

static int by_response(const void *left, const void *right)
{
    const keyed *a = left, *b = right;

    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

fed_status fed_sort_by_response(fed_arena *arena, const fed_dataset *data, size_t *pool,
                                size_t count, fed_error *error)
{
    keyed *keys = FED_ARRAY(arena, count, keyed);

    if (keys == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < count; i++)
        keys[i] = (keyed){data->y[pool[i]], i, pool[i]};
    qsort(keys, count, sizeof *keys, by_response);
    for (size_t i = 0; i < count; i++)
        pool[i] = keys[i].row;
    return FED_OK;
}

void fed_equal_parts(size_t count, size_t parts, size_t *start)
{
    size_t size = count / parts, larger = count % parts;

    for (size_t k = 0; k <= parts; k++)
        start[k] = k * size + (k < larger ? k : larger);
}

fed_status fed_too_few_samples(const fed_config *config, const fed_dataset *data, fed_error *error,
                               const char *key, size_t pieces, size_t count)
{
    if (data->origin == NULL)
        return fed_config_fault(config, error, FED_CONFIG, key,
                                "%zu asked for, but there are %zu samples", pieces, count);
    return fed_config_fault(config, error, FED_DATA, key, "%zu asked for, but %s has %zu samples",
                            pieces, data->origin, count);
}
