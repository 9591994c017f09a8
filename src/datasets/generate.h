/* generate.h -- what generators that draw client by client share. */
#ifndef FED_GENERATE_H
#define FED_GENERATE_H

#include "core/rng.h"
#include "datasets/dataset.h"

/* Rows of the clients and their sizes. */
#define FED_CLIENT_ROWS(clients, sizes)                                           \
    {"clients", FED_INT, clients, 1, 1e8, NULL, "number of clients to generate"}, \
    {                                                                             \
        "sizes", FED_INTS, sizes, 1, 1e9, NULL,                                   \
            "numbers of samples of the clients, repeated in turn: [50, 500] "     \
            "alternates 50 and 500"                                               \
    }

/* n and client of a set for the clients, client after client; *start gets clients+1 places. */
fed_status fed_generate_clients(fed_arena *arena, const fed_config *config, fed_dataset *data,
                                const size_t **start, fed_error *error);
/* A set of d features for the clients: n, x, y, client and signal, to be filled, client after
 * client; *start gets clients+1 places. */
fed_status fed_generate_room(fed_arena *arena, const fed_config *config, size_t d,
                             fed_dataset *data, const size_t **start, fed_error *error);
/* Rows of the law of the noise. */
#define FED_NOISE_ROWS                                                          \
    {"noise_law",                                                               \
     FED_CHOICE,                                                                \
     "normal",                                                                  \
     FED_ANY,                                                                   \
     "normal|student",                                                          \
     "distribution of the noise in the "                                        \
     "responses; student is Student's t, with "                                 \
     "heavy tails"},                                                            \
    {                                                                           \
        "freedom", FED_FLOAT, "5.0", 2.0000001, INFINITY, NULL,                 \
            "degrees of freedom of Student's t; moments of smaller order exist" \
    }

/* How the noise is drawn, with variance 1. */
typedef struct fed_noise_law {
    double freedom; /* 0: normal */
} fed_noise_law;
fed_noise_law fed_generate_law(const fed_config *config);
void fed_generate_noise(fed_rng *rng, fed_noise_law law, size_t n, double *z);

/* A random direction of length 1. */
void fed_generate_direction(fed_rng *rng, size_t d, double *u);
/* Rows of u: r random orthonormal vectors of R^d, by two passes of Gram-Schmidt. */
void fed_generate_basis(fed_rng *rng, size_t d, size_t r, double *u);

#endif
