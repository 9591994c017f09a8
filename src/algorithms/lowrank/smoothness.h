/* smoothness.h -- the constant L1 whose inverse is the step of the server's descent. */
#ifndef FED_SMOOTHNESS_H
#define FED_SMOOTHNESS_H

#include "algorithms/lowrank/weights.h"

/* algorithm.smoothness when given; for linear and logistic losses the closed form phi'' |x|^2 + l2;
 * else the largest curvature met by power iteration at the start and at the probes. What clients
 * must tell or the server compute for it is counted. */
fed_status fed_smoothness(fed_run *run, const fed_lowrank *low, double *value);

#endif
