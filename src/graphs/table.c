/* table.c -- the networks that `network.type` can name: one line each. */
#include "graphs/graph.h"

/* clang-format off */
#define TABLE(X) \
    X(fed_network_central) \
    X(fed_network_circle) \
    X(fed_network_fixed_degree) \
    X(fed_network_complete) \
    X(fed_network_torus) \
    X(fed_network_erdos_renyi) \
    X(fed_network_small_world) \
    X(fed_network_file)
/* clang-format on */

#define DECLARE(name) extern const fed_network name;
#define ROW(name) &name.entry,

TABLE(DECLARE)

const fed_entry *const fed_networks[] = {TABLE(ROW) NULL};
