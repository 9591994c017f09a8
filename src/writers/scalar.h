/* scalar.h -- one scalar of a YAML file. */
#ifndef FED_WRITERS_SCALAR_H
#define FED_WRITERS_SCALAR_H

#include "writers/block.h"

/* Letters, digits, points, signs and blanks within, that libyaml writes as they stand. */
bool fed_scalar_is_simple(const char *text);
/* As libyaml writes it within so many levels, all but the last filled; false without memory. */
bool fed_scalar_put(FILE *stream, const char *text, bool quoted, const fed_block_level *levels,
                    size_t depth);

#endif
