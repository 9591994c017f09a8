/* erdos_renyi.c -- every pair of clients is joined, both ways, with the same probability. */
#include "core/rng.h"
#include "graphs/network.h"

#include <math.h>

/* Batagelj and Brandes (2005): the gaps between edges in the list of pairs (a, b), b < a, are
 * geometric, so that the cost is that of the edges and not of the pairs. */
static fed_status draw(const fed_config *config, uint64_t seed, uint64_t replicate, size_t clients,
                       fed_edges *edges, fed_error *error)
{
    double probability = fed_config_float(config, "network.probability");
    double scale = 1.0 / log1p(-probability); /* -0 when the probability is 1: no gaps */
    double pairs = 0.5 * (double)clients * (double)(clients - 1);
    bool *joined = FED_ARRAY(edges->arena, clients, bool);
    fed_rng rng = fed_rng_stream(seed, FED_RNG_GRAPH, replicate, 0, 0);
    size_t a = 1, b = 0;

    TRY(fed_network_fits(config, 2.0 * pairs * probability, error));
    if (joined == NULL)
        return FED_NOMEM;
    for (;;) {
        double gap = probability > 0.0 ? floor(-fed_rng_exponential(&rng) * scale) : pairs;

        if (gap >= pairs)
            break;
        for (b += (size_t)gap; a < clients && b >= a; a++)
            b -= a;
        if (a >= clients)
            break;
        TRY(fed_edge_both(edges, a, b));
        joined[a] = joined[b] = true;
        b++;
    }
    for (size_t m = 0; m < clients; m++)
        if (!joined[m])
            return fed_config_fault(
                config, error, FED_CONFIG, "network.probability",
                "%g leaves client %zu of %zu without neighbours; above log(M)/M = %.3g few "
                "draws do",
                probability, m, clients, log((double)clients) / (double)clients);
    return FED_OK;
}

static const fed_param params[] = {{"probability", FED_FLOAT, "0.5", 0, 1, NULL,
                                    "probability that two clients are "
                                    "connected"},
                                   FED_END};

const fed_network fed_network_erdos_renyi = {
    .entry = {"erdos-renyi", "pairs of clients connected at random", params},
    .random = true,
    .edges = draw};
