/* tree.c -- libyaml's events gathered into a tree. Its own document loader follows aliases in
 * circles and keeps repeated keys, so the events are taken one by one, and counted. */
#include "datasets/tree.h"

#include "datasets/decimal.h"

#include <stdbool.h>
#include <string.h>
#include <yaml.h>

typedef struct builder {
    fed_arena *arena;
    const char *path;
    fed_error *error;
    yaml_parser_t parser;
    size_t nodes;
    unsigned depth;
    fed_tree *open[FED_TREE_DEPTH];  /* maps and lists not yet closed */
    fed_tree **tail[FED_TREE_DEPTH]; /* where the next child of each goes */
    const char *key;                 /* read, its value not yet */
    size_t key_line;
    fed_tree *root;
} builder;

static fed_status fault(builder *b, size_t line, const char *what, const char *word)
{
    char shown[48];

    if (word == NULL)
        return fed_fail(b->error, FED_DATA, "%s:%zu: %s", b->path, line, what);
    return fed_fail(b->error, FED_DATA, "%s:%zu: %s '%s'", b->path, line, what,
                    fed_decimal_show(word, strlen(word), shown));
}

static fed_status add_node(builder *b, fed_tree_kind kind, const char *value, size_t line,
                           fed_tree **made)
{
    fed_tree *node;

    if (++b->nodes > FED_TREE_NODES)
        return fault(b, line, "more than 4096 values", NULL);
    node = FED_NEW(b->arena, fed_tree);
    if (node == NULL)
        return fed_nomem(b->error);
    *node = (fed_tree){.kind = kind, .key = b->key, .value = value, .line = line};
    b->key = NULL;
    if (b->depth == 0) {
        b->root = node;
    } else {
        *b->tail[b->depth - 1] = node;
        b->tail[b->depth - 1] = &node->next;
    }
    *made = node;
    return FED_OK;
}

static bool key_is_due(const builder *b)
{
    return b->depth > 0 && b->open[b->depth - 1]->kind == FED_TREE_MAP && b->key == NULL;
}

static fed_status open_node(builder *b, fed_tree_kind kind, size_t line)
{
    fed_tree *node = NULL;

    if (key_is_due(b))
        return fault(b, line, "a key must be a word", NULL);
    if (b->depth == FED_TREE_DEPTH)
        return fault(b, line, "nested deeper than 32 levels", NULL);
    TRY(add_node(b, kind, NULL, line, &node));
    b->open[b->depth] = node;
    b->tail[b->depth++] = &node->child;
    return FED_OK;
}

static fed_status take_scalar(builder *b, const yaml_event_t *event, size_t line)
{
    const char *raw = (const char *)event->data.scalar.value;
    char *text = fed_strdup(b->arena, raw);
    fed_tree *node;

    if (text == NULL)
        return fed_nomem(b->error);
    if (strlen(raw) != event->data.scalar.length)
        return fault(b, line, "a NUL character", NULL);
    if (!key_is_due(b))
        return add_node(b, FED_TREE_SCALAR, text, line, &node);
    for (const fed_tree *k = b->open[b->depth - 1]->child; k != NULL; k = k->next)
        if (strcmp(k->key, text) == 0)
            return fault(b, line, "repeated key", text);
    b->key = text;
    return FED_OK;
}

static fed_status take_event(builder *b, const yaml_event_t *event, bool *done)
{
    size_t line = event->start_mark.line + 1;

    switch (event->type) {
    case YAML_ALIAS_EVENT: return fault(b, line, "aliases are not allowed", NULL);
    case YAML_SCALAR_EVENT:
        if (event->data.scalar.anchor != NULL)
            return fault(b, line, "anchors are not allowed", NULL);
        return take_scalar(b, event, line);
    case YAML_MAPPING_START_EVENT:
        if (event->data.mapping_start.anchor != NULL)
            return fault(b, line, "anchors are not allowed", NULL);
        return open_node(b, FED_TREE_MAP, line);
    case YAML_SEQUENCE_START_EVENT:
        if (event->data.sequence_start.anchor != NULL)
            return fault(b, line, "anchors are not allowed", NULL);
        return open_node(b, FED_TREE_LIST, line);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT: b->depth--; return FED_OK;
    case YAML_DOCUMENT_START_EVENT:
        return b->root == NULL ? FED_OK : fault(b, line, "a second document", NULL);
    case YAML_STREAM_END_EVENT: *done = true; return FED_OK;
    default: return FED_OK;
    }
}

static fed_status take_events(builder *b)
{
    bool done = false;

    while (!done) {
        yaml_event_t event;
        fed_status status;

        if (!yaml_parser_parse(&b->parser, &event)) {
            if (b->parser.error == YAML_MEMORY_ERROR)
                return fed_nomem(b->error);
            return fault(b, b->parser.problem_mark.line + 1,
                         b->parser.problem != NULL ? b->parser.problem : "not YAML", NULL);
        }
        status = take_event(b, &event, &done);
        yaml_event_delete(&event);
        TRY(status);
    }
    if (b->root == NULL || b->root->kind != FED_TREE_MAP)
        return fault(b, 1, "expected lines of key: value", NULL);
    return FED_OK;
}

fed_status fed_tree_parse(fed_arena *arena, const fed_input *input, const fed_tree **root,
                          fed_error *error)
{
    builder b = {.arena = arena, .path = input->path, .error = error};
    fed_status status;

    if (!yaml_parser_initialize(&b.parser))
        return fed_nomem(error);
    yaml_parser_set_input_string(&b.parser, (const unsigned char *)input->text, input->size);
    status = take_events(&b);
    yaml_parser_delete(&b.parser);
    *root = b.root;
    return status;
}

fed_status fed_tree_read(fed_arena *arena, const char *path, const fed_tree **root,
                         fed_error *error)
{
    fed_file file = {path, NULL, 0};
    fed_input input;

    TRY(fed_input_read(arena, &file, FED_TREE_BYTES, &input, error));
    return fed_tree_parse(arena, &input, root, error);
}
