/* result.h -- what outlives a run. */
#ifndef FED_RESULT_H
#define FED_RESULT_H

#include "study/study.h"

/* Copies what is told of the run into *result, whose arena holds its records and tables. The
 * models are told unless a spool is to keep the result and output.theta is false. */
fed_status fed_result_keep(const fed_study *study, const fed_run *run, fed_result *result);

#endif
