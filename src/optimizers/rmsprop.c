/* rmsprop.c -- RMSprop: v = beta2 v + (1 - beta2) q^2, x -= eta q / (sqrt(v) + epsilon). */
#include "optimizers/optimizer.h"

enum { BETA2, EPSILON, ACCUMULATOR, CORRECTION };

static void step(fed_server *server, double rate, const double *q, double *x)
{
    const double *key = server->key, beta2 = key[BETA2];
    const double correct = fed_server_correction(server, key[CORRECTION], beta2);

    for (size_t j = 0; j < server->p; j++) {
        server->v[j] = beta2 * server->v[j] + (1.0 - beta2) * q[j] * q[j];
        x[j] -= rate * q[j] / (sqrt(correct * server->v[j]) + key[EPSILON]);
    }
}

static const fed_param params[] = {FED_SERVER_BETA2, FED_SERVER_SCALE, FED_SERVER_CORRECTION,
                                   FED_END};

const fed_server_type fed_server_rmsprop = {
    .entry = {"rmsprop", "v = beta2 v + (1-beta2) q^2, x -= eta q / (sqrt(v) + epsilon)", params},
    .second = true,
    .counts = true,
    .accumulator = ACCUMULATOR,
    .step = step};
