/* small_world.c -- Watts and Strogatz: a ring lattice some of whose links are rewired at random. */
#include "core/rng.h"
#include "graphs/network.h"

/* Link (m, k) starts at client m and ends at end[m * half + k]; only its end is ever moved, so that
 * every client keeps the links it starts. */
typedef struct lattice {
    size_t clients, half;
    uint32_t *end;
    size_t *degree;
} lattice;

static bool starts(const lattice *net, size_t from, size_t to)
{
    for (size_t k = 0; k < net->half; k++)
        if (net->end[from * net->half + k] == to)
            return true;
    return false;
}

static void rewire(const lattice *net, fed_rng *rng, size_t m, size_t k)
{
    uint32_t *end = &net->end[m * net->half + k];
    size_t to;

    if (net->degree[m] == net->clients - 1) /* joined to all: nowhere to go */
        return;
    do
        to = (size_t)fed_rng_below(rng, net->clients);
    while (to == m || starts(net, m, to) || starts(net, to, m));
    net->degree[*end]--;
    net->degree[to]++;
    *end = (uint32_t)to;
}

static fed_status draw(const fed_config *config, uint64_t seed, uint64_t replicate, size_t clients,
                       fed_edges *edges, fed_error *error)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_GRAPH, replicate, 0, 0);
    double probability = fed_config_float(config, "network.rewire");
    lattice net = {.clients = clients};
    size_t degree;

    TRY(fed_network_degree(config, clients, &degree, error));
    if (degree % 2 != 0)
        return fed_config_fault(config, error, FED_CONFIG, "network.degree",
                                "%zu is odd; a small-world network has half its links on each side",
                                degree);
    net.half = degree / 2;
    net.end = FED_ARRAY(edges->arena, clients * net.half, uint32_t);
    net.degree = FED_ARRAY(edges->arena, clients, size_t);
    if (net.end == NULL || net.degree == NULL)
        return FED_NOMEM;
    for (size_t m = 0; m < clients; m++) {
        net.degree[m] = degree;
        for (size_t k = 0; k < net.half; k++)
            net.end[m * net.half + k] = (uint32_t)((m + k + 1) % clients);
    }
    for (size_t k = 0; k < net.half; k++) /* nearest links first, once around for each distance */
        for (size_t m = 0; m < clients; m++)
            if (fed_rng_uniform(&rng) < probability)
                rewire(&net, &rng, m, k);
    for (size_t m = 0; m < clients; m++)
        for (size_t k = 0; k < net.half; k++)
            TRY(fed_edge_both(edges, m, net.end[m * net.half + k]));
    return FED_OK;
}

static const fed_param params[] = {
    {"degree", FED_INT, "2", 1, 4294967294.0, NULL,
     "number of links of each client in the lattice, even"},
    {"rewire", FED_FLOAT, "0.1", 0, 1, NULL, "probability that a link is rewired"},
    FED_END};

const fed_network fed_network_small_world = {
    .entry = {"small-world", "a ring lattice with links rewired at random", params},
    .random = true,
    .edges = draw};
