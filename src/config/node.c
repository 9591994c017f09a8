/* node.c -- values as written: making them, and their elements as plain arrays. */
#include "config/node.h"

#include <string.h>

fed_node *fed_node_new(fed_build *build, fed_kind_of_node kind, fed_place place)
{
    fed_node *node = FED_NEW(build->arena, fed_node);

    if (node == NULL)
        return NULL;
    node->kind = kind;
    node->place = place;
    node->order = build->order++;
    return node;
}

static bool is_number(const fed_node *node)
{
    return node->kind == NODE_INT || node->kind == NODE_FLOAT;
}

/* ("word", number): how labels that are no names are written. */
static bool is_pair(const fed_node *node)
{
    return node->kind == NODE_LIST && node->count == 2 && node->items[0]->kind == NODE_STRING &&
           is_number(node->items[1]);
}

bool fed_node_seal(fed_arena *arena, fed_node *node)
{
    size_t n = node->count, numbers = 0, ints = 0, strings = 0, pairs = 0;
    double *floats = FED_ARRAY(arena, n, double);
    int64_t *integers = FED_ARRAY(arena, n, int64_t);
    const char **words = FED_ARRAY(arena, n, const char *);

    if (floats == NULL || integers == NULL || words == NULL)
        return false;
    for (size_t k = 0; k < n; k++) {
        const fed_node *item = node->items[k];

        numbers += is_number(item);
        ints += item->kind == NODE_INT;
        strings += item->kind == NODE_STRING;
        pairs += is_pair(item);
        integers[k] = item->i;
        floats[k] = is_pair(item) ? item->items[1]->f : item->f;
        words[k] = is_pair(item)              ? item->items[0]->s
                   : node->kind == NODE_GROUP ? item->name
                                              : item->s;
    }
    if (numbers == n || pairs == n)
        node->floats = floats;
    if (ints == n)
        node->ints = integers;
    if (strings == n || pairs == n || (node->kind == NODE_GROUP && numbers == n))
        node->strings = words;
    return true;
}

fed_node *fed_node_replace(fed_build *build, const fed_node *list, size_t index, fed_node *item)
{
    fed_node *copy = fed_node_new(build, list->kind, item->place);
    size_t count = index < list->count ? list->count : index + 1;

    if (copy == NULL || (copy->items = FED_ARRAY(build->arena, count, fed_node *)) == NULL)
        return NULL;
    copy->name = list->name;
    copy->count = count;
    if (list->count > 0)
        memcpy(copy->items, list->items, list->count * sizeof *copy->items);
    copy->items[index] = item;
    return fed_node_seal(build->arena, copy) ? copy : NULL;
}
