/* check.c -- one value against one row: type, range, choice; the fault in words. */
#include "config/check.h"

#include "config/faults.h"
#include "config/text.h"
#include "config/suggest.h"

#include <float.h>
#include <string.h>

typedef struct check {
    fed_build *build;
    const fed_slot *slot;
    const fed_param *param;
    bool tell;
} check;

#define FAULT(c, node, ...)                                                                      \
    ((c)->tell ? (void)fed_blame_node((c)->build, node, (c)->slot->path, __VA_ARGS__) : (void)0, \
     false)

static bool wrong_type(const check *c, const fed_node *node, const char *wanted)
{
    return FAULT(c, node, "expected %s, found %s", wanted, fed_text_found(c->build->arena, node));
}

/* A bound that stands just inside a round number excludes that number. */
static const char *bound(fed_arena *arena, double value, double outward, const char *at,
                         const char *beyond)
{
    char text[32], next[32];

    if (value == DBL_MIN)
        return fed_sprintf(arena, "%s 0", beyond);
    fed_text_double(text, value);
    fed_text_double(next, nextafter(value, outward));
    if (strlen(next) + 4 < strlen(text))
        return fed_sprintf(arena, "%s %s", beyond, next);
    return fed_sprintf(arena, "%s %s", at, text);
}

const char *fed_range_text(fed_arena *arena, double low, double high)
{
    const char *least = isfinite(low) ? bound(arena, low, -INFINITY, "at least", "above") : "";
    const char *most = isfinite(high) ? bound(arena, high, INFINITY, "at most", "below") : "";

    if (least == NULL || most == NULL)
        return "";
    return fed_sprintf(arena, "%s%s%s", least, *least != '\0' && *most != '\0' ? " and " : "",
                       most);
}

static bool in_range(const check *c, const fed_node *node)
{
    long double value = node->kind == NODE_INT ? (long double)node->i : (long double)node->f;

    if (!isfinite(node->f))
        return FAULT(c, node, "must be finite");
    if (value >= c->param->low && value <= c->param->high)
        return true;
    return FAULT(c, node, "must be %s, found %s",
                 fed_range_text(c->build->arena, c->param->low, c->param->high),
                 fed_text_plain(c->build->arena, node));
}

static bool unknown_word(const check *c, const fed_node *node, const char *const *words)
{
    const char *near = fed_suggest(node->s, words);
    char list[512] = "";
    size_t size = 0;

    for (const char *const *w = words; *w != NULL && size < sizeof list; w++)
        size += (size_t)snprintf(list + size, sizeof list - size, "%s%s", size > 0 ? ", " : "", *w);
    if (near != NULL)
        return FAULT(c, node, "unknown word '%.60s' (did you mean '%s'?); one of %s", node->s, near,
                     list);
    return FAULT(c, node, "unknown word '%.60s'; one of %s", node->s, list);
}

static bool in_choices(const check *c, const fed_node *node)
{
    size_t count = 0;
    const char *words[65], *at = c->param->choices;

    for (; at != NULL && count < 64; count++) {
        size_t length = strcspn(at, "|");

        if (strlen(node->s) == length && strncmp(at, node->s, length) == 0)
            return true;
        if ((words[count] = fed_sprintf(c->build->arena, "%.*s", (int)length, at)) == NULL)
            return false;
        at = at[length] == '|' ? at + length + 1 : NULL;
    }
    words[count] = NULL;
    return unknown_word(c, node, words);
}

static bool in_variants(const check *c, const fed_node *node)
{
    size_t count = 0;
    const fed_entry *const *variants = c->slot->section->variants;
    const char **words;

    for (; variants[count] != NULL; count++)
        if (strcmp(variants[count]->name, node->s) == 0)
            return true;
    if ((words = FED_ARRAY(c->build->arena, count + 1, const char *)) == NULL)
        return false;
    for (size_t k = 0; k < count; k++)
        words[k] = variants[k]->name;
    return unknown_word(c, node, words);
}

static bool each_in_range(const check *c, const fed_node *list)
{
    for (size_t k = 0; k < list->count; k++)
        if (!in_range(c, list->items[k]))
            return false;
    return true;
}

/* A list of numbers: integers, or either. */
static bool number_list(const check *c, const fed_node *node, bool integers)
{
    const char *wanted = integers ? "an array of integers" : "an array of numbers";

    if (node->kind == NODE_INT || (!integers && node->kind == NODE_FLOAT)) /* a list of one */
        return in_range(c, node);
    if (node->kind != NODE_LIST)
        return wrong_type(c, node, wanted);
    for (size_t k = 0; k < node->count; k++)
        if (node->items[k]->kind != NODE_INT && (integers || node->items[k]->kind != NODE_FLOAT))
            return FAULT(c, node->items[k], "expected %s, found %s as element %zu", wanted,
                         fed_text_found(c->build->arena, node->items[k]), k);
    return each_in_range(c, node);
}

static bool string_list(const check *c, const fed_node *node)
{
    if (node->kind == NODE_STRING)
        return c->param->choices == NULL || in_choices(c, node);
    if (node->kind != NODE_LIST)
        return wrong_type(c, node, "a string or a list of strings");
    for (size_t k = 0; k < node->count; k++) {
        if (node->items[k]->kind != NODE_STRING)
            return wrong_type(c, node->items[k], "a string");
        if (c->param->choices != NULL && !in_choices(c, node->items[k]))
            return false;
    }
    return true;
}

static bool group_list(const check *c, const fed_node *node)
{
    if (node->kind != NODE_LIST)
        return wrong_type(c, node, "a list of groups ( { ... }, { ... } )");
    for (size_t k = 0; k < node->count; k++)
        if (node->items[k]->kind != NODE_GROUP)
            return wrong_type(c, node->items[k], "a group { }");
    return true;
}

bool fed_check_node(fed_build *build, const fed_slot *slot, const fed_row *row,
                    const fed_node *node, bool tell)
{
    check whole = {build, slot, row->param, tell}, *c = &whole;
    bool number = node->kind == NODE_INT || node->kind == NODE_FLOAT,
         string = node->kind == NODE_STRING;

    switch (row->param->type) {
    case FED_BOOL: return node->kind == NODE_BOOL || wrong_type(c, node, "true or false");
    case FED_INT:
        return node->kind == NODE_INT ? in_range(c, node) : wrong_type(c, node, "an integer");
    case FED_FLOAT: return number ? in_range(c, node) : wrong_type(c, node, "a number");
    case FED_STRING:
    case FED_PATH: return string || wrong_type(c, node, "a string");
    case FED_CHOICE: return string ? in_choices(c, node) : wrong_type(c, node, "a string");
    case FED_NAME: return string ? in_variants(c, node) : wrong_type(c, node, "a string");
    case FED_COLUMN:
        if (node->kind == NODE_INT && node->i < 0)
            return FAULT(c, node, "a column's index must be at least 0, found %lld",
                         (long long)node->i);
        return string || node->kind == NODE_INT || wrong_type(c, node, "a column's name or index");
    case FED_INTS:
    case FED_FLOATS: return number_list(c, node, row->param->type == FED_INTS);
    case FED_STRINGS: return string_list(c, node);
    case FED_RATE:
        if (node->kind == NODE_GROUP)
            return true;
        return number ? in_range(c, node)
                      : wrong_type(c, node, "a number or a group { schedule = ...; }");
    case FED_THETA:
        if (node->kind == NODE_LIST)
            return number_list(c, node, false);
        return string ? in_choices(c, node) : wrong_type(c, node, "a word or an array of numbers");
    case FED_LABELS:
        return (node->floats != NULL && node->strings != NULL) ||
               wrong_type(c, node, "a group { word = number; } or a list of (\"word\", number)");
    case FED_GROUPS: return group_list(c, node);
    }
    return false;
}
