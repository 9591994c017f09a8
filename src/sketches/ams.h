/* ams.h -- AMS: R_ij = h_i(j) = +-1/sqrt(b), the signs 4-wise independent along a row. */
#ifndef FED_SKETCHES_AMS_H
#define FED_SKETCHES_AMS_H

#include "sketches/sketch.h"

/* C0 + c1 j + c2 j^2 + c3 j^3 modulo 2^61 - 1, 4-wise independent in j for random c */
uint64_t fed_hash_four(const uint64_t c[4], uint64_t j);

#endif
