/* clients.c -- the loop over a round's cohort: chunks of clients are tasks where it pays. */
#include "run/clients.h"

#include "problem/client.h"

typedef struct loop {
    fed_run *run;
    fed_client_body *client;
} loop;

void fed_visit_clients(fed_run *run, const size_t *clients, size_t count, fed_client_body *body,
                       double *work)
{
    enum { AHEAD = 8 };
    const size_t known = run->active < run->problem->clients ? count : 0; /* else one by one */

    for (size_t k = 0; k < AHEAD && k < known; k++)
        fed_client_fetch(run->problem, clients[k]);
    for (size_t k = 0; k < count; k++) {
        if (k + AHEAD < known)
            fed_client_fetch(run->problem, clients[k + AHEAD]);
        body(run, clients[k], work);
    }
}

static void run_clients(void *context, size_t first, size_t last, double *work)
{
    const loop *at = context;

    fed_visit_clients(at->run, at->run->cohort + first, last - first, at->client, work);
}

void fed_each_client(fed_run *run, double cost, fed_client_body *body)
{
    loop at = {run, body};

    fed_each(run->team, run->active, cost, run->room, run_clients, &at);
}
