/* points.c -- the points of a sweep: the base with some cells changed, each checked as a whole. */
#include "config/points.h"

#include "config/assign.h"
#include "config/resolve.h"
#include "config/text.h"

#include <string.h>

static fed_status set_key(fed_build *build, fed_config *point, const char *key, fed_node *value,
                          size_t k)
{
    long index;
    const fed_slot *slot = fed_path_split(build, key, &index);
    fed_status status = index < 0 ? fed_assign(build, slot, value)
                                  : fed_assign_element(build, slot, (size_t)index, value);

    if ((point->text[k] = fed_text_plain(build->arena, value)) == NULL)
        return FED_NOMEM;
    return status;
}

static fed_status make_point(fed_build *build, fed_shared *shared, const fed_cell *base,
                             size_t number)
{
    fed_config *point = FED_NEW(build->arena, fed_config);
    size_t cells = build->schema->count, stride = shared->point_count, k = 0;

    if (point == NULL || (point->cells = FED_ARRAY(build->arena, cells, fed_cell)) == NULL ||
        (point->text = FED_ARRAY(build->arena, shared->key_count, const char *)) == NULL)
        return FED_NOMEM;
    memcpy(point->cells, base, cells * sizeof *base);
    point->shared = shared;
    point->point = number;
    shared->points[number] = point;
    build->cells = point->cells;
    for (size_t a = 0; a < shared->axis_count; a++) {
        const fed_axis *axis = &shared->axes[a];
        size_t v;

        stride /= axis->count;
        v = number / stride % axis->count;
        for (size_t j = 0; j < axis->keys; j++)
            if (set_key(build, point, axis->key[j], axis->values[v * axis->keys + j], k++) ==
                FED_NOMEM)
                return FED_NOMEM;
    }
    fed_check(build, point->cells);
    return FED_OK;
}

fed_status fed_sweep_expand(fed_build *build, fed_shared *shared)
{
    fed_cell *base = build->cells;
    fed_status status = FED_OK;

    if ((shared->points = FED_ARRAY(build->arena, shared->point_count, fed_config *)) == NULL)
        return FED_NOMEM;
    for (size_t p = 0; p < shared->point_count && status == FED_OK; p++)
        status = make_point(build, shared, base, p);
    build->cells = base;
    return status;
}

size_t fed_config_points(const fed_config *config)
{
    return config->shared->point_count;
}

const fed_config *fed_config_point(const fed_config *config, size_t point)
{
    return config->shared->points[point];
}

size_t fed_config_sweep_count(const fed_config *config)
{
    return config->shared->key_count;
}

const char *fed_config_sweep_key(const fed_config *config, size_t k)
{
    const fed_axis *axis = config->shared->axes;

    for (; k >= axis->keys; axis++)
        k -= axis->keys;
    return axis->key[k];
}

const char *fed_config_sweep_value(const fed_config *config, size_t point, size_t k)
{
    return config->shared->points[point]->text[k];
}
