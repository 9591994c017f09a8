/* amsgrad.c -- AMSGrad: Adam whose second moment never falls: m = beta1 m + (1 - beta1) q,
 * v = beta2 v + (1 - beta2) q^2, u = max(u, v), x -= eta m / (sqrt(u) + epsilon). */
#include "optimizers/optimizer.h"

enum { BETA1, BETA2, EPSILON, ACCUMULATOR };

static void step(fed_server *server, double rate, const double *q, double *x)
{
    const double beta1 = server->key[BETA1], beta2 = server->key[BETA2];

    for (size_t j = 0; j < server->p; j++) {
        server->m[j] = beta1 * server->m[j] + (1.0 - beta1) * q[j];
        server->v[j] = beta2 * server->v[j] + (1.0 - beta2) * q[j] * q[j];
        server->peak[j] = fmax(server->peak[j], server->v[j]);
        x[j] -= rate * server->m[j] / (sqrt(server->peak[j]) + server->key[EPSILON]);
    }
}

static const fed_param params[] = {FED_SERVER_BETA1, FED_SERVER_BETA2, FED_SERVER_SCALE, FED_END};

const fed_server_type fed_server_amsgrad = {
    .entry = {"amsgrad", "Adam with the largest second moment so far", params},
    .first = true,
    .second = true,
    .peak = true,
    .accumulator = ACCUMULATOR,
    .step = step};
