/* assign.h -- values into their cells. */
#ifndef FED_CONFIG_ASSIGN_H
#define FED_CONFIG_ASSIGN_H

#include "config/types.h"

fed_node *fed_locate(fed_build *build, const fed_slot *slot,
                     const fed_node *node); /* with its path */
fed_status fed_assign(fed_build *build, const fed_slot *slot, const fed_node *node);
/* The same of a node that fed_locate made, which is not copied. */
fed_status fed_assign_located(fed_build *build, const fed_slot *slot, const fed_node *node);
fed_status fed_assign_group(fed_build *build, const char *path, const fed_node *group);
fed_status fed_assign_path(fed_build *build, const char *path, const fed_node *node);
fed_status fed_assign_element(fed_build *build, const fed_slot *slot, size_t index, fed_node *item);
fed_status fed_unknown_key(fed_build *build, const fed_node *node, const char *path);
/* "a.b[3]": the slot, and the index or -1; NULL when there is no such key. */
const fed_slot *fed_path_split(fed_build *build, const char *path, long *index);

#endif
