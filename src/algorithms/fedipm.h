/* fedipm.h -- the federated interior point method; a round is a Newton step. */
#ifndef FED_ALGORITHMS_FEDIPM_H
#define FED_ALGORITHMS_FEDIPM_H

#include "algorithms/ipm/ipm.h"

/* fedipm.c: |row of A| over the clients' columns, and the largest entry */
void fed_ipm_row_sizes(fed_ipm *ipm);
/* Why a predictor's step cannot be had with this block, system and start; NULL: it can. */
const char *fed_ipm_obstacle(const fed_ipm *ipm);

#endif
