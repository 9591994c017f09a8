/* view.c -- the keys that a stage may read, told by prefixes: a view that remembers the first other
 * one, and points compared by those keys alone. */
#include "config/view.h"

#include "config/resolve.h"

#include <assert.h>
#include <nettle/sha2.h>
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

bool fed_config_same(const fed_config *a, const fed_config *b, const char *const *prefixes)
{
    const fed_schema *schema = a->shared->schema;

    assert(schema == b->shared->schema);
    for (size_t k = 0; k < schema->count; k++)
        if (!same_cell(&a->cells[k], &b->cells[k]) && is_below(schema->slots[k].path, prefixes))
            return false;
    return true;
}

static void digest_node(struct sha256_ctx *hash, const fed_node *node)
{
    sha256_update(hash, sizeof node->kind, (const uint8_t *)&node->kind);
    sha256_update(hash, sizeof node->i, (const uint8_t *)&node->i);
    sha256_update(hash, sizeof node->f, (const uint8_t *)&node->f);
    if (node->s != NULL)
        sha256_update(hash, strlen(node->s) + 1, (const uint8_t *)node->s);
    for (size_t k = 0; k < node->count; k++)
        digest_node(hash, node->items[k]);
}

uint64_t fed_config_digest(const fed_config *config, const char *const *prefixes)
{
    const fed_schema *schema = config->shared->schema;
    uint8_t bytes[sizeof(uint64_t)];
    uint64_t digest;
    struct sha256_ctx hash;

    sha256_init(&hash);
    for (size_t k = 0; k < schema->count; k++) {
        const fed_node *node = fed_cell_value(&config->cells[k]);

        if (node == NULL || !is_below(schema->slots[k].path, prefixes))
            continue;
        sha256_update(&hash, strlen(schema->slots[k].path) + 1,
                      (const uint8_t *)schema->slots[k].path);
        digest_node(&hash, node);
    }
    sha256_digest(&hash, sizeof bytes, bytes);
    memcpy(&digest, bytes, sizeof digest);
    return digest;
}
