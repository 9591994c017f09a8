/* clients.c -- the loop over a round's cohort: chunks of clients are tasks where it pays. */
#include "run/clients.h"

typedef struct loop {
    fed_run *run;
    fed_client_body *client;
} loop;

static void run_clients(void *context, size_t first, size_t last, double *work)
{
    const loop *at = context;

    for (size_t k = first; k < last; k++)
        at->client(at->run, at->run->cohort[k], work);
}

void fed_each_client(fed_run *run, double cost, fed_client_body *body)
{
    loop at = {run, body};

    fed_each(run->team, run->active, cost, run->room, run_clients, &at);
}
