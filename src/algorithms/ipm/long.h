/* long.h -- long steps: Newton's method for one t until the decrement is below 1/4 and Ax = b, then
 * t *= 0.2. The slacks of pairs are moved to their best after every step, at the clients, for
 * nothing. */
#ifndef FED_ALGORITHMS_IPM_LONG_H
#define FED_ALGORITHMS_IPM_LONG_H

#include "algorithms/ipm/ipm.h"

/* long.c, short.c: one round */
fed_status fed_ipm_long(fed_ipm *ipm);

#endif
