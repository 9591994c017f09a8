/* table.c -- the servers' optimizers, one line each, and their common set-up. */
#include "servers/server.h"

extern const fed_server_type fed_server_adagrad, fed_server_adam, fed_server_momentum,
    fed_server_nesterov, fed_server_rmsprop, fed_server_sgd, fed_server_yogi;

/* clang-format off */
const fed_entry *const fed_servers[] = {
    &fed_server_sgd.entry,
    &fed_server_momentum.entry,
    &fed_server_nesterov.entry,
    &fed_server_adagrad.entry,
    &fed_server_rmsprop.entry,
    &fed_server_adam.entry,
    &fed_server_yogi.entry,
    NULL};
/* clang-format on */

const fed_param fed_server_params[] = {
    {"optimizer", FED_NAME, "sgd", FED_ANY, NULL,
     "what the server does with the clients' mean, taken as a gradient"},
    FED_END};

fed_status fed_server_setup(fed_arena *arena, const fed_config *config, size_t p,
                            fed_server *server, fed_error *error)
{
    const char *name = fed_config_string(config, "algorithm.server.optimizer");
    const double start = fed_config_float(config, "algorithm.server.accumulator");

    *server = (fed_server){.type = (const fed_server_type *)fed_entry_find(fed_servers, name),
                           .p = p,
                           .momentum = fed_config_float(config, "algorithm.server.momentum"),
                           .beta1 = fed_config_float(config, "algorithm.server.beta1"),
                           .beta2 = fed_config_float(config, "algorithm.server.beta2"),
                           .epsilon = fed_config_float(config, "algorithm.server.epsilon"),
                           .correction = fed_config_bool(config, "algorithm.server.correction"),
                           .m = FED_ARRAY(arena, p, double),
                           .v = FED_ARRAY(arena, p, double)};
    if (server->m == NULL || server->v == NULL)
        return fed_nomem(error);
    for (size_t j = 0; j < p; j++)
        server->v[j] = start;
    return FED_OK;
}

void fed_server_step(fed_server *server, double rate, const double *q, double *x)
{
    server->steps++;
    server->type->step(server, rate, q, x);
}

double fed_server_correction(const fed_server *server, double beta)
{
    return server->correction ? 1.0 / (1.0 - pow(beta, (double)server->steps)) : 1.0;
}
