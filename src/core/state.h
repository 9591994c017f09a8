/* state.h -- what lasts from round to round, by name, owner and shape. Whatever is on the list can
 * be saved, loaded, measured or moved without knowing the method that put it there. */
#ifndef FED_STATE_H
#define FED_STATE_H

#include "core/arena.h"

#include <stdbool.h>

typedef struct fed_kept {
    struct fed_kept *next;
    const char *name;
    bool client;        /* one row for every client, else the server's */
    size_t count, size; /* elements of a row, bytes of one */
    size_t rows;
    void *room;
    void **at; /* where the room is now; &room unless buffers change places */
} fed_kept;

typedef struct fed_state {
    fed_arena *arena;
    size_t clients;
    fed_kept *first; /* in the order in which they were registered */
} fed_state;

/* Zeroed room for count elements of size bytes; NULL without memory. Names are kept by reference.
 */
void *fed_state_keep(fed_state *state, const char *name, size_t count, size_t size);
/* The same for every client: client m's row begins at element m count. */
void *fed_state_keep_clients(fed_state *state, const char *name, size_t count, size_t size);
/* Registers room that is there: fields of a structure; false without memory. */
bool fed_state_keep_at(fed_state *state, const char *name, void *room, size_t size);
/* Registers rows of doubles whose buffer changes places with another: *at is the one that lasts. */
bool fed_state_keep_rows(fed_state *state, const char *name, bool client, size_t count,
                         double **at);

size_t fed_kept_bytes(const fed_kept *kept);

#endif
