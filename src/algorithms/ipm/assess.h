/* assess.h -- a point of the predictor: residuals, cost and gap, mu and W of the step to come. */
#ifndef FED_ALGORITHMS_IPM_ASSESS_H
#define FED_ALGORITHMS_IPM_ASSESS_H

#include "algorithms/ipm/ipm.h"

void fed_ipm_assess(fed_ipm *ipm); /* the point as it is */
/* The point after the step that stands in the units; r = b - Ax measured there, or as it is told.
 */
void fed_ipm_advance(fed_ipm *ipm, bool measured);
void fed_ipm_weigh(fed_ipm *ipm); /* mu and W, where a run goes on and lacks them */

#endif
