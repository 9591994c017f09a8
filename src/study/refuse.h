/* refuse.h -- what a method or an analysis cannot handle, told before anything is computed. */
#ifndef FED_REFUSE_H
#define FED_REFUSE_H

#include "analyses/analysis.h"

/* The method that a configuration names. */
const fed_algorithm *fed_job_algorithm(const fed_config *config);

fed_status fed_refuse_analyses(const fed_config *config, fed_error *error); /* unknown names */
/* What the method cannot handle: by the configuration alone, and of the problem. */
fed_status fed_refuse_early(const fed_config *config, fed_error *error);
fed_status fed_refuse_problem(const fed_problem *problem, const fed_config *config,
                              fed_error *error);
/* What an analysis cannot handle of a run whose method is not yet set up. */
fed_status fed_refuse_analysable(const fed_run *run);

#endif
