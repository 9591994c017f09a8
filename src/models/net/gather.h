/* gather.h -- samples of any kind of matrix as columns of single or double precision. */
#ifndef FED_NET_GATHER_H
#define FED_NET_GATHER_H

#include "datasets/matrix.h"

#include <stdbool.h>

/* out[j n + i] = feature j of row rows[i] */
void fed_net_gather(const fed_matrix *x, const size_t *rows, size_t n, bool single, void *out);

#endif
