/* decay.h -- LocalUpdateDecay: both rates fall when the loss before local training stops falling.
 */
#ifndef FED_DECAY_H
#define FED_DECAY_H

#include "run/run.h"

/* What it remembers beside the losses. */
typedef struct fed_decay_memory {
    size_t seen;           /* losses so far */
    size_t counter;        /* rounds on end without progress */
    size_t resting;        /* rounds of cooldown left */
    double least;          /* of the windows' means so far */
    double client, server; /* what the rates are multiplied by now */
} fed_decay_memory;

typedef struct fed_decay {
    bool on, released; /* released: the authors' rule instead of the paper's */
    size_t window, patience, cooldown;
    double delta, alpha, beta; /* alpha: factor of the clients' rate, beta: of the server's */
    double *losses;            /* the last `window` of them, in turn */
    fed_decay_memory now;
} fed_decay;

/* Whether any key of algorithm.decay is given. */
bool fed_decay_given(const fed_config *config);
/* Reads the group at algorithm.decay; on when any of its keys is given. */
fed_status fed_decay_setup(fed_run *run, fed_decay *decay);
/* Takes a round's loss; the new factors hold from the next round on. */
void fed_decay_watch(fed_decay *decay, double loss);

#endif
