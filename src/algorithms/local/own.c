/* own.c -- a client's optimizer: set up, begun for a round, and what lasts of it. */
#include "algorithms/local/own.h"

#include <string.h>

fed_status fed_own_setup(fed_run *run, fed_own *own)
{
    const bool lasts =
        strcmp(fed_config_string(run->config, "algorithm.client.state"), "client") == 0;
    const size_t clients = run->problem->clients;
    size_t count;

    *own = (fed_own){.rule = fed_server_read(run->config, "algorithm.client", run->problem->p)};
    count = fed_server_moments(&own->rule);
    own->plain = count == 0;
    if (own->plain || !lasts)
        return FED_OK;
    own->moments = fed_keep_clients(run, "clients' moments", count, sizeof(double));
    if (own->moments == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m < clients; m++) {
        fed_server_place(&own->rule, own->moments + m * count);
        fed_server_clear(&own->rule);
    }
    if (own->rule.type->counts &&
        (own->steps = fed_keep_clients(run, "clients' steps", 1, sizeof *own->steps)) == NULL)
        return fed_nomem(run->error);
    return FED_OK;
}

size_t fed_own_room(const fed_own *own)
{
    return fed_server_moments(&own->rule);
}

fed_server fed_own_begin(const fed_own *own, size_t client, bool rehearse, double *room)
{
    const size_t count = fed_server_moments(&own->rule);
    fed_server server = own->rule;

    if (own->plain)
        return server;
    if (own->moments == NULL) {
        fed_server_place(&server, room);
        fed_server_clear(&server);
        return server;
    }
    if (rehearse)
        memcpy(room, own->moments + client * count, count * sizeof *room);
    fed_server_place(&server, rehearse ? room : own->moments + client * count);
    server.steps = own->steps != NULL ? own->steps[client] : 0;
    return server;
}

void fed_own_end(const fed_own *own, size_t client, const fed_server *server)
{
    if (own->steps != NULL)
        own->steps[client] = server->steps;
}
