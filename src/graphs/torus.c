/* torus.c -- clients on a grid that closes on itself, each hearing its four neighbours. */
#include "graphs/network.h"

static fed_status grid(const fed_config *config, uint64_t seed, uint64_t replicate, size_t clients,
                       fed_edges *edges, fed_error *error)
{
    size_t rows = (size_t)fed_config_int(config, "network.rows");
    size_t columns = (size_t)fed_config_int(config, "network.columns");

    (void)seed, (void)replicate;
    if (rows == 0 || columns == 0)
        return fed_config_fault(config, error, FED_CONFIG, "network.type",
                                "\"torus\" needs network.rows and network.columns");
    if (clients / rows != columns || clients % rows != 0)
        return fed_config_fault(config, error, FED_CONFIG, "network.rows",
                                "rows times columns, %zu x %zu, is not the number of clients, %zu",
                                rows, columns, clients);
    for (size_t m = 0; m < clients; m++) {
        size_t r = m / columns, c = m % columns;
        size_t near[4] = {(r + 1) % rows * columns + c, (r + rows - 1) % rows * columns + c,
                          r * columns + (c + 1) % columns,
                          r * columns + (c + columns - 1) % columns};

        for (int k = 0; k < 4; k++) /* with one or two rows, up and down meet */
            if (near[k] != m && (k % 2 == 0 || near[k] != near[k - 1]))
                TRY(fed_edge_add(edges, m, near[k], 0.0));
    }
    return FED_OK;
}

static const fed_param params[] = {
    {"rows", FED_INT, "0", 0, 4294967295.0, NULL,
     "rows of the grid; rows times columns must be the number of clients"},
    {"columns", FED_INT, "0", 0, 4294967295.0, NULL, "columns of the grid"},
    FED_END};

const fed_network fed_network_torus = {
    .entry = {"torus", "a periodic grid, each client with four neighbours", params}, .edges = grid};
