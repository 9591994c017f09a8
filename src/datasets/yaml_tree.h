/* yaml_tree.h -- a small YAML document as a tree: no anchors, no aliases, no repeated keys. */
#ifndef FED_YAML_TREE_H
#define FED_YAML_TREE_H

#include "datasets/input.h"

enum { FED_YAML_DEPTH = 32, FED_YAML_NODES = 4096, FED_YAML_BYTES = 1 << 20 };

typedef enum fed_yaml_kind { FED_YAML_SCALAR, FED_YAML_MAP, FED_YAML_LIST } fed_yaml_kind;

typedef struct fed_yaml {
    fed_yaml_kind kind;
    const char *key;   /* within a map, else NULL */
    const char *value; /* of a scalar */
    size_t line;       /* counted from 1 */
    struct fed_yaml *child, *next;
} fed_yaml;

/* The document's root, a map; everything lives in arena. */
fed_status fed_yaml_read(fed_arena *arena, const char *path, const fed_yaml **root, fed_error *error);

#endif
