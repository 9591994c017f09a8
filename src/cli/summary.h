/* summary.h -- the short table that a study prints. */
#ifndef FED_REPORT_H
#define FED_REPORT_H

#include "study/study.h"

/* One line per sweep point: what was swept, how the replicates ended, medians of the last round. */
fed_status fed_report(const fed_study *study, const char *dir, FILE *stream, fed_error *error);

#endif
