/* yogi.c -- Yogi: as Adam, with v -= (1 - beta2) q^2 sign(v - q^2), which changes v by no more than q^2. */
#include "servers/server.h"

static void step(fed_server *server, double rate, const double *q, double *x)
{
    const double beta1 = server->beta1, beta2 = server->beta2;
    const double correct1 = fed_server_correction(server, beta1),
                 correct2 = fed_server_correction(server, beta2);

    for (size_t j = 0; j < server->p; j++) {
        const double square = q[j] * q[j], sign = (server->v[j] > square) - (server->v[j] < square);

        server->m[j] = beta1 * server->m[j] + (1.0 - beta1) * q[j];
        server->v[j] -= (1.0 - beta2) * square * sign;
        x[j] -= rate * correct1 * server->m[j] / (sqrt(correct2 * server->v[j]) + server->epsilon);
    }
}

static const fed_param params[] = {FED_SERVER_BETA1, FED_SERVER_BETA2, FED_SERVER_SCALE,
                                   FED_SERVER_CORRECTION, FED_END};

const fed_server_type fed_server_yogi = {
    .entry = {"yogi", "Adam with v -= (1-beta2) q^2 sign(v - q^2)", params}, .step = step};
