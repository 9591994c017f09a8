/* scheme.h -- what the schemes of this folder share. */
#ifndef FED_SCHEME_H
#define FED_SCHEME_H

#include "partitions/partition.h"

/* Orders sample numbers by response; equal responses keep their order. */
fed_status fed_sort_by_response(fed_arena *scratch, const fed_dataset *data, size_t *pool,
                                size_t count, fed_error *error);

/* start[0..parts] of consecutive parts of equal size, the first count mod parts one larger. */
void fed_equal_parts(size_t count, size_t parts, size_t *start);

/* More pieces than samples: FED_CONFIG when the data are drawn, FED_DATA when they are read. */
fed_status fed_too_few_samples(const fed_config *config, const fed_dataset *data, fed_error *error,
                               const char *key, size_t pieces, size_t count);

#endif
