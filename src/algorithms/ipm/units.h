/* units.h -- memory of a kind of units, and stretches of it as the blocks see them. */
#ifndef FED_ALGORITHMS_IPM_UNITS_H
#define FED_ALGORITHMS_IPM_UNITS_H

#include "algorithms/ipm/ipm.h"

/* units.c */
fed_status fed_units_alloc(fed_arena *arena, fed_units *units, fed_error *error);
fed_span fed_units_span(const fed_units *units, size_t first, size_t n, bool trial);

#endif
