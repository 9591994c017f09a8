/* record_clients.h -- clients.csv: what every client's model is worth to it. */
#ifndef FED_RECORD_CLIENTS_H
#define FED_RECORD_CLIENTS_H

#include "run/types.h"

/* Room for `most` records, when output.clients asks for them. */
fed_status fed_clients_begin(fed_run *run, size_t most);
/* A row for every client beside the newest record; centre: the server's model or the clients' mean.
 */
void fed_clients_record(fed_run *run, const double *centre);

#endif
