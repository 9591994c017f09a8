/* resolve.h -- the row of every cell, and whether it is obeyed. */
#ifndef FED_CONFIG_RESOLVE_H
#define FED_CONFIG_RESOLVE_H

#include "config/types.h"

/* The same value in the same role: no need to look at its nodes. */
bool fed_cell_same(const fed_cell *a, const fed_cell *b);
/* One of the cells being filled, to be written to: what was not asked for here is as it was. */
fed_cell *fed_cell_write(fed_build *build, size_t slot);
/* Chooses the row of every cell being filled. */
void fed_choose(fed_build *build);
const fed_node *fed_cell_value(const fed_cell *cell);
const fed_cell *fed_cell_of(const fed_config *config, size_t slot);
/* Chooses the rows of the cells being filled, and checks every one that is given. */
void fed_check(fed_build *build);
/* The same, of cells of which the base's have been checked: looks only at those that differ, and
 * returns how many these are. slots: room for all; which they are, in order. */
size_t fed_check_changes(fed_build *build, const fed_cell *base, size_t *slots);

#endif
