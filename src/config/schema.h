/* schema.h -- the rows as slots. */
#ifndef FED_CONFIG_SCHEMA_H
#define FED_CONFIG_SCHEMA_H

#include "config/types.h"

fed_status fed_schema_build(fed_build *build, const fed_section *sections, fed_schema **schema);
const fed_slot *fed_slot_find(const fed_schema *schema, const char *path);
bool fed_slot_has(const fed_slot *slot, fed_type type);
bool fed_slot_verbatim(const fed_slot *slot); /* strings only: no quotes needed in an override */
bool fed_is_group(const fed_schema *schema, const char *path); /* some key lies below */

#endif
