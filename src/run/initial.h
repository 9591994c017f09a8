/* initial.h -- room and starting point of a run. */
#ifndef FED_INITIAL_H
#define FED_INITIAL_H

#include "run/types.h"

/* Tasks of this run get problem->work and `extra` doubles of scratch; setup calls it. */
void fed_run_room(fed_run *run, size_t extra);
/* theta(0) as algorithm.initial says. */
fed_status fed_run_start(fed_run *run);

#endif
