/* checkpoint.h -- the state of jobs that run, on disk. */
#ifndef FED_CHECKPOINT_H
#define FED_CHECKPOINT_H

#include "study/spool/spool.h"

/* Of one job, while it runs. */
typedef struct fed_saver {
    fed_spool *spool;
    size_t job;
    double share;                  /* of its time, for checkpoints */
    double looked, saved, renewed; /* times */
    size_t stretch, left;          /* rounds between two looks at the clock, and still to go */
    char *start;                   /* the state where this round began, */
    size_t size;                   /*   when rounds are long enough for a copy of it */
    double start_seconds;
} fed_saver;

/* jobs: that go on together */
void fed_saver_begin(fed_saver *saver, fed_spool *spool, size_t job, size_t jobs);
void fed_saver_end(fed_saver *saver);

/* Goes on where the job's checkpoint was made, when there is one: *loaded. One that is damaged is
 * told of. */
fed_status fed_saver_load(fed_saver *saver, fed_run *run, bool *loaded);
/* After a round: what is due is written. */
void fed_saver_round(fed_saver *saver, const fed_run *run);
/* The run is asked to stop: its state is written; that of the round's start, if there is one, when
 * the round was abandoned. */
void fed_saver_stop(fed_saver *saver, const fed_run *run);

/* Whether a file of the spool is one. */
bool fed_checkpoint_is(const char *name);
void fed_checkpoint_remove(const fed_spool *spool, size_t job);

#endif
