/* circle.c -- client m hears m+1, ..., m+D (mod M): a balanced directed circle. */
#include "graphs/network.h"

static fed_status ring(const fed_config *config, uint64_t seed, uint64_t replicate, size_t clients,
                       fed_edges *edges, fed_error *error)
{
    size_t degree;

    (void)seed, (void)replicate;
    TRY(fed_network_degree(config, clients, &degree, error));
    for (size_t m = 0; m < clients; m++)
        for (size_t k = 1; k <= degree; k++)
            TRY(fed_edge_add(edges, m, (m + k) % clients, 0.0));
    return FED_OK;
}

static const fed_param params[] = {{"degree", FED_INT, "1", 1, 4294967294.0, NULL,
                                    "number of clients from which each "
                                    "client receives"},
                                   FED_END};

const fed_network fed_network_circle = {
    .entry = {"circle", "each client receives from the next ones on a circle", params},
    .edges = ring};
