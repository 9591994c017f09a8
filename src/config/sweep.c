/* sweep.c -- the grid of points: axes crossed, the first varying slowest, each axis moving one key
 * or several together. */
#include "config/sweep.h"

#include "config/assign.h"
#include "config/faults.h"
#include "config/schema.h"
#include "config/suggest.h"
#include "config/text.h"

#include <string.h>

/* Keys that do not change results have no business in a grid of results, a name aside, nor have
 * those of the whole study. */
static bool may_sweep(const fed_slot *slot)
{
    static const char *const whole[] = {"replicates", "on_divergence"};

    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
        if (strcmp(slot->path, whole[k]) == 0)
            return false;
    return !slot->apart || strcmp(slot->path, "name") == 0;
}

/* The same key, or one inside the other: a rate and its warm-up, a list and its element. */
static bool overlap(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b), length = n < m ? n : m;

    return strncmp(a, b, length) == 0 && (n == m || strchr(".[", (n < m ? b : a)[length]) != NULL);
}

/* An override that the sweep would hide is a contradiction. */
static fed_status check_override(fed_build *build, const char *path)
{
    for (size_t k = 0; k < build->schema->count; k++) {
        const fed_node *node = build->cells[k].node;

        if (node != NULL && strcmp(node->place.file, OVERRIDE_FILE) == 0 &&
            overlap(build->schema->slots[k].path, path) &&
            strlen(build->schema->slots[k].path) >= strlen(path))
            return fed_blame_node(build, node, build->schema->slots[k].path,
                                  "is swept by the configuration (-D 'sweep=()' removes "
                                  "the sweep)");
    }
    return FED_OK;
}

static fed_status check_key(fed_build *build, const fed_shared *shared, const fed_node *where,
                            const char *path)
{
    long index;
    const fed_slot *slot = fed_path_split(build, path, &index);

    if (slot == NULL) {
        const char *near = fed_suggest_path(build->arena, build->schema, path);

        if (fed_is_group(build->schema, path))
            return fed_blame_node(build, where, "sweep", "'%.100s' is a group; sweep its keys",
                                  path);
        if (near == NULL)
            return fed_blame_node(build, where, "sweep", "unknown key '%.100s'", path);
        return fed_blame_node(build, where, "sweep", "unknown key '%.100s' (did you mean '%s'?)",
                              path, near);
    }
    if (!may_sweep(slot))
        return fed_blame_node(build, where, "sweep", "'%s' cannot be swept", path);
    for (size_t a = 0; a < shared->axis_count; a++)
        for (size_t k = 0; k < shared->axes[a].keys; k++)
            if (overlap(shared->axes[a].key[k], path))
                return fed_blame_node(build, where, "sweep", "'%s' is swept twice", path);
    return check_override(build, path);
}

/* { key; values; } or { keys; values; }: the members and nothing else. */
static fed_status read_members(fed_build *build, const fed_node *entry, const fed_node **keys,
                               const fed_node **values)
{
    static const char *const known[] = {"key", "keys", "values", NULL};

    if (entry->kind != NODE_GROUP)
        return fed_blame_node(build, entry, "sweep",
                              "expected a group { key = ...; values = ...; }, found %s",
                              fed_text_found(build->arena, entry));
    for (size_t k = 0; k < entry->count; k++) {
        const fed_node *item = entry->items[k];
        const char *near = fed_suggest(item->name, known);

        if (strcmp(item->name, "key") == 0 || strcmp(item->name, "keys") == 0) {
            if (*keys != NULL)
                return fed_blame_node(build, item, "sweep", "has both 'key' and 'keys'");
            *keys = item;
        } else if (strcmp(item->name, "values") == 0)
            *values = item;
        else if (near != NULL)
            return fed_blame_node(build, item, "sweep", "unknown key '%s' (did you mean '%s'?)",
                                  item->name, near);
        else
            return fed_blame_node(build, item, "sweep",
                                  "unknown key '%s'; expected key or keys, and values", item->name);
    }
    if (*keys == NULL || *values == NULL)
        return fed_blame_node(build, entry, "sweep", "has no '%s'",
                              *keys == NULL ? "key" : "values");
    if ((*keys)->strings == NULL && (*keys)->kind != NODE_STRING)
        return fed_blame_node(build, *keys, "sweep", "expected a key's path, found %s",
                              fed_text_found(build->arena, *keys));
    if ((*values)->kind != NODE_LIST || (*values)->count == 0)
        return fed_blame_node(build, *values, "sweep",
                              "'values' must be a list of at least one value");
    return FED_OK;
}

static fed_status read_axis(fed_build *build, fed_shared *shared, const fed_node *entry,
                            fed_axis *axis)
{
    const fed_node *keys = NULL, *values = NULL;
    bool several;

    TRY(read_members(build, entry, &keys, &values));
    several = keys->kind == NODE_LIST;
    axis->keys = several ? keys->count : 1;
    if (axis->keys == 0)
        return fed_blame_node(build, keys, "sweep", "'keys' is empty");
    axis->count = values->count;
    axis->key = FED_ARRAY(build->arena, axis->keys, const char *);
    axis->values = FED_ARRAY(build->arena, axis->keys * axis->count, fed_node *);
    if (axis->key == NULL || axis->values == NULL)
        return FED_NOMEM;
    for (size_t k = 0; k < axis->keys; k++) {
        axis->key[k] = several ? keys->strings[k] : keys->s;
        TRY(check_key(build, shared, several ? keys->items[k] : keys, axis->key[k]));
        for (size_t j = 0; j < k; j++)
            if (overlap(axis->key[j], axis->key[k]))
                return fed_blame_node(build, keys->items[k], "sweep", "'%s' is swept twice",
                                      axis->key[k]);
    }
    for (size_t v = 0; v < axis->count; v++) {
        fed_node *value = values->items[v];

        if (several && (value->kind != NODE_LIST || value->count != axis->keys))
            return fed_blame_node(build, value, "sweep",
                                  "expected a list of %zu values, one for each of 'keys'",
                                  axis->keys);
        for (size_t k = 0; k < axis->keys; k++) {
            long index;
            const fed_slot *slot = fed_path_split(build, axis->key[k], &index);
            fed_node *item = fed_locate(build, slot, several ? value->items[k] : value);

            if (item == NULL)
                return FED_NOMEM;
            axis->values[v * axis->keys + k] = item;
        }
    }
    return FED_OK;
}

/* Entries of zip move together: one axis with all their keys. */
static fed_status join_axes(fed_build *build, fed_axis *axes, size_t count, const fed_node *zip,
                            fed_axis *joined)
{
    size_t at = 0;

    *joined = (fed_axis){.count = axes[0].count};
    for (size_t a = 0; a < count; a++) {
        if (axes[a].count != joined->count)
            return fed_blame_node(build, zip, "zip",
                                  "entries have %zu and %zu values; they vary together "
                                  "and must have the same number of values",
                                  joined->count, axes[a].count);
        joined->keys += axes[a].keys;
    }
    joined->key = FED_ARRAY(build->arena, joined->keys, const char *);
    joined->values = FED_ARRAY(build->arena, joined->keys * joined->count, fed_node *);
    if (joined->key == NULL || joined->values == NULL)
        return FED_NOMEM;
    for (size_t a = 0; a < count; a++)
        for (size_t k = 0; k < axes[a].keys; k++, at++) {
            joined->key[at] = axes[a].key[k];
            for (size_t v = 0; v < joined->count; v++)
                joined->values[v * joined->keys + at] = axes[a].values[v * axes[a].keys + k];
        }
    return FED_OK;
}

static fed_status read_list(fed_build *build, fed_shared *shared, const fed_node *list,
                            const char *name)
{
    bool single = list->kind == NODE_GROUP;
    size_t count = single ? 1 : list->count;

    if (list->kind != NODE_LIST && !single)
        return fed_blame_node(build, list, name, "expected a list ( ) of groups, found %s",
                              fed_text_found(build->arena, list));
    for (size_t k = 0; k < count; k++) {
        TRY(read_axis(build, shared, single ? list : list->items[k],
                      &shared->axes[shared->axis_count]));
        shared->axis_count++;
    }
    return FED_OK;
}

fed_status fed_sweep_read(fed_build *build, fed_shared *shared)
{
    const fed_node *sweep = build->sweep, *zip = build->zip;
    size_t crossed, points = 1;

    shared->axes = FED_ARRAY(
        build->arena, (sweep == NULL ? 0 : sweep->count) + (zip == NULL ? 0 : zip->count) + 2,
        fed_axis);
    if (shared->axes == NULL)
        return FED_NOMEM;
    if (sweep != NULL)
        TRY(read_list(build, shared, sweep, "sweep"));
    crossed = shared->axis_count;
    if (zip != NULL)
        TRY(read_list(build, shared, zip, "zip"));
    if (shared->axis_count > crossed) {
        fed_axis joined;

        TRY(join_axes(build, &shared->axes[crossed], shared->axis_count - crossed, zip, &joined));
        shared->axes[crossed] = joined;
        shared->axis_count = crossed + 1;
    }
    for (size_t a = 0; a < shared->axis_count; a++) {
        shared->key_count += shared->axes[a].keys;
        if (shared->axes[a].count > MAX_POINTS / points)
            return fed_blame_node(build, a < crossed ? sweep : zip, "sweep",
                                  "has more than %d points", MAX_POINTS);
        points *= shared->axes[a].count;
    }
    shared->point_count = points;
    return FED_OK;
}
