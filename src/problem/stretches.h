/* stretches.h -- stretches of samples that count alike in the objective. Samples are numbered
 * client after client, the server's last. */
#ifndef FED_STRETCHES_H
#define FED_STRETCHES_H

#include "problem/problem.h"

/* Samples with one factor, of one client or of several in a row. */
typedef struct fed_stretch {
    const size_t *rows;
    size_t n, client;
    double factor;
} fed_stretch;

/* A chunk of the ordered sums is worth a task whatever its flops. */
#define FED_CHUNK_COST 2e5

/* What the sum of a client's losses is multiplied by; of the server's, which follows the clients.
 */
double fed_factor(const fed_problem *problem, size_t client);
/* Whether two clients have the same. */
bool fed_same_factor(const fed_problem *problem, size_t a, size_t b);
/* The client that holds the sample number `at`. */
size_t fed_client_at(const fed_problem *problem, size_t at);
/* The stretch that begins at `at`; client: of the samples before, or earlier. */
fed_stretch fed_stretch_at(const fed_problem *problem, size_t client, size_t at, size_t end);

#endif
