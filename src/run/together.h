/* together.h -- a round of several runs of one problem. */
#ifndef FED_TOGETHER_H
#define FED_TOGETHER_H

#include "run/types.h"

enum { FED_TOGETHER = 16, FED_ABREAST = 4 }; /* runs, at most: of a round, of a client's step */

/* How many runs of a method that has parts gain from going through a problem together: as many as
 * keep their models in cache. */
size_t fed_together_most(const fed_problem *problem, size_t models);

/* Before their first round together: finds those in a row whose graphs and batches are the same. */
void fed_together_begin(fed_run *const *runs, size_t count);

/* One round of every run; all are of one problem and, when they are several, of methods with parts
 * whose cohorts are all clients. Each run is computed as it is alone. */
fed_status fed_round_together(fed_run *const *runs, size_t count);

#endif
