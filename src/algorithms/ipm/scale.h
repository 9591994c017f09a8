/* scale.h -- scales of a linear program's rows and columns: geometric means, then Ruiz's
 * equilibration, so that nothing later depends on the units of A, b and c. */
#ifndef FED_ALGORITHMS_IPM_SCALE_H
#define FED_ALGORITHMS_IPM_SCALE_H

#include "algorithms/ipm/lp.h"

void fed_lp_scale(fed_lp *lp);

#endif
