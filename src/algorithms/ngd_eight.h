/* ngd_eight.h -- the clients' steps of NGD in eight parameters. */
#ifndef FED_NGD_EIGHT_H
#define FED_NGD_EIGHT_H

#include "run/together.h"

/* Of linear losses in Gram form, in runs that hear the same graph, FED_ABREAST at most. Each run's
 * numbers are those it has alone. work: 8 doubles */
void fed_ngd_eight(fed_run *const *runs, size_t abreast, const size_t *clients, size_t count,
                   double *work);

#endif
