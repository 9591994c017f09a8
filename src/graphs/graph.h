/* graph.h -- who hears whom: the row-stochastic mixing matrix W in CSR, and its balance. */
#ifndef FED_GRAPH_H
#define FED_GRAPH_H

#include "config/config.h"

typedef struct fed_graph {
    size_t clients, edges;
    const size_t *start;    /* clients+1 */
    const uint32_t *sender; /* edges: client m receives from sender[start[m]].. */
    const double *weight;   /* edges: w_mk, rows sum to 1 */
    size_t senders;         /* clients whom somebody hears */
} fed_graph;

/* How many a client hears. */
static inline size_t fed_in_degree(const fed_graph *graph, size_t client)
{
    return graph->start[client + 1] - graph->start[client];
}

/* out = sum_k w_mk theta_k, rows of p */
static inline void fed_graph_mean(const fed_graph *graph, size_t client, size_t p,
                                  const double *theta, double *out)
{
    for (size_t j = 0; j < p; j++)
        out[j] = 0.0;
    for (size_t e = graph->start[client]; e < graph->start[client + 1]; e++)
        for (size_t j = 0; j < p; j++)
            out[j] += graph->weight[e] * theta[graph->sender[e] * p + j];
}

/* SE(W) = |W'1 - 1| / sqrt(M); gap = 1 - second largest modulus of W's eigenvalues (NAN when M >
 * 2000). */
typedef struct fed_graph_info {
    double se, spectral_gap;
    /* singular values: largest of W, smallest positive of I - W; or NAN */
    double sigma_max, sigma_min;
    size_t in_min, in_max, out_min, out_max; /* degrees; in: senders heard, out: receivers */
    bool strongly_connected;
} fed_graph_info;

/* A type of network writes, for each client, whom it hears: unweighted types leave weight NULL and
 * get 1/degree. Edges are appended with fed_edge_add; the maker checks and sorts them. */
typedef struct fed_edges {
    size_t count, room;
    uint32_t *receiver, *sender;
    double *weight;
    fed_arena *arena;
} fed_edges;
fed_status fed_edge_add(fed_edges *edges, size_t receiver, size_t sender, double weight);

typedef struct fed_network {
    fed_entry entry;
    bool random; /* drawn anew in every replicate */
    fed_status (*edges)(const fed_config *config, uint64_t seed, uint64_t replicate, size_t clients,
                        fed_edges *edges, fed_error *error);
} fed_network;

extern const fed_entry *const fed_networks[];
extern const fed_param fed_network_params[];

fed_status fed_graph_make(fed_arena *arena, const fed_config *config, uint64_t seed,
                          uint64_t replicate, size_t clients, const fed_graph **graph,
                          fed_error *error);

/* Whether all hear the same, with the same weights. */
bool fed_graph_equals(const fed_graph *graph, const fed_graph *other);

#endif
