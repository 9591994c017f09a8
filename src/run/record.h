/* record.h -- what the present models are worth, row by row of metrics.csv. */
#ifndef FED_RECORD_H
#define FED_RECORD_H

#include "run/types.h"

/* Room for the records, and for trajectory.csv when output.trajectory asks for it. */
fed_status fed_record_begin(fed_run *run);
/* A row for the present state of each of some runs of one problem, FED_TOGETHER at most: the
 * samples are passed over once for all. */
void fed_record_now(fed_run *const *runs, size_t count);

#endif
