/* walk.h -- the batches of a client's local steps in one round, any of them again at any time. */
#ifndef FED_WALK_H
#define FED_WALK_H

#include "algorithms/local/local.h"

typedef struct fed_walk {
    const fed_run *run;
    size_t client, n;
    /* passes over shuffled batches; 0: every step draws its batch with replacement */
    size_t epochs;
    size_t per_epoch; /* batches of a pass */
    size_t steps;     /* K */
    size_t epoch;     /* the pass whose order `rows` holds, */
    size_t *rows;     /*   room for the client's samples or a batch */
} fed_walk;

/* `steps` draws, or `epochs` passes when that is not 0. rows: room as fed_walk_room says. */
fed_walk fed_walk_begin(const fed_run *run, size_t client, size_t steps, size_t epochs,
                        size_t *rows);
size_t fed_walk_room(const fed_run *run, size_t epochs);
/* The batch of step k = 0..K-1; it is valid until the next call. */
fed_batch fed_walk_batch(fed_walk *walk, size_t k);
/* One more batch, drawn with replacement: k = K. */
fed_batch fed_walk_fresh(fed_walk *walk, size_t k);

#endif
