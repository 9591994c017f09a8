/* predictor_start.h -- the first point of the predictor's path: for losses the model 0 and what it
 * says of a; for programs Mehrotra's, from two least squares problems. */
#ifndef FED_ALGORITHMS_IPM_PREDICTOR_START_H
#define FED_ALGORITHMS_IPM_PREDICTOR_START_H

#include "algorithms/ipm/ipm.h"

fed_status fed_ipm_predictor_start(fed_ipm *ipm);         /* of a program, in round 0 */
void fed_ipm_predictor_first(fed_ipm *ipm, double value); /* theta = 0, of that objective */

#endif
