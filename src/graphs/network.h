/* network.h -- what the types of this folder share. */
#ifndef FED_NETWORK_H
#define FED_NETWORK_H

#include "graphs/graph.h"

enum { FED_SPECTRUM_MOST = 2000 }; /* clients beyond which the spectral gap is not computed */

/* network.degree, refused unless below the number of clients. */
fed_status fed_network_degree(const fed_config *config, size_t clients, size_t *degree,
                              fed_error *error);

/* Adds both (a, b) and (b, a). */
fed_status fed_edge_both(fed_edges *edges, size_t a, size_t b);

/* The second largest modulus of W's eigenvalues. */
fed_status fed_graph_second(const fed_graph *graph, double *modulus, fed_error *error);
/* The largest singular value of W and the smallest positive one of I - W. */
fed_status fed_graph_singular(const fed_graph *graph, double *largest, double *smallest, fed_error *error);

#endif
