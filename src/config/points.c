/* points.c -- the points of a sweep: the base with some cells changed, each checked as a whole. */
#include "config/points.h"

#include "config/assign.h"
#include "config/resolve.h"
#include "config/schema.h"
#include "config/text.h"

#include <string.h>

/* Key j of the axis at its value v. */
static fed_status set_key(fed_build *build, fed_axis *axis, size_t v, size_t j)
{
    const long index = axis->index[j];
    const size_t at = v * axis->keys + j;
    fed_status status =
        index < 0 ? fed_assign_located(build, axis->slot[j], axis->values[at])
                  : fed_assign_element(build, axis->slot[j], (size_t)index, axis->values[at]);

    if (axis->text[at] == NULL &&
        (axis->text[at] = fed_text_plain(build->arena, axis->values[at])) == NULL)
        return FED_NOMEM;
    return status;
}

/* What points are made with. */
typedef struct expansion {
    fed_build *build;
    fed_shared *shared;
    const fed_cell *base;
    size_t *slots; /* room: a number for each */
    fed_change *changes;
    size_t left; /* changes that no point has yet: they are asked for many at a time */
} expansion;

static fed_change *take_changes(expansion *e, size_t count)
{
    enum { MANY = 1024 };

    if (count > e->left) {
        e->left = count > MANY ? count : e->shared->point_count > 1 ? MANY : count;
        if ((e->changes = FED_ARRAY(e->build->arena, e->left, fed_change)) == NULL)
            return NULL;
    }
    e->left -= count;
    e->changes += count;
    return e->changes - count;
}

/* What the cells being filled differ in from the base; the next point begins with the base again.
 */
static fed_status keep_changes(expansion *e, size_t count, fed_config *point)
{
    fed_cell *cells = e->build->cells;
    fed_change *changes = count > 0 ? take_changes(e, count) : NULL;

    if (count > 0 && changes == NULL)
        return FED_NOMEM;
    point->cells = e->base;
    point->changes = changes;
    point->change_count = count;
    for (size_t k = 0; k < count; k++) {
        const size_t slot = e->slots[k];

        changes[k] = (fed_change){slot, cells[slot]};
        cells[slot] = e->base[slot];
        e->shared->varies[slot] = true;
    }
    e->build->written = 0;
    return FED_OK;
}

/* Which of the axis's values a point takes; stride: points from one value to the next. */
static size_t value_at(const fed_axis *axis, size_t *stride, size_t point)
{
    *stride /= axis->count;
    return point / *stride % axis->count;
}

/* The cells being filled are the base's, before and after. */
static fed_status make_point(expansion *e, size_t number)
{
    fed_shared *shared = e->shared;
    size_t stride = shared->point_count;

    shared->points[number].shared = shared;
    shared->points[number].point = number;
    for (size_t a = 0; a < shared->axis_count; a++) {
        fed_axis *axis = &shared->axes[a];
        const size_t v = value_at(axis, &stride, number);

        for (size_t j = 0; j < axis->keys; j++)
            if (set_key(e->build, axis, v, j) == FED_NOMEM)
                return FED_NOMEM;
    }
    return keep_changes(e, fed_check_changes(e->build, e->base, e->slots), &shared->points[number]);
}

static fed_status find_slots(fed_build *build, fed_axis *axis)
{
    axis->text = FED_ARRAY(build->arena, axis->count * axis->keys, const char *);
    axis->slot = FED_ARRAY(build->arena, axis->keys, const fed_slot *);
    axis->index = FED_ARRAY(build->arena, axis->keys, long);
    if (axis->text == NULL || axis->slot == NULL || axis->index == NULL)
        return FED_NOMEM;
    for (size_t j = 0; j < axis->keys; j++)
        axis->slot[j] = fed_path_split(build, axis->key[j], &axis->index[j]);
    return FED_OK;
}

fed_status fed_sweep_expand(fed_build *build, fed_shared *shared)
{
    const size_t slots = build->schema->count;
    fed_cell *base = build->cells, *cells = FED_ARRAY(build->arena, slots, fed_cell);
    expansion e = {.build = build,
                   .shared = shared,
                   .base = base,
                   .slots = FED_ARRAY(build->arena, slots, size_t)};
    fed_status status = FED_OK;

    shared->points = FED_ARRAY(build->arena, shared->point_count, fed_config);
    if (shared->points == NULL || cells == NULL || e.slots == NULL)
        return FED_NOMEM;
    for (size_t a = 0; a < shared->axis_count; a++)
        TRY(find_slots(build, &shared->axes[a]));
    memcpy(cells, base, slots * sizeof *base);
    build->cells = cells;
    build->written = 0;
    for (size_t p = 0; p < shared->point_count && status == FED_OK; p++)
        status = make_point(&e, p);
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

bool fed_config_varies(const fed_config *config, const char *path)
{
    return config->shared->varies[fed_slot_find(config->shared->schema, path)->index];
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
