/* job.h -- one replicate of one point, stage by stage: data, problem, rounds, result. */
#ifndef FED_JOB_H
#define FED_JOB_H

#include "study/study.h"

typedef struct fed_job {
    const fed_config *config;
    size_t point, replicate;
} fed_job;

/* What the first two stages read of the configuration: points that agree in it share what is built.
 */
extern const char *const fed_job_data_reads[], *const fed_job_problem_reads[];

fed_status fed_job_data(const fed_job *job, fed_team *team, fed_arena *arena,
                        const fed_dataset **data, fed_error *error);
/* sole: nobody else reads the data, whose rows may then change places. */
fed_status fed_job_problem(const fed_job *job, fed_team *team, fed_arena *arena,
                           const fed_dataset *data, bool sole, const fed_problem **problem,
                           fed_error *error);
/* How many jobs of this job's problem are worth carrying out together. */
size_t fed_job_together(const fed_job *job, const fed_problem *problem);
/* Jobs of one problem, FED_TOGETHER at most: together when they are several, each as it is alone.
 * Where errors[k] tells of a failure there is no results[k]. */
void fed_jobs_run(const fed_job *jobs, size_t count, fed_team *team, const fed_problem *problem,
                  const fed_study *study, fed_result *const *results, fed_error *errors);

#endif
