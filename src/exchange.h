/* exchange.h -- what a client hears from its neighbours, inline: it is part of the innermost loop. */
#ifndef FED_EXCHANGE_H
#define FED_EXCHANGE_H

#include "core/simd.h"
#include "run.h"

/* sum_k w_mk theta_k: the neighbour's own row when there is one of weight 1, else summed in scratch. */
FED_INLINE const double *fed_neighbours_mean(const fed_run *run, size_t client, const size_t p,
                                             double *restrict scratch)
{
    const fed_graph *graph = run->graph;
    const size_t first = graph->start[client], last = graph->start[client + 1];
    const double *theta = run->theta + graph->sender[first] * p;
    double w = graph->weight[first];

    if (last - first == 1)
        return theta;
#pragma omp simd
    for (size_t j = 0; j < p; j++)
        scratch[j] = w * theta[j];
    for (size_t e = first + 1; e < last; e++) {
        theta = run->theta + graph->sender[e] * p;
        w = graph->weight[e];
#pragma omp simd
        for (size_t j = 0; j < p; j++)
            scratch[j] += w * theta[j];
    }
    return scratch;
}

#endif
