/* central.c -- a star: client 0, the hub, hears all others; they hear the hub alone. */
#include "graphs/network.h"

static fed_status star(const fed_config *config, uint64_t seed, uint64_t replicate, size_t clients,
                       fed_edges *edges, fed_error *error)
{
    (void)config, (void)seed, (void)replicate, (void)error;
    for (size_t m = 1; m < clients; m++)
        TRY(fed_edge_both(edges, 0, m));
    return FED_OK;
}

static const fed_param params[] = {FED_END};

const fed_network fed_network_central = {.entry = {"central", "a star around client 0", params},
                                         .edges = star};
