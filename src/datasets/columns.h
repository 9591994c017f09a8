/* columns.h -- which column of a file is the response, the client, a feature, or left out. */
#ifndef FED_DATASETS_COLUMNS_H
#define FED_DATASETS_COLUMNS_H

#include "datasets/format.h"

/* Finds target, client and dropped columns among count names (NULL: none); where, "FILE:1" or
 * "FILE", opens messages. wanted false: the response comes from elsewhere. */
fed_status fed_columns_find(fed_arena *arena, const fed_layout *layout, const char *where,
                            const char *const *names, size_t count, bool wanted,
                            fed_columns *columns, fed_error *error);
/* names of the features, copied to arena; NULL when the file has none. */
fed_status fed_columns_names(fed_arena *arena, const fed_columns *columns,
                             const char *const **names, fed_error *error);
/* "column 4 (x2)" for messages, counted from 1. */
const char *fed_columns_show(const fed_columns *columns, size_t column, char shown[80]);

#endif
