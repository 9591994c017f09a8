/* normal.h -- Box and Muller's pairs of normals, with a logarithm, sine and cosine of our own that
 * the compiler can turn into vector code; the polynomials are fdlibm's. */
#ifndef FED_CORE_NORMAL_H
#define FED_CORE_NORMAL_H

#include "core/rng.h"

double fed_rng_normal(fed_rng *rng);                       /* N(0,1) */
void fed_rng_normals(fed_rng *rng, size_t n, double *out); /* n calls of fed_rng_normal, faster */

#endif
