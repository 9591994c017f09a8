/* chunks.h -- the chunks of the ordered sums over samples. */
#ifndef FED_CHUNKS_H
#define FED_CHUNKS_H

#include "problem/problem.h"

/* Sets problem->chunks: whole clients together up to `worth` samples; a client that holds more is
 * cut into stretches of so many, and so are the server's samples. A chunk never holds parts of two
 * clients, so that another process may own some of them. */
fed_status fed_chunks_make(fed_arena *arena, fed_problem *problem, size_t worth, fed_error *error);

#endif
