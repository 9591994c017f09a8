/* claims.h -- the parts of a loop, claimed by the thread that owns it and by its helpers: by the
 * owner from the first on, by helpers from the last, so that each finds in its cache what it had
 * the last time. Nobody waits for anybody but the owner at the end. */
#ifndef FED_CLAIMS_H
#define FED_CLAIMS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { FED_MOST_PARTS = 4096 };

typedef struct fed_claims {
    _Alignas(64) atomic_ullong unclaimed; /* number of the loop, first of its parts, their end */
    _Alignas(64) atomic_size_t undone;
} fed_claims; /* none when zero */

typedef struct fed_portion {
    size_t first, end;
} fed_portion;

/* Opens the next loop, of so many parts. The one before is done. */
void fed_claims_open(fed_claims *claims, size_t count);
/* Parts nobody has, fewer as the loop nears its end; false when there are none. What the owner
 * wrote before it opened the loop may be read until they are said to be done. */
bool fed_claims_take(fed_claims *claims, bool owner, size_t threads, fed_portion *claim);
void fed_claims_did(fed_claims *claims, const fed_portion *claim);
bool fed_claims_done(fed_claims *claims); /* all of them */

#endif
