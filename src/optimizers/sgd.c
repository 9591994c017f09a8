/* sgd.c -- gradient descent: x -= eta q. */
#include "optimizers/optimizer.h"

static void step(fed_server *server, double rate, const double *q, double *x)
{
    for (size_t j = 0; j < server->p; j++)
        x[j] -= rate * q[j];
}

const fed_server_type fed_server_sgd = {.entry = {"sgd", "x -= eta q", NULL}, .step = step};
