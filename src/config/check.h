/* check.h -- one value against one row. */
#ifndef FED_CONFIG_CHECK_H
#define FED_CONFIG_CHECK_H

#include "config/types.h"

const char *fed_range_text(fed_arena *arena, double low, double high);
bool fed_check_node(fed_build *build, const fed_slot *slot, const fed_row *row,
                    const fed_node *node, bool tell);

#endif
