/* describe.h -- what run.yaml says of a graph: balance, degrees, spectral gap, connectivity. */
#ifndef FED_GRAPHS_DESCRIBE_H
#define FED_GRAPHS_DESCRIBE_H

#include "graphs/graph.h"

fed_status fed_graph_describe(const fed_graph *graph, bool spectrum, fed_graph_info *info,
                              fed_error *error);

#endif
