/* resolve.h -- the row of every cell, and whether it is obeyed. */
#ifndef FED_CONFIG_RESOLVE_H
#define FED_CONFIG_RESOLVE_H

#include "config/types.h"

/* Chooses the row of every cell, then checks every cell given. */
void fed_choose(const fed_schema *schema, fed_cell *cells);
const fed_node *fed_cell_value(const fed_cell *cell);
void fed_check(fed_build *build, fed_cell *cells);

#endif
