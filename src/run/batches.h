/* batches.h -- minibatches: which samples a client's step looks at. */
#ifndef FED_BATCHES_H
#define FED_BATCHES_H

#include "run/types.h"

/* Random views of the samples, where the model has several: sample numbers become those of views,
 * in place or not. */
void fed_batch_views(const fed_run *run, size_t client, size_t step, const size_t *from, size_t n,
                     size_t *rows);
/* B sample numbers of the client, with replacement, for (round, step), with their views. */
void fed_batch_draw(const fed_run *run, size_t client, size_t step, size_t *rows);

#endif
