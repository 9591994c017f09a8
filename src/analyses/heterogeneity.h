/* heterogeneity.h -- Delta_f of (21). */
#ifndef FED_HETEROGENEITY_H
#define FED_HETEROGENEITY_H

#include "run/run.h"

/* |Delta_f|^2 / N: the mean square of what the clients' own truths differ from f at their samples:
 * as drawn, else estimated from the clients' own fits; NAN where neither can be had. */
fed_status fed_heterogeneity(fed_run *run, double *apart);

#endif
