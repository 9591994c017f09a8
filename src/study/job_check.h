/* job_check.h -- a job up to its first round, for --check. */
#ifndef FED_JOB_CHECK_H
#define FED_JOB_CHECK_H

#include "study/job.h"

/* Everything up to the first round; data may be NULL where they are not there. Then, and where the
 * way stops early, what can be said of the method, the network and the rates: found[k].status
 * tells, in any order. *room: what the point takes, when the way was gone to its end. */
enum { FED_JOB_CHECKS = 5 };
void fed_job_check(const fed_job *job, fed_team *team, const fed_study *study,
                   const fed_dataset *data, fed_room *room, fed_error found[FED_JOB_CHECKS]);

#endif
