/* former.h -- words that a section took under its former name. */
#ifndef FED_FORMER_H
#define FED_FORMER_H

#include "config/types.h"

/* The slot of a path, also of one under a former name. */
const fed_slot *fed_slot_written(const fed_schema *schema, const char *path);
/* Where a word that a selector took before belongs now. */
const fed_slot *fed_former(fed_build *build, const fed_slot *slot, const fed_node *node);

#endif
