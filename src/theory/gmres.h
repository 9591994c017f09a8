/* gmres.h -- linear systems known only by their product with a vector. */
#ifndef FED_GMRES_H
#define FED_GMRES_H

#include "core/arena.h"

#include <stdbool.h>

enum { FED_GMRES_BASIS = 100, FED_GMRES_CYCLES = 100 }; /* vectors kept; restarts */

/* x (zero on entry) = A^-1 b until |b - A x| <= tolerance |b|; false when that is not reached, or
 * without memory. apply: out = A v. */
bool fed_gmres(size_t n, void (*apply)(void *context, const double *v, double *out), void *context,
               const double *b, double tolerance, double *x, fed_arena *scratch);

#endif
