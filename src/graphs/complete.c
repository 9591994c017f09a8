/* complete.c -- every client hears every other. */
#include "graphs/network.h"

static fed_status everyone(const fed_config *config, uint64_t seed, uint64_t replicate,
                           size_t clients, fed_edges *edges, fed_error *error)
{
    (void)seed, (void)replicate;
    TRY(fed_network_fits(config, (double)clients * (double)(clients - 1), error));
    for (size_t m = 0; m < clients; m++)
        for (size_t k = 0; k < clients; k++)
            if (k != m)
                TRY(fed_edge_add(edges, m, k, 0.0));
    return FED_OK;
}

static const fed_param params[] = {FED_END};

const fed_network fed_network_complete = {
    .entry = {"complete", "every client receives from all others", params}, .edges = everyone};
