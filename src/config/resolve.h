/* resolve.h -- the row of every cell, and whether it is obeyed. */
#ifndef FED_CONFIG_RESOLVE_H
#define FED_CONFIG_RESOLVE_H

#include "config/types.h"

/* The same value in the same role: no need to look at its nodes. */
bool fed_cell_same(const fed_cell *a, const fed_cell *b);
/* Chooses the row of every cell. */
void fed_choose(const fed_schema *schema, fed_cell *cells);
const fed_node *fed_cell_value(const fed_cell *cell);
const fed_cell *fed_cell_of(const fed_config *config, size_t slot);
/* Then checks every cell given but those that are the same in `checked`, unless NULL. */
void fed_check(fed_build *build, fed_cell *cells, const fed_cell *checked);

#endif
