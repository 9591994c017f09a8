/* clients.c -- the loop over a round's cohort: chunks of clients are tasks where it pays. */
#include "run/clients.h"

#include "problem/client.h"

typedef struct loop {
    fed_run *run;
    fed_client_body *client;
} loop;

static void run_clients(void *context, size_t first, size_t last, double *work)
{
    enum { AHEAD = 8 };
    const loop *at = context;
    const fed_run *run = at->run;
    const size_t known = run->active < run->problem->clients ? last : 0; /* else one by one */

    for (size_t k = first; k < first + AHEAD && k < known; k++)
        fed_client_fetch(run->problem, run->cohort[k]);
    for (size_t k = first; k < last; k++) {
        if (k + AHEAD < known)
            fed_client_fetch(run->problem, run->cohort[k + AHEAD]);
        at->client(at->run, run->cohort[k], work);
    }
}

void fed_each_client(fed_run *run, double cost, fed_client_body *body)
{
    loop at = {run, body};

    fed_each(run->team, run->active, cost, run->room, run_clients, &at);
}
