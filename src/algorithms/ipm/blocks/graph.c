/* graph.c -- the slack of pairs above a graph that the barrier knows by its logarithm alone. */
#include "algorithms/ipm/blocks/graph.h"

void fed_graph_relax(const fed_span *span, double t)
{
    for (size_t i = 0; i < span->n; i++)
        span->slack[i] = t / span->cz[i];
}
