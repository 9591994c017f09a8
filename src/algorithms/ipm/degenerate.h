/* degenerate.h -- certificates that there is no optimum to converge to: a separating plane,
 * contradicting rows, a Farkas multiplier, a ray along which a program's objective falls for ever.
 */
#ifndef FED_ALGORITHMS_IPM_DEGENERATE_H
#define FED_ALGORITHMS_IPM_DEGENERATE_H

#include "algorithms/ipm/ipm.h"

/* Sets the outcome when a certificate says that there is no optimum. */
bool fed_ipm_certificate(fed_ipm *ipm);

#endif
