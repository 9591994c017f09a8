/* node.h -- values as written. */
#ifndef FED_CONFIG_NODE_H
#define FED_CONFIG_NODE_H

#include "config/types.h"

fed_node *fed_node_new(fed_build *build, fed_kind_of_node kind, fed_place place);
bool fed_node_seal(fed_arena *arena, fed_node *node);
fed_node *fed_node_replace(fed_build *build, const fed_node *list, size_t index, fed_node *item);

#endif
