/* rates.h -- rates that follow from the curvature of the clients' losses. */
#ifndef FED_ALGORITHMS_LOCAL_RATES_H
#define FED_ALGORITHMS_LOCAL_RATES_H

#include "algorithms/local/local.h"

/* curvature.c: the rate at `path`, the clients' or the server's. Where it follows from the
 * curvature of the clients' losses, mu and smoothness (0 at first) are found and kept for the next
 * call; steps is given. */
fed_status fed_local_schedule(fed_run *run, const char *path, bool client, fed_curvature *curvature,
                              fed_schedule *schedule);
/* The bounds that were found, for run.yaml. */
fed_status fed_local_tell(fed_run *run, const fed_curvature *curvature);

#endif
