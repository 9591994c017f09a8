/* table.c -- the networks that `network.type` can name: one line each. */
#include "graphs/network.h"

const fed_entry *const fed_networks[] = {
    &fed_network_central.entry,     &fed_network_circle.entry, &fed_network_fixed_degree.entry,
    &fed_network_complete.entry,    &fed_network_torus.entry,  &fed_network_erdos_renyi.entry,
    &fed_network_small_world.entry, &fed_network_file.entry,   NULL};
