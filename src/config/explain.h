/* explain.h -- the rows of the schema in words. */
#ifndef FED_CONFIG_EXPLAIN_H
#define FED_CONFIG_EXPLAIN_H

#include "config/config.h"

/* --explain=PATH: the row, or all rows below PATH, as text; FED_USAGE with a suggestion otherwise.
 */
fed_status fed_config_explain(const fed_section *sections, const char *path, FILE *stream,
                              fed_error *error);

#endif
