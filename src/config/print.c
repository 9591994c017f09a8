/* print.c -- the resolved configuration as input again, and key by key. */
#include "config/print.h"

#include "config/resolve.h"
#include "config/schema.h"
#include "config/text.h"
#include "core/sha256.h"

#include <stdlib.h>
#include <string.h>

/* A default is shown only where every point of the sweep has that same one: shown, it is given. */
static bool same_default(const fed_config *config, const fed_slot *slot)
{
    const fed_row *row = fed_cell_of(config, slot->index)->row;
    const bool varies = config->whole && config->shared->varies[slot->index];

    for (size_t p = 0; varies && p < config->shared->point_count; p++)
        if (fed_cell_of(&config->shared->points[p], slot->index)->row != row)
            return false;
    return true;
}

/* The value to show, or NULL. Of variants not selected, what is given is shown as well: a sweep may
 * select them. */
static const fed_node *shown(const fed_config *config, const fed_slot *slot, bool hashed)
{
    const fed_cell *cell = fed_cell_of(config, slot->index);
    bool swept = config->whole && config->shared->axis_count > 0;

    if (hashed && slot->apart)
        return NULL;
    if (cell->node != NULL)
        return cell->active || !hashed || swept ? cell->node : NULL;
    return cell->active && same_default(config, slot) ? cell->row->def : NULL;
}

/* Then the keys inside the rate follow it, and are shown instead. */
static bool is_rate_group(const fed_slot *slot, const fed_node *node)
{
    return node->kind == NODE_GROUP && fed_slot_has(slot, FED_RATE);
}

static const fed_config *view(const fed_config *config)
{
    return config->whole ? config->shared->base : config;
}

static bool is_real(fed_type type)
{
    return type == FED_FLOAT || type == FED_FLOATS || type == FED_RATE || type == FED_THETA;
}

static void print_key(FILE *stream, const fed_config *config, const fed_slot *slot,
                      const fed_node *node)
{
    const char *dot = strrchr(slot->path, '.');

    fputs(dot == NULL ? slot->path : dot + 1, stream);
    fputs(" = ", stream);
    fed_text_node(stream, node, is_real(fed_cell_of(config, slot->index)->row->param->type));
    fputs(";\n", stream);
}

static void indent(FILE *stream, int depth)
{
    while (depth-- > 0)
        fputs("    ", stream);
}

/* Closes and opens groups on the way from the key before to this one; the depth reached. */
static int travel(FILE *stream, const char *before, const char *path, int depth)
{
    size_t same = 0, at = 0;
    int shared = 0;

    while (before[at] != '\0' && before[at] == path[at]) {
        if (path[at++] == '.') {
            same = at;
            shared++;
        }
    }
    for (; depth > shared; depth--) {
        indent(stream, depth - 1);
        fputs("};\n", stream);
    }
    for (const char *dot; (dot = strchr(path + same, '.')) != NULL;
         same = (size_t)(dot - path) + 1) {
        indent(stream, depth++);
        fprintf(stream, "%.*s = {\n", (int)(dot - path - (ptrdiff_t)same), path + same);
    }
    return depth;
}

static void print_sweep(FILE *stream, const fed_shared *shared)
{
    fputs("sweep = (", stream);
    for (size_t a = 0; a < shared->axis_count; a++) {
        const fed_axis *axis = &shared->axes[a];

        fprintf(stream, "%s\n    { %s", a > 0 ? "," : "", axis->keys == 1 ? "key = " : "keys = [");
        for (size_t k = 0; k < axis->keys; k++)
            fprintf(stream, "%s\"%s\"", k > 0 ? ", " : "", axis->key[k]);
        fprintf(stream, "%s; values = (", axis->keys == 1 ? "" : "]");
        for (size_t v = 0; v < axis->count; v++) {
            fprintf(stream, "%s%s", v > 0 ? ", " : "", axis->keys == 1 ? "" : "(");
            for (size_t k = 0; k < axis->keys; k++) {
                fputs(k > 0 ? ", " : "", stream);
                fed_text_node(stream, axis->values[v * axis->keys + k], false);
            }
            fputs(axis->keys == 1 ? "" : ")", stream);
        }
        fputs("); }", stream);
    }
    fputs("\n);\n", stream);
}

fed_status fed_config_print(const fed_config *config, FILE *stream, bool hashed)
{
    const fed_config *seen = view(config);
    const fed_schema *schema = config->shared->schema;
    const char *before = "";
    int depth = 0;

    for (size_t k = 0; k < schema->count; k++) {
        const fed_slot *slot = &schema->slots[k];
        const fed_node *node = shown(seen, slot, hashed);

        if (node == NULL || is_rate_group(slot, node))
            continue;
        depth = travel(stream, before, slot->path, depth);
        indent(stream, depth);
        print_key(stream, seen, slot, node);
        before = slot->path;
    }
    travel(stream, before, "", depth);
    if (config->whole && config->shared->axis_count > 0)
        print_sweep(stream, config->shared);
    return ferror(stream) ? FED_OUTPUT : FED_OK;
}

fed_status fed_config_hash(const fed_config *config, char hash[65])
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    fed_status status = memory == NULL ? FED_NOMEM : fed_config_print(config, memory, true);

    if (memory != NULL && (fclose(memory) != 0 || text == NULL))
        status = FED_NOMEM;
    if (status == FED_OK)
        fed_sha256_of(text, size, hash);
    free(text);
    return status;
}

static bool visit_sweep(const fed_shared *shared,
                        void (*row)(void *context, const char *path, const fed_node *value),
                        void *context)
{
    fed_node value = {.kind = NODE_STRING};
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    bool good = stream != NULL;

    if (good) {
        print_sweep(stream, shared);
        good = fclose(stream) == 0 && text != NULL;
        value.s = text;
        if (good)
            row(context, "sweep", &value);
    }
    free(text);
    return good;
}

bool fed_config_visit(const fed_config *config,
                      void (*row)(void *context, const char *path, const fed_node *value),
                      void *context)
{
    const fed_config *seen = view(config);
    const fed_schema *schema = config->shared->schema;

    for (size_t k = 0; k < schema->count; k++) {
        const fed_node *node = shown(seen, &schema->slots[k], false);

        if (node != NULL && !is_rate_group(&schema->slots[k], node))
            row(context, schema->slots[k].path, node);
    }
    return !config->whole || config->shared->axis_count == 0 ||
           visit_sweep(config->shared, row, context);
}
