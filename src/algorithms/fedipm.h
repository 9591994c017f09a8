/* fedipm.h -- the federated interior point method; a round is a Newton step. */
#ifndef FED_ALGORITHMS_FEDIPM_H
#define FED_ALGORITHMS_FEDIPM_H

#include "algorithms/ipm/ipm.h"

/* fedipm.c: |row of A| over the clients' columns, and the largest entry */
void fed_ipm_row_sizes(fed_ipm *ipm);

#endif
