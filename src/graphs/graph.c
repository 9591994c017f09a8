/* graph.c -- from a list of edges to the mixing matrix W: w_mk = a_mk / d_m, or the weights given.
 */
#include "graphs/graph.h"

#include "config/fits.h"
#include "graphs/network.h"

#include <stdlib.h>
#include <string.h>

const fed_param fed_network_params[] = {{"type", FED_NAME, "circle", FED_ANY, NULL,
                                         "communication graph of decentralised "
                                         "methods"},
                                        FED_END};

/* Room doubles; the arena keeps the outgrown arrays until it goes. */
static fed_status grow(fed_edges *edges, size_t room, bool weighted)
{
    uint32_t *receiver = FED_ARRAY(edges->arena, room, uint32_t),
             *sender = FED_ARRAY(edges->arena, room, uint32_t);
    double *weight = weighted ? FED_ARRAY(edges->arena, room, double) : NULL;

    if (receiver == NULL || sender == NULL || (weighted && weight == NULL))
        return FED_NOMEM;
    if (edges->count > 0) {
        memcpy(receiver, edges->receiver, edges->count * sizeof *receiver);
        memcpy(sender, edges->sender, edges->count * sizeof *sender);
        if (weighted)
            memcpy(weight, edges->weight, edges->count * sizeof *weight);
    }
    edges->receiver = receiver;
    edges->sender = sender;
    edges->weight = weight;
    edges->room = room;
    return FED_OK;
}

fed_status fed_edge_add(fed_edges *edges, size_t receiver, size_t sender, double weight)
{
    bool weighted = weight != 0.0;

    if (edges->count == edges->room)
        TRY(grow(edges, edges->room == 0 ? 1024 : 2 * edges->room, weighted));
    edges->receiver[edges->count] = (uint32_t)receiver;
    edges->sender[edges->count] = (uint32_t)sender;
    if (weighted)
        edges->weight[edges->count] = weight;
    edges->count++;
    return FED_OK;
}

fed_status fed_edge_both(fed_edges *edges, size_t a, size_t b)
{
    TRY(fed_edge_add(edges, a, b, 0.0));
    return fed_edge_add(edges, b, a, 0.0);
}

fed_status fed_network_fits(const fed_config *config, double edges, fed_error *error)
{
    const double each = 2.0 * sizeof(uint32_t) + sizeof(uint32_t) + sizeof(double);

    return fed_config_fits(config, "partition.clients", each * edges, error, "%.0f edges", edges);
}

fed_status fed_network_degree(const fed_config *config, size_t clients, size_t *degree,
                              fed_error *error)
{
    *degree = (size_t)fed_config_int(config, "network.degree");
    if (*degree >= clients)
        return fed_config_fault(config, error, FED_CONFIG, "network.degree",
                                "%zu, but for each of %zu clients there are only %zu "
                                "others",
                                *degree, clients, clients - 1);
    return fed_network_fits(config, (double)clients * (double)*degree, error);
}

/* CSR with increasing senders in each row: two counting sorts, by sender, then by receiver. */
static fed_status compress(fed_arena *arena, const fed_edges *edges, fed_graph *graph,
                           size_t *start, uint32_t *sender, double *weight, fed_error *error)
{
    size_t m = graph->clients, *place = FED_ARRAY(arena, m + 1, size_t);
    size_t *order = FED_ARRAY(arena, edges->count, size_t);

    if (place == NULL || order == NULL)
        return fed_nomem(error);
    for (size_t e = 0; e < edges->count; e++) {
        place[edges->sender[e] + 1]++;
        start[edges->receiver[e] + 1]++;
    }
    for (size_t k = 0; k < m; k++) {
        graph->senders += place[k + 1] > 0;
        place[k + 1] += place[k];
        start[k + 1] += start[k];
    }
    for (size_t e = 0; e < edges->count; e++)
        order[place[edges->sender[e]]++] = e;
    memcpy(place, start, m * sizeof *place);
    for (size_t i = 0; i < edges->count; i++) {
        size_t e = order[i], receiver = edges->receiver[e], to = place[receiver]++;

        sender[to] = edges->sender[e];
        weight[to] = edges->weight != NULL ? edges->weight[e]
                                           : 1.0 / (double)(start[receiver + 1] - start[receiver]);
    }
    return FED_OK;
}

/* What every type promises: no self-loop, no edge twice, nobody who hears nobody. */
static fed_status check(const fed_config *config, const fed_graph *graph, fed_error *error)
{
    for (size_t m = 0; m < graph->clients; m++) {
        if (graph->start[m] == graph->start[m + 1])
            return fed_config_fault(config, error, FED_CONFIG, "network.type",
                                    "client %zu has no senders", m);
        for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++) {
            if (graph->sender[e] == m)
                return fed_config_fault(config, error, FED_CONFIG, "network.type",
                                        "client %zu receives from itself", m);
            if (e > graph->start[m] && graph->sender[e] == graph->sender[e - 1])
                return fed_config_fault(config, error, FED_CONFIG, "network.type",
                                        "client %zu receives from client %u twice", m,
                                        graph->sender[e]);
        }
    }
    return FED_OK;
}

fed_status fed_graph_make(fed_arena *arena, const fed_config *config, uint64_t seed,
                          uint64_t replicate, size_t clients, const fed_graph **graph,
                          fed_error *error)
{
    const char *type = fed_config_string(config, "network.type");
    const fed_network *network = (const fed_network *)fed_entry_find(fed_networks, type);
    fed_arena scratch = {NULL};
    fed_edges edges = {.arena = &scratch};
    fed_graph *made = FED_NEW(arena, fed_graph);
    size_t *start = clients < UINT32_MAX ? FED_ARRAY(arena, clients + 1, size_t) : NULL;
    uint32_t *sender;
    double *weight;
    fed_status status;

    if (made == NULL || start == NULL)
        return fed_nomem(error);
    if (clients < 2)
        return fed_config_fault(config, error, FED_CONFIG, "network.type",
                                "a network needs 2 clients or more, there is %zu", clients);
    status = network->edges(config, seed, replicate, clients, &edges, error);
    if (status == FED_NOMEM)
        fed_nomem(error);
    if (status == FED_OK) {
        sender = FED_ARRAY(arena, edges.count, uint32_t);
        weight = FED_ARRAY(arena, edges.count, double);
        *made = (fed_graph){clients, edges.count, start, sender, weight, 0};
        status = sender != NULL && weight != NULL
                     ? compress(&scratch, &edges, made, start, sender, weight, error)
                     : fed_nomem(error);
    }
    if (status == FED_OK)
        status = check(config, made, error);
    fed_arena_free(&scratch);
    *graph = made;
    return status;
}

bool fed_graph_equals(const fed_graph *graph, const fed_graph *other)
{
    const size_t m = graph->clients, edges = graph->edges;

    return other->clients == m && other->edges == edges &&
           memcmp(graph->start, other->start, (m + 1) * sizeof *graph->start) == 0 &&
           memcmp(graph->sender, other->sender, edges * sizeof *graph->sender) == 0 &&
           memcmp(graph->weight, other->weight, edges * sizeof *graph->weight) == 0;
}
