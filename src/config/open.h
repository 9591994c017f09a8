/* open.h -- from a file and overrides to checked points, step by step. */
#ifndef FED_CONFIG_OPEN_H
#define FED_CONFIG_OPEN_H

#include "config/config.h"

/* Reads FILE, applies the overrides "path=value" in order, expands the sweep and checks every
 * point. sections end with a row whose path is NULL. On failure *error holds the first fault
 * ("FILE:LINE: key: what"), and *faults (if not NULL) all of them. The result is point 0's view. */
fed_status fed_config_open(fed_arena *arena, const char *file, const fed_section *sections,
                           const char *const *overrides, size_t override_count, fed_config **config,
                           fed_faults *faults, fed_error *error);

/* Its two steps, for several files with the same rows: the schema outlives what is read by it. */
struct fed_schema;
fed_status fed_config_schema(fed_arena *arena, const fed_section *sections,
                             const struct fed_schema **schema, fed_error *error);
fed_status fed_config_read(fed_arena *arena, const char *file, const struct fed_schema *schema,
                           const char *const *overrides, size_t override_count, fed_config **config,
                           fed_faults *faults, fed_error *error);

#endif
