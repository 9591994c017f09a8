/* adam.c -- Adam: m = beta1 m + (1 - beta1) q, v = beta2 v + (1 - beta2) q^2,
 * x -= eta m / (sqrt(v) + epsilon). */
#include "optimizers/adam.h"

void fed_adam_move(const fed_server *server, double rate, double *x)
{
    const double *key = server->key, asked = key[FED_ADAM_CORRECTION];
    const double correct1 = fed_server_correction(server, asked, key[FED_ADAM_BETA1]),
                 correct2 = fed_server_correction(server, asked, key[FED_ADAM_BETA2]);

    for (size_t j = 0; j < server->p; j++)
        x[j] -= rate * correct1 * server->m[j] /
                (sqrt(correct2 * server->v[j]) + key[FED_ADAM_EPSILON]);
}

static void step(fed_server *server, double rate, const double *q, double *x)
{
    const double beta1 = server->key[FED_ADAM_BETA1], beta2 = server->key[FED_ADAM_BETA2];

    for (size_t j = 0; j < server->p; j++) {
        server->m[j] = beta1 * server->m[j] + (1.0 - beta1) * q[j];
        server->v[j] = beta2 * server->v[j] + (1.0 - beta2) * q[j] * q[j];
    }
    fed_adam_move(server, rate, x);
}

const fed_param fed_adam_params[] = {FED_SERVER_BETA1, FED_SERVER_BETA2, FED_SERVER_SCALE,
                                     FED_SERVER_CORRECTION, FED_END};

const fed_server_type fed_server_adam = {
    .entry = {"adam", "moments m of q and v of q^2, x -= eta m / (sqrt(v) + epsilon)",
              fed_adam_params},
    .first = true,
    .second = true,
    .counts = true,
    .accumulator = FED_ADAM_ACCUMULATOR,
    .step = step};
