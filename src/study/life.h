/* life.h -- one replicate of one point while it is worked on. */
#ifndef FED_LIFE_H
#define FED_LIFE_H

#include "study/job.h"
#include "study/spool/checkpoint.h"

typedef struct fed_life {
    const fed_job *job;
    fed_team *team;
    const fed_problem *problem;
    const fed_study *study;
    fed_result *result; /* its arena owns records and tables from the start */
    fed_error *error;
    fed_arena arena; /* of the run: what does not outlive it */
    fed_run run;
    fed_saver saver; /* with a spool */
} fed_life;

/* The rounds that a configuration asks for. */
size_t fed_life_rounds(const fed_config *config);
bool fed_life_rounds_vary(const fed_config *config); /* from point to point of the sweep */
/* The run with its graph and theta(0); the method is not yet set up. */
fed_status fed_life_make(fed_life *life);
/* The same, and the method set up: it may start, or go on from saved state. */
fed_status fed_life_begin(fed_life *life);

#endif
