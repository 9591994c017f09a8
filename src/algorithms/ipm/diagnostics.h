/* diagnostics.h -- ipm.csv: how far the iterate is from the path, from Ax = b and from the
 * boundary. */
#ifndef FED_ALGORITHMS_IPM_DIAGNOSTICS_H
#define FED_ALGORITHMS_IPM_DIAGNOSTICS_H

#include "algorithms/ipm/ipm.h"

/* report.c: ipm.csv and the model. */
fed_status fed_ipm_report_open(fed_ipm *ipm);
void fed_ipm_report(fed_ipm *ipm, size_t round); /* the state after so many rounds */
double fed_ipm_gap(fed_ipm *ipm);                /* c'x less the dual's value at y */

#endif
