/* yogi.c -- Yogi: as Adam, with v -= (1 - beta2) q^2 sign(v - q^2), which changes v by no more than
 * q^2. */
#include "optimizers/adam.h"

static void step(fed_server *server, double rate, const double *q, double *x)
{
    const double beta1 = server->key[FED_ADAM_BETA1], beta2 = server->key[FED_ADAM_BETA2];

    for (size_t j = 0; j < server->p; j++) {
        const double square = q[j] * q[j], sign = (server->v[j] > square) - (server->v[j] < square);

        server->m[j] = beta1 * server->m[j] + (1.0 - beta1) * q[j];
        server->v[j] -= (1.0 - beta2) * square * sign;
    }
    fed_adam_move(server, rate, x);
}

const fed_server_type fed_server_yogi = {
    .entry = {"yogi", "Adam with v -= (1-beta2) q^2 sign(v - q^2)", fed_adam_params},
    .first = true,
    .second = true,
    .counts = true,
    .accumulator = FED_ADAM_ACCUMULATOR,
    .step = step};
