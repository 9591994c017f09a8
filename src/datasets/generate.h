/* generate.h -- what generators that draw client by client share. */
#ifndef FED_GENERATE_H
#define FED_GENERATE_H

#include "core/rng.h"
#include "datasets/dataset.h"

/* Rows of the clients and their sizes. */
#define FED_CLIENT_ROWS(clients, sizes)                                                       \
    {"clients", FED_INT, clients, 1, 1e8, NULL, "number of clients drawn"},                   \
    {                                                                                         \
        "sizes", FED_INTS, sizes, 1, 1e9, NULL,                                               \
            "samples of the clients, in turn: [50, 500] gives every other client 50 and the " \
            "others 500"                                                                      \
    }

/* A set of d features for the clients: n, x, y, client and signal, to be filled, client after
 * client; *start gets clients+1 places. */
fed_status fed_generate_room(fed_arena *arena, const fed_config *config, size_t d,
                             fed_dataset *data, const size_t **start, fed_error *error);
/* A random direction of length 1. */
void fed_generate_direction(fed_rng *rng, size_t d, double *u);

#endif
