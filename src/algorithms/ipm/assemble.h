/* assemble.h -- the Fenchel dual of the objective as units: min sum l_j*(a_j) + R*(v) subject to
 * sum_j k_j a_j x_j + v = 0, whose multiplier is the model. Internally losses are summed, k_j = w_m
 * N/n_m, and responses are divided by their size u (their root mean square), which divides the
 * model too: the objective times N/(scale u^degree). */
#ifndef FED_ALGORITHMS_IPM_ASSEMBLE_H
#define FED_ALGORITHMS_IPM_ASSEMBLE_H

#include "algorithms/ipm/ipm.h"

/* The problem's units, right-hand side, scaling. lp.c: those of a linear program. */
fed_status fed_ipm_assemble(fed_ipm *ipm);

#endif
