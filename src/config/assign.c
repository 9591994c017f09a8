/* assign.c -- putting values into their cells, group by group, key by key. */
#include "config/assign.h"

#include "config/faults.h"
#include "config/node.h"
#include "config/resolve.h"
#include "config/former.h"
#include "config/schema.h"
#include "config/suggest.h"
#include "config/text.h"
#include "config/source.h"

#include <stdlib.h>
#include <string.h>

fed_status fed_unknown_key(fed_build *build, const fed_node *node, const char *path)
{
    const char *near = fed_suggest_key(build->arena, build->schema, path);

    if (near == NULL)
        return fed_blame_node(build, node, path, "unknown key");
    return fed_blame_node(build, node, path, "unknown key (did you mean '%s'?)", near);
}

/* What a rate written before as a group held is gone once it is written anew. */
static void clear_rate(fed_build *build, const fed_slot *slot)
{
    for (size_t k = slot->index + 1; k <= slot->index + slot->within; k++)
        if (build->cells[k].node != NULL)
            fed_cell_write(build, k)->node = NULL;
}

/* A number becomes the `value` of a group, so that `rate.warmup` can join it. */
static fed_status widen_rate(fed_build *build, const fed_slot *rate, const fed_node *member)
{
    const fed_node *old = build->cells[rate->index].node;
    const char *path;
    const fed_slot *value;
    fed_node *group;

    if (old != NULL && old->kind == NODE_GROUP)
        return FED_OK;
    if ((group = fed_node_new(build, NODE_GROUP, member->place)) == NULL ||
        (path = fed_sprintf(build->arena, "%s.value", rate->path)) == NULL)
        return FED_NOMEM;
    value = fed_slot_find(build->schema, path);
    if (old != NULL && value != NULL)
        fed_cell_write(build, value->index)->node = old;
    fed_cell_write(build, rate->index)->node = group;
    return FED_OK;
}

fed_node *fed_locate(fed_build *build, const fed_slot *slot, const fed_node *node)
{
    fed_node *copy = FED_NEW(build->arena, fed_node);

    if (copy == NULL)
        return NULL;
    *copy = *node;
    if (fed_slot_has(slot, FED_PATH) && node->kind == NODE_STRING && node->path == NULL) {
        copy->path =
            node->place.line > 0 ? fed_beside(build->arena, node->place.file, node->s) : node->s;
        copy->absolute = copy->path == NULL ? NULL : fed_absolute(build->arena, copy->path);
        if (copy->absolute == NULL)
            return NULL;
    }
    return copy;
}

/* named: the slot of the path as written. */
static fed_status put(fed_build *build, const fed_slot *named, const fed_slot *slot,
                      const fed_node *node)
{
    fed_cell_write(build, slot->index)->former = slot != named;
    if (slot->rate != NULL)
        TRY(widen_rate(build, slot->rate, node));
    fed_cell_write(build, slot->index)->node = node;
    if (fed_slot_has(slot, FED_RATE)) {
        clear_rate(build, slot);
        if (node->kind == NODE_GROUP)
            return fed_assign_group(build, slot->path, node);
    }
    return FED_OK;
}

fed_status fed_assign(fed_build *build, const fed_slot *slot, const fed_node *node)
{
    const fed_slot *own = fed_former(build, slot, node);

    if ((node = fed_locate(build, own, node)) == NULL)
        return FED_NOMEM;
    return put(build, slot, own, node);
}

fed_status fed_assign_located(fed_build *build, const fed_slot *slot, const fed_node *node)
{
    return put(build, slot, fed_former(build, slot, node), node);
}

static fed_status remember(fed_build *build, const char *path, const fed_node *group)
{
    fed_node *copy = FED_NEW(build->arena, fed_node);

    build->groups =
        fed_grow(build->arena, build->groups, build->group_count, sizeof *build->groups);
    if (copy == NULL || build->groups == NULL)
        return FED_NOMEM;
    *copy = *group;
    copy->name = path;
    build->groups[build->group_count++] = copy;
    return FED_OK;
}

fed_status fed_assign_group(fed_build *build, const char *path, const fed_node *group)
{
    if (*path != '\0')
        TRY(remember(build, path, group));
    for (size_t k = 0; k < group->count; k++) {
        const fed_node *item = group->items[k];
        const char *below =
            fed_sprintf(build->arena, "%s%s%s", path, *path == '\0' ? "" : ".", item->name);
        fed_status status;

        if (below == NULL)
            return FED_NOMEM;
        status = fed_assign_path(build, below, item);
        if (status == FED_NOMEM) /* faults are gathered */
            return status;
    }
    return FED_OK;
}

/* The key a section written as a name alone gives: its selector, where the row says so. */
static const fed_slot *short_form(const fed_build *build, const char *path, const fed_node *node)
{
    for (size_t k = 0; node->kind == NODE_STRING && k < build->schema->count; k++) {
        const fed_slot *slot = &build->schema->slots[k];

        if (slot->selector == slot && strcmp(slot->section->path, path) == 0 &&
            slot->rows->param->choices != NULL)
            return slot;
    }
    return NULL;
}

fed_status fed_assign_path(fed_build *build, const char *path, const fed_node *node)
{
    const fed_slot *slot = fed_slot_written(build->schema, path);

    if (slot != NULL)
        return fed_assign(build, slot, node);
    if (strcmp(path, "sweep") == 0) {
        build->sweep = node;
        return FED_OK;
    }
    if (strcmp(path, "zip") == 0) {
        build->zip = node;
        return FED_OK;
    }
    if (!fed_is_group(build->schema, path))
        return fed_unknown_key(build, node, path);
    if ((slot = short_form(build, path, node)) != NULL)
        return fed_assign(build, slot, node);
    if (node->kind != NODE_GROUP)
        return fed_blame_node(build, node, path, "expected a group { }, found %s",
                              fed_text_found(build->arena, node));
    return fed_assign_group(build, path, node);
}

/* A list with one element set, starting from what the key holds so far or by default. */
fed_status fed_assign_element(fed_build *build, const fed_slot *slot, size_t index, fed_node *item)
{
    const fed_node *list;

    fed_choose(build);
    list = fed_cell_value(&build->cells[slot->index]);
    if (list == NULL || list->kind != NODE_LIST)
        return fed_blame_node(build, item, slot->path,
                              "is not a list, so element %zu cannot be set", index);
    if (index > list->count)
        return fed_blame_node(build, item, slot->path,
                              "has %zu elements, so element %zu cannot be set", list->count, index);
    if ((list = fed_node_replace(build, list, index, item)) == NULL)
        return FED_NOMEM;
    return fed_assign(build, slot, list);
}

const fed_slot *fed_path_split(fed_build *build, const char *path, long *index)
{
    size_t length = strcspn(path, "[");
    char name[256], *end;

    *index = -1;
    if (length >= sizeof name) /* no key is that long */
        return NULL;
    snprintf(name, sizeof name, "%.*s", (int)length, path);
    if (path[length] == '[') {
        if (strspn(path + length + 1, "0123456789") == 0)
            return NULL;
        *index = strtol(path + length + 1, &end, 10);
        if (strcmp(end, "]") != 0 || *index > MAX_BYTES)
            return NULL;
    }
    return fed_slot_written(build->schema, name);
}
