/* fixed_degree.c -- each client hears D distinct others drawn uniformly, fixed during the run. */
#include "core/rng.h"
#include "graphs/network.h"

/* Floyd's sampling: for j = n-D, ..., n-1 take a uniform t <= j, or j itself when t is taken
 * already. mark[k] = m + 1 when client m hears k. */
static fed_status draw(const fed_config *config, uint64_t seed, uint64_t replicate, size_t clients,
                       fed_edges *edges, fed_error *error)
{
    size_t others = clients - 1, degree, *mark = FED_ARRAY(edges->arena, clients, size_t);

    TRY(fed_network_degree(config, clients, &degree, error));
    if (mark == NULL)
        return FED_NOMEM;
    for (size_t m = 0; m < clients; m++) {
        fed_rng rng = fed_rng_stream(seed, FED_RNG_GRAPH, replicate, m, 0);

        for (size_t j = others - degree; j < others; j++) {
            size_t t = (size_t)fed_rng_below(&rng, j + 1), sender = t + (t >= m);

            if (mark[sender] == m + 1)
                sender = j + (j >= m);
            mark[sender] = m + 1;
            TRY(fed_edge_add(edges, m, sender, 0.0));
        }
    }
    return FED_OK;
}

static const fed_param params[] = {{"degree", FED_INT, "1", 1, 4294967294.0, NULL,
                                    "number of clients from which each "
                                    "client receives"},
                                   FED_END};

const fed_network fed_network_fixed_degree = {
    .entry = {"fixed-degree", "each client receives from distinct others drawn at random", params},
    .random = true,
    .edges = draw};
