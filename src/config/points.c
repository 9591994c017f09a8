/* points.c -- the points of a sweep: the base with some cells changed, each checked as a whole. */
#include "config/points.h"

#include "config/assign.h"
#include "config/resolve.h"
#include "config/text.h"

#include <string.h>

/* Key j of the axis at its value v. */
static fed_status set_key(fed_build *build, fed_axis *axis, size_t v, size_t j)
{
    long index;
    const fed_slot *slot = fed_path_split(build, axis->key[j], &index);
    const size_t at = v * axis->keys + j;
    fed_status status = index < 0
                            ? fed_assign(build, slot, axis->values[at])
                            : fed_assign_element(build, slot, (size_t)index, axis->values[at]);

    if (axis->text[at] == NULL &&
        (axis->text[at] = fed_text_plain(build->arena, axis->values[at])) == NULL)
        return FED_NOMEM;
    return status;
}

/* What the cells being filled differ in from the base. */
static fed_status keep_changes(fed_build *build, const fed_cell *base, fed_config *point)
{
    fed_change *changes;
    size_t count = 0;

    for (size_t k = 0; k < build->schema->count; k++)
        count += !fed_cell_same(&build->cells[k], &base[k]);
    if ((changes = FED_ARRAY(build->arena, count, fed_change)) == NULL)
        return FED_NOMEM;
    point->cells = base;
    point->changes = changes;
    point->change_count = count;
    for (size_t k = 0; k < build->schema->count; k++)
        if (!fed_cell_same(&build->cells[k], &base[k]))
            *changes++ = (fed_change){k, build->cells[k]};
    return FED_OK;
}

/* Which of the axis's values a point takes; stride: points from one value to the next. */
static size_t value_at(const fed_axis *axis, size_t *stride, size_t point)
{
    *stride /= axis->count;
    return point / *stride % axis->count;
}

static fed_status make_point(fed_build *build, fed_shared *shared, const fed_cell *base,
                             size_t number)
{
    size_t stride = shared->point_count;

    memcpy(build->cells, base, build->schema->count * sizeof *base);
    shared->points[number].shared = shared;
    shared->points[number].point = number;
    for (size_t a = 0; a < shared->axis_count; a++) {
        fed_axis *axis = &shared->axes[a];
        const size_t v = value_at(axis, &stride, number);

        for (size_t j = 0; j < axis->keys; j++)
            if (set_key(build, axis, v, j) == FED_NOMEM)
                return FED_NOMEM;
    }
    fed_check(build, build->cells, base);
    return keep_changes(build, base, &shared->points[number]);
}

fed_status fed_sweep_expand(fed_build *build, fed_shared *shared)
{
    fed_cell *base = build->cells, *cells = FED_ARRAY(build->arena, build->schema->count, fed_cell);
    fed_status status = FED_OK;

    shared->points = FED_ARRAY(build->arena, shared->point_count, fed_config);
    if (shared->points == NULL || cells == NULL)
        return FED_NOMEM;
    for (size_t a = 0; a < shared->axis_count; a++) {
        fed_axis *axis = &shared->axes[a];

        axis->text = FED_ARRAY(build->arena, axis->count * axis->keys, const char *);
        if (axis->text == NULL)
            return FED_NOMEM;
    }
    build->cells = cells;
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
    return &config->shared->points[point];
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
    const fed_axis *axis = config->shared->axes;
    size_t stride = config->shared->point_count, v = value_at(axis, &stride, point);

    for (; k >= axis->keys; v = value_at(++axis, &stride, point))
        k -= axis->keys;
    return axis->text[v * axis->keys + k];
}
