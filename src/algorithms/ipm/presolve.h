/* presolve.h -- takes out of a linear program what decides nothing: free and empty rows, rows with
 * one entry (bounds), fixed and empty columns; and puts it back into the answer. */
#ifndef FED_ALGORITHMS_IPM_PRESOLVE_H
#define FED_ALGORITHMS_IPM_PRESOLVE_H

#include "algorithms/ipm/lp.h"

/* Takes out; lp->infeasible tells when nothing can be left. */
fed_status fed_lp_reduce(fed_arena *arena, const fed_dataset *data, fed_lp *lp, fed_error *error);
/* x of the program as it was given. */
void fed_lp_answer(const fed_ipm *ipm, double *x);
/* multipliers.csv: the rows as they were given. */
fed_status fed_lp_report(const fed_ipm *ipm);

#endif
