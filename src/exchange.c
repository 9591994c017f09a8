/* exchange.c -- all that passes between clients, or between clients and the server. The words are
 * counted here, and here another transport could stand beside shared memory. */
#include "run.h"

#include <string.h>

void fed_neighbours_mean(const fed_run *run, size_t client, double *mean)
{
    const fed_graph *graph = run->graph;
    const size_t p = run->problem->p, first = graph->start[client], last = graph->start[client + 1];
    const double *theta = run->theta;

    if (last - first == 1) { /* a circle of degree 1, a leaf of the star: weight 1 */
        memcpy(mean, theta + graph->sender[first] * p, p * sizeof *mean);
        return;
    }
    memset(mean, 0, p * sizeof *mean);
    for (size_t e = first; e < last; e++) {
        const double *restrict from = theta + graph->sender[e] * p;
        const double w = graph->weight[e];

#pragma omp simd
        for (size_t j = 0; j < p; j++)
            mean[j] += w * from[j];
    }
}

void fed_count_neighbours(fed_run *run)
{
    run->counts.words_peer += (double)run->graph->edges * (double)run->problem->p;
}

void fed_count_broadcast(fed_run *run, size_t words)
{
    run->counts.words_down += (double)run->active * (double)words;
}

void fed_count_reduce(fed_run *run, size_t words)
{
    run->counts.words_up += (double)run->active * (double)words;
}

void fed_count_epoch(fed_run *run, double most_gradients, size_t senders)
{
    run->counts.gamma += most_gradients + run->phi * (double)senders;
    fed_clock_epoch(run, most_gradients, senders);
}
