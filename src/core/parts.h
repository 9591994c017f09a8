/* parts.h -- the parts of a loop, claimed by the thread that owns it and by its helpers: by the
 * owner from the first on, by helpers from the last, so that each finds in its cache what it had
 * the last time. Nobody waits for anybody but the owner at the end. */
#ifndef FED_PARTS_H
#define FED_PARTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { FED_MOST_PARTS = 4096 };

typedef struct fed_parts {
    _Alignas(64) atomic_ullong unclaimed; /* number of the loop, first of its parts, their end */
    _Alignas(64) atomic_size_t undone;
} fed_parts; /* none when zero */

/* Opens the next loop. The one before is done. */
void fed_parts_open(fed_parts *parts, size_t count);
/* A part nobody has: false when there is none. What the owner wrote before it opened the loop may
 * be read until the part is said to be done. */
bool fed_parts_claim(fed_parts *parts, bool owner, size_t *part);
void fed_parts_did(fed_parts *parts);
bool fed_parts_done(fed_parts *parts); /* all of them */

#endif
