/* further.h -- columns of metrics.csv that output.columns asks for. */
#ifndef FED_FURTHER_H
#define FED_FURTHER_H

#include "run/types.h"

extern const char *const fed_metric_names[FED_METRIC_ALL];

/* Whether output.columns names a metric; those of every file are always asked for. */
bool fed_metric_asked(const fed_config *config, fed_metric metric);
/* What they need, once; what a method cannot tell is refused. */
fed_status fed_further_begin(fed_run *run);
/* The mean loss, by the cohort's shares, of the round's clients at the model they get. */
void fed_further_cohort(fed_run *run, const double *share);
/* Their values at the server's model, or the clients' mean. */
void fed_further_record(fed_run *run, const double *theta, double *value);

#endif
