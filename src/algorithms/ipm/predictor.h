/* predictor.h -- Mehrotra's predictor and corrector on the same barriers: every bound has a
 * multiplier z of its own, z (a - l) = t on the path, and the slack of a pair is at its best, so
 * that f(a) stands for z. One matrix a round: W = (c f''(a) + zl/(a-l) + zu/(u-a))^-1; two
 * right-hand sides. */
#ifndef FED_ALGORITHMS_IPM_PREDICTOR_H
#define FED_ALGORITHMS_IPM_PREDICTOR_H

#include "algorithms/ipm/ipm.h"

/* One round; predictor_start.c: the first point. */
fed_status fed_ipm_predictor(fed_ipm *ipm);

#endif
