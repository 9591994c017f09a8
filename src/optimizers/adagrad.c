/* adagrad.c -- Adagrad: v += q^2, x -= eta q / (sqrt(v) + epsilon). */
#include "optimizers/optimizer.h"

enum { EPSILON, ACCUMULATOR };

static void step(fed_server *server, double rate, const double *q, double *x)
{
    for (size_t j = 0; j < server->p; j++) {
        server->v[j] += q[j] * q[j];
        x[j] -= rate * q[j] / (sqrt(server->v[j]) + server->key[EPSILON]);
    }
}

static const fed_param params[] = {FED_SERVER_SCALE, FED_END};

const fed_server_type fed_server_adagrad = {
    .entry = {"adagrad", "v += q^2, x -= eta q / (sqrt(v) + epsilon)", params},
    .second = true,
    .accumulator = ACCUMULATOR,
    .step = step};
