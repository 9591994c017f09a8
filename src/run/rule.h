/* rule.h -- what a round of a method with local steps does, as theory sees it:
 * theta <- theta - server sum_i w_i Q_i grad L_i(theta) where gradients are affine, with
 * Q_i = sum_k theta_k (I - rate S_i)^(k-1), or (I + rate S_i)^-1 for a proximal step. */
#ifndef FED_RULE_H
#define FED_RULE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum fed_theta_shape {
    FED_THETA_SUM,
    FED_THETA_LAST,
    FED_THETA_OTHER,
    FED_THETA_PROX
} fed_theta_shape;

typedef struct fed_rule {
    fed_theta_shape shape;
    size_t steps;          /* K(Theta); 1 for a proximal step */
    const double *weights; /* theta_1 .. theta_K; NULL for a proximal step */
    double rate, server;   /* in the last round; NAN before setup */
    bool local;            /* clients take `steps` plain steps: the Q_i are those of the clients */
    bool sgd;              /* and the server only steps, with the rates of the schedules */
    bool plain;            /* and full batches, all clients: the map is the round itself */
    bool client_fixed, server_fixed; /* rates that are the same in every round */
    bool averages;                   /* fedavg and fedprox, as the non-parametric theory has them */
} fed_rule;

#endif
