/* short.h -- Algorithm 1 as printed: steps h_i = -alpha c_i mu_i, c_i = exp(lambda gamma_i)/gamma_i
 * over sqrt(sum exp(2 lambda gamma)), gamma_i = |mu_i| in the inverse Hessian, then t *= 1 -
 * xi/sqrt(nu). */
#ifndef FED_ALGORITHMS_IPM_SHORT_H
#define FED_ALGORITHMS_IPM_SHORT_H

#include "algorithms/ipm/ipm.h"

fed_status fed_ipm_short(fed_ipm *ipm);
/* lambda, alpha, xi and the threshold below which c_i is 0; and whether the rounds suffice */
void fed_ipm_constants(fed_ipm *ipm);
fed_status fed_ipm_short_setup(fed_ipm *ipm);

#endif
