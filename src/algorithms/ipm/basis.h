/* basis.h -- another basis of the features where they are nearly collinear: x becomes T x with T =
 * L^-1 D, where D A W A' D = LL' and D scales to a unit diagonal, and the model T'y. A W A' has
 * lost what sets such features apart; T x has not. */
#ifndef FED_ALGORITHMS_IPM_BASIS_H
#define FED_ALGORITHMS_IPM_BASIS_H

#include "algorithms/ipm/ipm.h"

/* Before the first step, where A W A' says that features are nearly collinear; theta. */
fed_status fed_ipm_rebase(fed_ipm *ipm);
fed_status fed_ipm_basis(fed_ipm *ipm); /* the samples in the basis that is kept */
void fed_ipm_model(const fed_ipm *ipm, double *theta);

#endif
