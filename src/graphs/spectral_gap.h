/* spectral_gap.h -- the second largest modulus of W's eigenvalues, by the cheapest way its form
 * allows, and the singular values that bound the distance to the global estimator. */
#ifndef FED_GRAPHS_SPECTRAL_GAP_H
#define FED_GRAPHS_SPECTRAL_GAP_H

#include "graphs/network.h"

/* The second largest modulus of W's eigenvalues. */
fed_status fed_graph_second(const fed_graph *graph, double *modulus, fed_error *error);
/* The largest singular value of W and the smallest positive one of I - W. */
fed_status fed_graph_singular(const fed_graph *graph, double *largest, double *smallest,
                              fed_error *error);

#endif
