/* adam.h -- what Adam shares with Yogi: the keys, and the step once both moments are there. */
#ifndef FED_ADAM_H
#define FED_ADAM_H

#include "optimizers/optimizer.h"

enum {
    FED_ADAM_BETA1,
    FED_ADAM_BETA2,
    FED_ADAM_EPSILON,
    FED_ADAM_ACCUMULATOR,
    FED_ADAM_CORRECTION
};

extern const fed_param fed_adam_params[];

/* x -= eta m / (sqrt(v) + epsilon) */
void fed_adam_move(const fed_server *server, double rate, double *x);

#endif
