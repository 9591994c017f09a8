/* keep.h -- a method registers what it remembers between rounds. */
#ifndef FED_KEEP_H
#define FED_KEEP_H

#include "run/types.h"

/* Zeroed room of the server's: count elements of size bytes. NULL without memory. */
static inline void *fed_keep(fed_run *run, const char *name, size_t count, size_t size)
{
    return fed_state_keep(&run->kept, name, count, size);
}
/* The same for every client: client m's begins at element m count. */
static inline void *fed_keep_clients(fed_run *run, const char *name, size_t count, size_t size)
{
    return fed_state_keep_clients(&run->kept, name, count, size);
}
/* A field of a structure, or rows of one that is there. */
#define FED_KEEP(run, field) fed_state_keep_at(&(run)->kept, #field, &(field), sizeof(field))

#endif
