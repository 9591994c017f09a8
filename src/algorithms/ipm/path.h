/* path.h -- where the central path is met, and when it is left: with an answer or without. */
#ifndef FED_ALGORITHMS_IPM_PATH_H
#define FED_ALGORITHMS_IPM_PATH_H

#include "algorithms/ipm/ipm.h"

/* What lasts is registered; t0 and the first point; what a round ends with. */
fed_status fed_ipm_keep(fed_ipm *ipm);
fed_status fed_ipm_start(fed_ipm *ipm);
double fed_ipm_feasible_residual(const fed_ipm *ipm); /* |Ax-b| that counts as 0 */
bool fed_ipm_feasible(const fed_ipm *ipm);
void fed_ipm_shrink(fed_ipm *ipm, double factor); /* stop, or t *= factor */
void fed_ipm_lost(fed_ipm *ipm);                  /* the path is lost: why */

#endif
