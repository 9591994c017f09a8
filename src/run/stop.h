/* stop.h -- algorithm.stop: a metric that ends a replicate. */
#ifndef FED_STOP_H
#define FED_STOP_H

#include "run/run.h"

typedef struct fed_stop {
    int metric;          /* -1: none */
    double below, above; /* -INFINITY and INFINITY where not given */
    bool at_start;       /* may hold at round 0 */
} fed_stop;

fed_stop fed_stop_read(const fed_config *config);

/* Refuses a rule without a bound, and one by the clock: its results would not come again. */
fed_status fed_stop_check(const fed_config *config, fed_error *error);

/* At a record: ends the replicate where the rule holds; at round 0 that is refused unless asked
 * for. */
fed_status fed_stop_look(fed_run *run, const fed_stop *rule);

#endif
