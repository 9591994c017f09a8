/* queue.h -- the jobs of a study in turn: what a thread does next, and what jobs share. */
#ifndef FED_QUEUE_H
#define FED_QUEUE_H

#include "study/plan.h"
#include "study/study.h"

/* Runs every job of the study on the team; *error is the earliest fault. */
fed_status fed_queue_run(fed_study *study, const fed_plan *plan, fed_error *error);

#endif
