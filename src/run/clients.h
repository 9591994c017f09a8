/* clients.h -- the loop over a round's cohort. */
#ifndef FED_CLIENTS_H
#define FED_CLIENTS_H

#include "run/types.h"

/* body(run, client, work) for every client of the cohort, at once where it pays; each call writes
 * only what belongs to its client. cost: flops per client. */
typedef void fed_client_body(fed_run *run, size_t client, double *work);
void fed_each_client(fed_run *run, double cost, fed_client_body *body);
/* The same for some clients of the cohort, one after another on this thread; the data of the next
 * ones are fetched meanwhile. */
void fed_visit_clients(fed_run *run, const size_t *clients, size_t count, fed_client_body *body,
                       double *work);

#endif
