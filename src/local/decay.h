/* decay.h -- LocalUpdateDecay: both rates fall when the loss before local training stops falling. */
#ifndef FED_DECAY_H
#define FED_DECAY_H

#include "run.h"

typedef struct fed_decay {
    bool on;
    size_t window, patience, cooldown;
    double delta, alpha, beta; /* alpha: factor of the clients' rate, beta: of the server's */
    double *losses;            /* the last `window` of them, in turn */
    size_t seen;               /* losses so far */
    size_t counter;            /* rounds on end without progress */
    size_t resting;            /* rounds of cooldown left */
    double least;              /* of the windows' means so far */
    double client, server;     /* what the rates are multiplied by now */
    size_t times;
} fed_decay;

/* The group at algorithm.decay; on when any of its keys is given. */
#define FED_DECAY_ROWS                                                                                        \
    {"decay.window", FED_INT, NULL, 1, 1e9, NULL,                                                             \
     "rounds whose losses before local training are averaged (100); any decay key turns the decay on"},       \
        {"decay.patience", FED_INT, NULL, 1, 1e9, NULL, "rounds on end without progress before a decay (100)"}, \
        {"decay.cooldown", FED_INT, NULL, 0, 1e9, NULL,                                                       \
         "rounds without decay after one, and at the start (100)"},                                           \
        {"decay.delta", FED_FLOAT, NULL, 0, INFINITY, NULL,                                                   \
         "progress is a mean loss this much below the least so far (1e-4)"},                                  \
        {"decay.client", FED_FLOAT, NULL, 0, 1, NULL, "factor of the clients' rate at a decay (0.1)"},        \
    {                                                                                                         \
        "decay.server", FED_FLOAT, NULL, 0, 1, NULL, "factor of the server's rate at a decay (0.9)"           \
    }

bool fed_decay_given(const fed_config *config);
fed_status fed_decay_setup(fed_run *run, fed_decay *decay);
/* Takes a round's loss; the new factors hold from the next round on. */
void fed_decay_watch(fed_decay *decay, double loss);

#endif
