/* momentum.c -- the heavy ball: m = beta m + q, x -= eta m. */
#include "optimizers/optimizer.h"

enum { MOMENTUM };

static void step(fed_server *server, double rate, const double *q, double *x)
{
    for (size_t j = 0; j < server->p; j++) {
        server->m[j] = server->key[MOMENTUM] * server->m[j] + q[j];
        x[j] -= rate * server->m[j];
    }
}

static const fed_param params[] = {
    {"momentum", FED_FLOAT, "0.9", 0, FED_SERVER_BELOW_1, NULL, "beta in m = beta m + q"}, FED_END};

const fed_server_type fed_server_momentum = {
    .entry = {"momentum", "heavy ball: m = beta m + q, x -= eta m", params},
    .first = true,
    .step = step};
