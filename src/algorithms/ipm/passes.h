/* passes.h -- loops over all units, block by block, with sums in a fixed order at any thread count.
 */
#ifndef FED_ALGORITHMS_IPM_PASSES_H
#define FED_ALGORITHMS_IPM_PASSES_H

#include "algorithms/ipm/ipm.h"

void fed_ipm_pass(fed_ipm *ipm, fed_ipm_body *body, size_t count);
/* The same; the last `most` of the count are maxima, not sums, and never negative. */
void fed_ipm_pass_most(fed_ipm *ipm, fed_ipm_body *body, size_t count, size_t most);
void fed_ipm_client(fed_ipm *ipm, size_t client, fed_ipm_body *body, double *sums, double *work);
void fed_ipm_server(fed_ipm *ipm, fed_ipm_body *body, double *sums);

#endif
