/* exchange.c -- all that passes between clients, or between clients and the server, is counted here;
 * here another transport could stand beside shared memory. */
#include "run.h"

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

void fed_count_sent(fed_run *run, size_t words)
{
    run->counts.words_up += (double)words;
}

void fed_count_received(fed_run *run, size_t words)
{
    run->counts.words_down += (double)words;
}

void fed_count_epoch(fed_run *run, double most_gradients, size_t senders)
{
    run->counts.gamma += most_gradients + run->phi * (double)senders;
    fed_clock_epoch(run, most_gradients, senders);
}
