/* networks.h -- small networks made by hand. */
#ifndef FED_NETWORKS_H
#define FED_NETWORKS_H

#include "core/rng.h"
#include "graphs/graph.h"

#include <string.h>

typedef struct network {
    fed_graph graph;
    size_t start[65];
    uint32_t sender[64 * 64];
    double weight[64 * 64];
} network;

static inline void hear(network *net, size_t m, size_t k)
{
    net->sender[net->graph.edges++] = (uint32_t)k;
    net->start[m + 1] = net->graph.edges;
}

/* circle of a degree, star around a hub, or degree 0: a random sender's row with unequal weights */
static inline void make_network(network *net, size_t clients, size_t degree, bool star, size_t hub)
{
    fed_rng rng = fed_rng_stream(3, FED_RNG_TEST, 0, 0, 0);

    memset(net, 0, sizeof *net);
    net->graph = (fed_graph){clients, 0, net->start, net->sender, net->weight, clients};
    for (size_t m = 0; m < clients; m++) {
        double sum = 0.0;

        if (star && m != hub)
            hear(net, m, hub);
        else if (degree > 0)
            for (size_t k = 1; k <= degree; k++)
                hear(net, m, (m + k) % clients);
        else
            for (size_t k = 0; k < clients; k++)
                if (k != m)
                    hear(net, m, k);
        for (size_t e = net->start[m]; e < net->start[m + 1]; e++)
            sum += net->weight[e] = degree > 0 ? 1.0 : 0.5 + fed_rng_uniform(&rng);
        for (size_t e = net->start[m]; e < net->start[m + 1]; e++)
            net->weight[e] /= sum;
    }
}

#endif
