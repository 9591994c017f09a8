/* srht.h -- subsampled randomised Hadamard transform: R = S H D / sqrt(b), D random signs, H the
 * Hadamard matrix of the next power of two P, S a choice of b rows. Every row is chosen floor(b/P)
 * times and the rest without replacement, so that R'R = I when P divides b. */
#ifndef FED_SKETCHES_SRHT_H
#define FED_SKETCHES_SRHT_H

#include "sketches/sketch.h"

/* X <- H x, H the Hadamard matrix of entries +-1, n a power of two */
void fed_hadamard(size_t n, double *x);

#endif
