/* network.h -- what the types of this folder share. */
#ifndef FED_NETWORK_H
#define FED_NETWORK_H

#include "graphs/graph.h"

enum { FED_SPECTRUM_MOST = 2000 }; /* clients beyond which the spectral gap is not computed */

/* network.degree, refused unless below the number of clients. */
fed_status fed_network_degree(const fed_config *config, size_t clients, size_t *degree,
                              fed_error *error);

/* Refused by the number of clients when so many edges are more than this machine holds. */
fed_status fed_network_fits(const fed_config *config, double edges, fed_error *error);

/* Adds both (a, b) and (b, a). */
fed_status fed_edge_both(fed_edges *edges, size_t a, size_t b);

#endif
