/* tree.h -- a small YAML document as a tree: no anchors, no aliases, no repeated keys. */
#ifndef FED_TREE_TREE_H
#define FED_TREE_TREE_H

#include "datasets/input.h"

enum { FED_TREE_DEPTH = 32, FED_TREE_NODES = 4096, FED_TREE_BYTES = 1 << 20 };

typedef enum fed_tree_kind { FED_TREE_SCALAR, FED_TREE_MAP, FED_TREE_LIST } fed_tree_kind;

typedef struct fed_tree {
    fed_tree_kind kind;
    const char *key;   /* within a map, else NULL */
    const char *value; /* of a scalar */
    size_t line;       /* counted from 1 */
    struct fed_tree *child, *next;
} fed_tree;

/* The document's root, a map; everything lives in arena. */
fed_status fed_tree_read(fed_arena *arena, const char *path, const fed_tree **root,
                         fed_error *error);

/* The same of a text that was read, or the beginning of one. */
fed_status fed_tree_parse(fed_arena *arena, const fed_input *input, const fed_tree **root,
                          fed_error *error);

#endif
