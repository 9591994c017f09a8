/* table.c -- the optimizers, one line each, and their common set-up. */
#include "optimizers/optimizer.h"

#include <stdio.h>

extern const fed_server_type fed_server_adagrad, fed_server_adam, fed_server_amsgrad,
    fed_server_momentum, fed_server_nesterov, fed_server_rmsprop, fed_server_sgd, fed_server_yogi;

/* clang-format off */
const fed_entry *const fed_servers[] = {
    &fed_server_sgd.entry,
    &fed_server_momentum.entry,
    &fed_server_nesterov.entry,
    &fed_server_adagrad.entry,
    &fed_server_rmsprop.entry,
    &fed_server_adam.entry,
    &fed_server_amsgrad.entry,
    &fed_server_yogi.entry,
    NULL};
/* clang-format on */

const fed_param fed_server_params[] = {
    {"optimizer", FED_NAME, "sgd", FED_ANY, NULL,
     "optimizer of the server, which uses the mean of the clients' updates as gradient"},
    FED_END};

const fed_param fed_client_params[] = {
    {"optimizer", FED_NAME, "sgd", FED_ANY, NULL, "optimizer of the clients' local steps"},
    {"state", FED_CHOICE, "round", FED_ANY, "round|client",
     "reset the moments of the client optimizer in every round, or keep them for each "
     "client"},
    FED_END};

fed_server fed_server_read(const fed_config *config, const char *group, size_t p)
{
    char path[64];
    fed_server server = {.p = p};

    snprintf(path, sizeof path, "%s.optimizer", group);
    server.type = (const fed_server_type *)fed_config_entry(config, path);
    fed_config_numbers(config, group, server.type->entry.params, server.key);
    return server;
}

size_t fed_server_moments(const fed_server *server)
{
    const fed_server_type *type = server->type;

    return ((size_t)type->first + (size_t)type->second + (size_t)type->peak) * server->p;
}

void fed_server_place(fed_server *server, double *moments)
{
    double **const moment[] = {&server->m, &server->v, &server->peak};
    const bool kept[] = {server->type->first, server->type->second, server->type->peak};

    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
        if (kept[k]) {
            *moment[k] = moments;
            moments += server->p;
        }
}

void fed_server_clear(fed_server *server)
{
    const double start = server->key[server->type->accumulator];

    server->steps = 0;
    for (size_t j = 0; j < server->p; j++) {
        if (server->m != NULL)
            server->m[j] = 0.0;
        if (server->v != NULL)
            server->v[j] = start;
        if (server->peak != NULL)
            server->peak[j] = start;
    }
}

fed_status fed_server_setup(fed_state *state, const fed_config *config, size_t p,
                            fed_server *server, fed_error *error)
{
    size_t count;
    double *moments;

    *server = fed_server_read(config, "algorithm.server", p);
    if ((count = fed_server_moments(server)) > 0) {
        if ((moments = fed_state_keep(state, "moments", count, sizeof(double))) == NULL)
            return fed_nomem(error);
        fed_server_place(server, moments);
        fed_server_clear(server);
    }
    if (server->type->counts &&
        !fed_state_keep_at(state, "steps", &server->steps, sizeof server->steps))
        return fed_nomem(error);
    return FED_OK;
}

void fed_server_step(fed_server *server, double rate, const double *q, double *x)
{
    server->steps++;
    server->type->step(server, rate, q, x);
}
