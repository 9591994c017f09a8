/* pieces.h -- a long work in pieces, which several threads make at once and use in order: what
 * comes of it is the same at any number of threads. */
#ifndef FED_PIECES_H
#define FED_PIECES_H

#include "core/status.h"

#include <stddef.h>

typedef struct fed_pieces fed_pieces;

/* What is done with piece k. It has room number `slot` to itself from when it is made until it has
 * been used: they are 0..fed_pieces_slots()-1. */
typedef struct fed_piece_steps {
    void (*make)(void *context, fed_pieces *all, size_t k, size_t slot); /* by any thread */
    void (*use)(void *context, size_t k, size_t slot); /* after all before it, one at a time */
    void (*after)(void *context, size_t k);            /* or NULL: by any thread, once used */
} fed_piece_steps;

size_t fed_pieces_slots(int threads);
fed_status fed_pieces_run(int threads, size_t count, const fed_piece_steps *steps, void *context,
                          fed_error *error);
/* While piece k is made: returns once all before it have been used, which no other is meanwhile. */
void fed_pieces_await(fed_pieces *all, size_t k);

#endif
