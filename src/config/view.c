/* view.c -- the keys that a stage may read, told by prefixes: a view that remembers the first other
 * one, and points compared by those keys alone. */
#include "config/view.h"

#include "config/resolve.h"

#include <assert.h>
#include <string.h>

/* "data." takes what lies below, "seed" or "algorithm.learning_rate" also the key itself. */
static bool is_below(const char *path, const char *const *prefixes)
{
    for (; *prefixes != NULL; prefixes++) {
        const size_t length = strlen(*prefixes);

        if (strncmp(path, *prefixes, length) == 0 &&
            (length == 0 || path[length] == '\0' || path[length] == '.' ||
             (*prefixes)[length - 1] == '.'))
            return true;
    }
    return false;
}

const fed_config *fed_config_only(fed_arena *arena, const fed_config *config,
                                  const char *const *prefixes)
{
    fed_config *view = FED_NEW(arena, fed_config);
    fed_watch *watch = FED_NEW(arena, fed_watch);

    if (view == NULL || watch == NULL)
        return NULL;
    watch->prefixes = prefixes;
    watch->outer = config->watch;
    atomic_init(&watch->stray, NULL);
    *view = *config;
    view->watch = watch;
    return view;
}

void fed_watch_read(fed_watch *watch, const char *path)
{
    for (; watch != NULL; watch = watch->outer) {
        const char *none = NULL;

        if (!is_below(path, watch->prefixes))
            atomic_compare_exchange_strong(&watch->stray, &none, path);
    }
}

const char *fed_config_strayed(const fed_config *view)
{
    return view->watch == NULL ? NULL : atomic_load(&view->watch->stray);
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool fed_node_same(const fed_node *a, const fed_node *b)
{
    if (a == b || a == NULL || b == NULL)
        return a == b;
    if (a->kind != b->kind || a->i != b->i || memcmp(&a->f, &b->f, sizeof a->f) != 0 ||
        a->count != b->count || !same_text(a->s, b->s) || !same_text(a->name, b->name) ||
        !same_text(a->path, b->path) || !same_text(a->absolute, b->absolute))
        return false;
    for (size_t k = 0; k < a->count; k++)
        if (!fed_node_same(a->items[k], b->items[k]))
            return false;
    return true;
}

static bool same_cell(const fed_cell *a, const fed_cell *b)
{
    return (a->node == NULL) == (b->node == NULL) &&
           fed_node_same(fed_cell_value(a), fed_cell_value(b));
}

const size_t *fed_config_varying(fed_arena *arena, const fed_config *config,
                                 const char *const *prefixes, size_t *count)
{
    const fed_shared *shared = config->shared;
    size_t *slots = FED_ARRAY(arena, shared->schema->count, size_t);

    *count = 0;
    for (size_t k = 0; slots != NULL && k < shared->schema->count; k++)
        if (shared->varies[k] && is_below(shared->schema->slots[k].path, prefixes))
            slots[(*count)++] = k;
    return slots;
}

bool fed_config_same(const fed_config *a, const fed_config *b, const size_t *slots, size_t count)
{
    assert(a->cells == b->cells);
    for (size_t k = 0; k < count; k++)
        if (!same_cell(fed_cell_of(a, slots[k]), fed_cell_of(b, slots[k])))
            return false;
    return true;
}

/* FNV-1a */
static uint64_t digest_bytes(uint64_t digest, const void *bytes, size_t size)
{
    for (size_t k = 0; k < size; k++)
        digest = (digest ^ ((const unsigned char *)bytes)[k]) * 0x100000001b3;
    return digest;
}

static uint64_t digest_node(uint64_t digest, const fed_node *node)
{
    digest = digest_bytes(digest, &node->kind, sizeof node->kind);
    digest = digest_bytes(digest, &node->i, sizeof node->i);
    digest = digest_bytes(digest, &node->f, sizeof node->f);
    if (node->s != NULL)
        digest = digest_bytes(digest, node->s, strlen(node->s) + 1);
    for (size_t k = 0; k < node->count; k++)
        digest = digest_node(digest, node->items[k]);
    return digest;
}

/* Of the values that are not the base's. */
uint64_t fed_config_digest(const fed_config *config, const size_t *slots, size_t count)
{
    uint64_t digest = 0xcbf29ce484222325;

    for (size_t k = 0; k < count; k++) {
        const fed_cell *cell = fed_cell_of(config, slots[k]);
        const fed_node *node = fed_cell_value(cell);

        if (node == NULL || same_cell(cell, &config->cells[slots[k]]))
            continue;
        digest = digest_bytes(digest, &slots[k], sizeof slots[k]);
        digest = digest_node(digest, node);
    }
    return digest ^ digest >> 32;
}
