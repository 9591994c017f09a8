/* job.h -- one replicate of one point from data to result, with what neighbouring jobs share. */
#ifndef FED_JOB_H
#define FED_JOB_H

#include "study.h"

/* A stage kept between jobs: built for (group, replicate), used again while both stay the same. */
typedef struct fed_kept {
    fed_arena arena;
    bool full;
    size_t group, replicate;
} fed_kept;

/* What one worker keeps. Points with equal `data` keys are one data group, and so on. */
typedef struct fed_bench {
    fed_kept data_kept, problem_kept;
    const fed_dataset *data;
    const fed_problem *problem;
} fed_bench;

typedef struct fed_job {
    const fed_config *config;
    size_t point, replicate;
    size_t data_group, problem_group;
    const fed_dataset *fixed_data; /* file data, read once for all; or NULL */
    int threads; /* inside the run */
} fed_job;

fed_status fed_job_run(const fed_job *job, fed_bench *bench, const fed_study *study, fed_result *result,
                       fed_error *error);
/* Everything up to the first round, and what can be said of the method, the network and the rates where the way stops
 * before them or the data are not there: found[k].status tells, in any order. */
enum { FED_JOB_CHECKS = 5 };
void fed_job_check(const fed_job *job, fed_bench *bench, bool data,
                   fed_error found[FED_JOB_CHECKS]);
void fed_bench_free(fed_bench *bench);

#endif
