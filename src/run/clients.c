/* clients.c -- the loop over a round's cohort: chunks of clients are tasks where it pays. */
#include "run/clients.h"

typedef struct loop {
    fed_run *run;
    fed_client_body *client;
    fed_chunk_body *chunk;
} loop;

static void run_chunk(void *context, size_t first, size_t last, double *work)
{
    const loop *at = context;

    at->chunk(at->run, at->run->cohort + first, last - first, work);
}

static void run_clients(void *context, size_t first, size_t last, double *work)
{
    const loop *at = context;

    for (size_t k = first; k < last; k++)
        at->client(at->run, at->run->cohort[k], work);
}

void fed_each_chunk(fed_run *run, double cost, fed_chunk_body *body)
{
    loop at = {.run = run, .chunk = body};

    fed_each(run->team, run->active, cost, run->room, run_chunk, &at);
}

void fed_each_client(fed_run *run, double cost, fed_client_body *body)
{
    loop at = {.run = run, .client = body};

    fed_each(run->team, run->active, cost, run->room, run_clients, &at);
}
