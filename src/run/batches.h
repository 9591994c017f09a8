/* batches.h -- minibatches: which samples a client's step looks at. */
#ifndef FED_BATCHES_H
#define FED_BATCHES_H

#include "run/types.h"

/* B sample numbers of the client, with replacement, for (round, step). */
void fed_batch_draw(const fed_run *run, size_t client, size_t step, size_t *rows);

#endif
