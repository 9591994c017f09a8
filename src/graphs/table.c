/* table.c -- the networks that `network.type` can name: one line each. */
#include "graphs/graph.h"

#define NETWORKS(X)             \
    X(fed_network_central)      \
    X(fed_network_circle)       \
    X(fed_network_fixed_degree) \
    X(fed_network_complete)     \
    X(fed_network_torus)        \
    X(fed_network_erdos_renyi)  \
    X(fed_network_small_world)  \
    X(fed_network_file)

#define DECLARE(name) extern const fed_network name;
#define ENTRY(name) &name.entry,

NETWORKS(DECLARE)

const fed_entry *const fed_networks[] = {NETWORKS(ENTRY) NULL};
